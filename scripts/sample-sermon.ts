import sharp from "sharp";
import { createDrawnImages } from "../server/vendors/image/drawn/drawn.ts";
import { createFliteVoice } from "../server/vendors/voice/flite/flite.ts";
import { createComposer } from "../server/vendors/writer/composer/composer.ts";
import type { WrittenSermon } from "../server/vendors/writer/writer.ts";
import { renderPart, type Sermon } from "../shared/sermon.ts";
import { countSpokenWords, readSermon } from "../shared/sermon-text.ts";
import type { Timings } from "../shared/timings.ts";
import { DEFAULT_VOICE, VOICES, type VoiceName } from "../shared/voices.ts";

/** The topic, and the sermon's words for it, by which it shows that it was heard. */
const TOPIC = "I can’t sleep";
const HEARD = /\b(?:awake|sleep)/iu;
const ABOUT = /\bsleep/i;
/** Spoken words of an excerpt of about a minute. */
const WORDS = { min: 85, max: 135 };
const SEEDS = 50;
const PICTURE_WIDTH = 1120;
/** What each voice says to be chosen by: about two seconds. */
const GREETING = "Peace to you.";

/** An excerpt of a sermon as people get it: written, spoken and drawn by the embedded engines. */
export interface SampleSermon {
  topic: string;
  /** Markdown, as `readSermon` takes it. */
  content: string;
  mp3: Uint8Array;
  timings: Timings;
  picture: { webp: Uint8Array; width: number; height: number; alt: string };
}

/** Each voice as an MP3 of two seconds. */
export type VoiceSamples = Record<VoiceName, Uint8Array>;

/** The same sources give the same files, byte for byte. */
export async function makeVoiceSamples(): Promise<VoiceSamples> {
  const { signal } = new AbortController();
  const voice = createFliteVoice();
  const blocks = readSermon(GREETING);
  try {
    const spoken = VOICES.map(async (name) => [name, (await voice.speak({ blocks, voice: name }, signal)).mp3] as const);
    return Object.fromEntries(await Promise.all(spoken)) as VoiceSamples;
  } finally {
    await voice.close();
  }
}

/**
 * The title, the paragraph that says the topic back, the next one, and the passage; null if they do not follow each other or have not
 * the length.
 */
export function excerptOf({ title, sections }: Sermon): string | null {
  const parts = sections.flatMap((section) => section.parts);
  const at = parts.findIndex((part) => part.kind === "prose" && HEARD.test(part.text));
  const after = parts[at + 1];
  const scripture = parts.slice(at + 1).find((part) => part.kind === "scripture");
  const lead = parts[at];
  if (!lead || after?.kind !== "prose" || !scripture) return null;
  const excerpt = [`# ${title}`, ...[lead, after, scripture].map(renderPart)].join("\n\n");
  const words = countSpokenWords(readSermon(excerpt));
  return words >= WORDS.min && words <= WORDS.max ? excerpt : null;
}

/** The first excerpt whose passage is about the topic too; if there is none, the first. */
async function written(): Promise<{ content: string; image: WrittenSermon["image"] }> {
  const composer = createComposer();
  const found: { content: string; image: WrittenSermon["image"] }[] = [];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const request = { topic: TOPIC, minutes: 5, seed: `night ${seed}`, memory: [] } as const;
    for await (const event of composer.write(request, new AbortController().signal)) {
      const content = event.type === "done" ? excerptOf(event.written.sermon) : null;
      if (!content || event.type !== "done") continue;
      found.push({ content, image: event.written.image });
      if (ABOUT.test(content.slice(content.indexOf("> ")))) return { content, image: event.written.image };
    }
  }
  const [first] = found;
  if (!first) throw new Error(`none of ${SEEDS} sermons has an excerpt of ${WORDS.min} to ${WORDS.max} words`);
  return first;
}

/** The same sources give the same sample, byte for byte. Takes about two seconds. */
export async function makeSample(): Promise<SampleSermon> {
  const { content, image } = await written();
  const { signal } = new AbortController();
  const voice = createFliteVoice();
  try {
    const [spoken, drawn] = await Promise.all([
      voice.speak({ blocks: readSermon(content), voice: DEFAULT_VOICE }, signal),
      createDrawnImages().draw(image, signal),
    ]);
    const height = Math.round((PICTURE_WIDTH * 9) / 21);
    const webp = await sharp(drawn.webp).resize(PICTURE_WIDTH, height).webp({ quality: 76, effort: 6 }).toBuffer();
    return {
      topic: TOPIC,
      content,
      mp3: spoken.mp3,
      timings: spoken.timings,
      picture: { webp, width: PICTURE_WIDTH, height, alt: drawn.alt },
    };
  } finally {
    await voice.close();
  }
}
