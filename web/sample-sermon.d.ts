/** An excerpt of a sermon, made when the site is built (scripts/sample-sermon.ts). */
declare module "virtual:sample-sermon" {
  const sample: {
    topic: string;
    /** Markdown, as `readSermon` takes it. */
    content: string;
    seconds: number;
    /** Addresses of an MP3 file and of its timings (shared/timings.ts). */
    audio: string;
    timings: string;
    picture: { src: string; width: number; height: number; alt: string };
  };
  export default sample;
}

/** The address of an MP3 file of two or three seconds by the name of each voice, made when the site is built. */
declare module "virtual:voice-samples" {
  const samples: Record<string, string>;
  export default samples;
}
