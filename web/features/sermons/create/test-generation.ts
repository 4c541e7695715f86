// A generation as the fake backend of tests stores it.

export const GENERATION = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
export const PROMPT = "forgiving my father";
export const CONTENT = "# The Open Door\n\n*You may come as you are.*\n\n## First\n\nCome in.";
export const AUDIO = `owner/${GENERATION}/a.mp3`;
export const IMAGE = `owner/${GENERATION}/a.webp`;

type Step = [status: string, error_code?: string];
export interface Stored {
  state: string;
  text: Step;
  voice: Step;
  image: Step;
  save?: Step;
  minutesAgo?: number;
  /** The text so far. */
  draft?: string;
  voiceName?: string;
  /** Who spoke it, if not the chosen voice. */
  spokenBy?: string;
  partial?: boolean;
  /** Of its recording, which is being made. */
  growingKey?: string;
}

export const writing: Stored = { state: "running", text: ["in-progress"], voice: ["in-progress"], image: ["pending"] };
export const recording: Stored = { state: "running", text: ["completed"], voice: ["in-progress"], image: ["completed"] };
export const finished: Stored = { state: "finished", text: ["completed"], voice: ["completed"], image: ["completed"] };
export const textFailed: Stored = {
  state: "failed",
  text: ["error", "unavailable"],
  voice: ["error", "no_text"],
  image: ["error", "no_text"],
};

/** The answer to a query of `generations`. */
export function generationRows(stored: Stored | null) {
  if (!stored) return Response.json([]);
  const {
    state,
    text,
    voice,
    image,
    save = ["pending"],
    minutesAgo = 0,
    draft = CONTENT.slice(0, 20),
    voiceName = "John",
    spokenBy,
    partial,
    growingKey,
  } = stored;
  const path = { voice: AUDIO, image: IMAGE };
  const steps = Object.entries({ text, voice, image, save }).map(([kind, [status, error_code = null]]) => ({
    kind,
    status,
    error_code,
    draft: kind === "text" ? draft : "",
    content: kind === "text" && status === "completed" ? CONTENT : null,
    path: (kind === "voice" || kind === "image") && status === "completed" ? path[kind] : null,
    voice: kind === "voice" && status === "completed" ? (spokenBy ?? voiceName) : null,
    partial: kind === "voice" && status === "completed" ? String(partial ?? false) : null,
  }));
  const created_at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  const request = { prompt: PROMPT, minutes: 5, voice: voiceName, reading: null, rewrite_of: null };
  const growing_recordings = growingKey ? { key: growingKey } : null;
  return Response.json([{ id: GENERATION, state, ...request, created_at, growing_recordings, generation_steps: steps }]);
}

const event = ([name, data]: [string, object]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
export const events = (...list: [string, object][]) =>
  new Response(list.map(event).join(""), { headers: { "content-type": "text/event-stream; charset=utf-8" } });

/** The stream of a text that is written. */
export const textStream = () =>
  events(
    ["started", { generationId: GENERATION }],
    ["text", { offset: 0, text: CONTENT.slice(0, 20) }],
    ["text", { offset: 20, text: CONTENT.slice(20) }],
    ["done", { sermon: CONTENT, generationId: GENERATION }],
  );
