import { setTimeout as pause } from "node:timers/promises";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Duration } from "../shared/constants.ts";
import { countSpokenWords, type Block } from "../shared/sermon-text.ts";
import { createDrawnImages } from "../server/vendors/image/drawn/drawn.ts";
import type { Illustrator } from "../server/vendors/image/image.ts";
import { createFliteVoice } from "../server/vendors/voice/flite/flite.ts";
import type { Voice } from "../server/vendors/voice/voice.ts";
import { createComposer } from "../server/vendors/writer/composer/composer.ts";
import type { Writer } from "../server/vendors/writer/writer.ts";
import { type Database, listen } from "@lampstand/database";
import type { FunctionContext } from "../server/endpoints/context.ts";
import { GENERATION_CHANNEL } from "../server/sermons/generation.ts";
import { changesOf, watchStep } from "../server/sermons/observe-step.ts";
import { runGeneration } from "../server/sermons/run-generation.privileged.ts";
import { startGeneration } from "../server/sermons/start-generation.privileged.ts";
import { startQueue } from "../server/jobs/queue.ts";

type Row = [what: string, figure: string, ratio: string];
type Vendors = { writer: Writer; voice: Voice; illustrator: Illustrator };

const never = new AbortController().signal;
const USER = "00000000-0000-4000-8000-000000000002";
const TEXT_MS = 20_000;
const VOICE_MS = 15_000;
const IMAGE_MS = 12_000;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The built-in writer's text, streamed word by word over `TEXT_MS` as a model would. */
function slowWriter(): Writer {
  return {
    ...createComposer(),
    async *write(request, signal) {
      const started = performance.now();
      for await (const event of createComposer().write(request, signal)) {
        if (event.type === "image") yield event;
        if (event.type !== "done") continue;
        const words = event.written.content.split(/(?<=\s)/u);
        for (const [i, text] of words.entries()) {
          await pause(Math.max(started + (TEXT_MS * (i + 1)) / words.length - performance.now(), 0));
          yield { type: "text", text };
        }
        yield event;
      }
    },
  };
}

/** A voice that takes `VOICE_MS` in all, one block after another. `waits`: it starts only with the complete text. */
function slowVoice(waits: boolean, onFirstAudio: () => void): Voice {
  const perWord = VOICE_MS / 660;
  return {
    engine: "simulated voice",
    remote: false,
    close: async () => {},
    async speak({ blocks, early, voice }) {
      const spoken = new Set<string>();
      const speak = async (block: Block): Promise<void> => {
        const said = JSON.stringify(block.words);
        if (!block.spoken || spoken.has(said)) return;
        spoken.add(said);
        await pause(countSpokenWords([block]) * perWord);
        onFirstAudio();
      };
      if (!waits) for await (const block of early ?? []) await speak(block);
      for (const block of await blocks) await speak(block);
      return { mp3: new Uint8Array([1]), seconds: 300, timings: { version: 1, seconds: 300, sentences: [] }, voice };
    },
  };
}

const slowIllustrator: Illustrator = {
  engine: "simulated image",
  remote: false,
  async draw() {
    await pause(IMAGE_MS);
    return { webp: new Uint8Array([1]), width: 1536, height: 864, alt: "" };
  },
};

interface Times {
  words: number;
  /** Milliseconds until the first words, until the recording can be heard, and until each step was stored. */
  sound: number;
  text: number;
  voice: number;
  image: number;
  all: number;
}

/** Starts one generation and follows its steps as the browser's requests do. */
async function generate(db: Database, ownerUrl: string, vendors: Vendors, minutes: Duration): Promise<Times> {
  const notifications = await listen(ownerUrl, [GENERATION_CHANNEL], () => {});
  const stored = { upload: async () => ({ error: null }), download: async () => ({ data: null, error: new Error("not kept") }) };
  const supabase = { storage: { from: () => stored } } as unknown as SupabaseClient;
  const budgets = { writer: null, voice: null, image: null };
  const queue = await startQueue({
    pool: db.owner,
    handlers: { "run-generation": runGeneration({ ...vendors, db, supabase, budgets }) },
    concurrency: 2,
    drainSeconds: 5,
    onError: (_task, error) => console.error(error),
    onEnd: (error) => console.error(error),
  });
  const used: Partial<FunctionContext> = { db, notifications };
  const context = used as FunctionContext;
  const started = performance.now();
  const since = (): number => performance.now() - started;
  const id = await startGeneration(db, { userId: USER, prompt: "forgiving my father", minutes, voice: "John" });
  let words = 0;
  const done = async (kind: "text" | "voice" | "image" | "save"): Promise<number> => {
    for await (const step of watchStep(context, { role: "authenticated", sub: USER }, id, kind, never)) {
      if (kind === "text" && words === 0 && step.draft !== "") words = since();
      if (step.status === "error") throw new Error(`${kind} failed: ${step.error_code}`);
    }
    return since();
  };
  const ended = new AbortController();
  const heard = async (): Promise<number> => {
    for await (const _ of changesOf(context, id, ended.signal)) {
      const { rowCount } = await db.owner.query("select from public.growing_recording_parts where generation_id = $1 limit 1", [
        id,
      ]);
      if (rowCount) return since();
    }
    return 0;
  };
  const sounding = heard();
  const [text, voice, image, all] = await Promise.all([done("text"), done("voice"), done("image"), done("save")]);
  ended.abort();
  const sound = await sounding;
  await queue.stop();
  await notifications.close();
  return { words, sound, text, voice, image, all };
}

/** Makes the person whose sermons are generated here. */
async function subscribe(db: Database): Promise<void> {
  await db.owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, 'generation@example.com', now())", [
    USER,
  ]);
  await db.owner.query(
    `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end)
     values ('sub_bench', $1, 'active', 'price_bench', now(), now() + interval '1 month')`,
    [USER],
  );
  await db.owner.query("select billing.start_period($1, 'bench', 36000, now(), now() + interval '1 month', 'bench', 1499)", [
    USER,
  ]);
}

/** With vendors as slow as models are. */
async function benchModels(db: Database, ownerUrl: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const waits of [false, true]) {
    let firstAudio = 0;
    const began = performance.now();
    const voice = slowVoice(waits, () => (firstAudio ||= performance.now() - began));
    const times = await generate(db, ownerUrl, { writer: slowWriter(), voice, illustrator: slowIllustrator }, 5);
    const chain = waits ? TEXT_MS + VOICE_MS : TEXT_MS;
    const name = waits ? "text 20 s, then voice 15 s" : "text 20 s, voice 15 s beside it";
    rows.push(
      [`${name}, image 12 s: all ready`, seconds(times.all), `${(times.all / chain).toFixed(2)} x the slowest chain`],
      [`  first words, text`, `${seconds(times.words)}, ${seconds(times.text)}`, ""],
      [`  first audio, recording`, `${seconds(firstAudio)}, ${seconds(times.voice)}`, ""],
      [`  picture`, seconds(times.image), ""],
    );
  }
  return rows;
}

/** With the embedded ones: when the first words can be heard, and when all is ready; cold, and with the processes of the voice still there. */
async function benchEmbedded(db: Database, ownerUrl: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const minutes of [5, 10] as const) {
    const voice = createFliteVoice();
    for (const name of ["cold", "warm"]) {
      const times = await generate(db, ownerUrl, { writer: createComposer(), voice, illustrator: createDrawnImages() }, minutes);
      const parts = `text ${seconds(times.text)}, recording ${seconds(times.voice)}, picture ${seconds(times.image)}`;
      rows.push(
        [`embedded, ${minutes} minutes, voice ${name}: first sound`, seconds(times.sound), "aim: 1.5 s"],
        [`  all ready`, seconds(times.all), parts],
      );
    }
    await voice.close();
  }
  return rows;
}

/** Whole generations through the queue and the runner. With `embeddedOnly` those of a new installation alone. */
export async function benchGeneration(db: Database, ownerUrl: string, embeddedOnly = false): Promise<Row[]> {
  await subscribe(db);
  const models = embeddedOnly ? [] : await benchModels(db, ownerUrl);
  return [...models, ...(await benchEmbedded(db, ownerUrl))];
}
