import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { createDatabase } from "../support/database.ts";
import { launchProgram, startProgram, type Program } from "../support/program.ts";
import { PASSWORD, signUpAndPay } from "../support/sign-up.ts";
import { freePort } from "../support/free-port.ts";
import type { TestApp } from "../support/start-app.ts";

// The real program with the embedded PostgreSQL is killed with SIGKILL and started again on the same data directory.

const TOPIC = "forgiving my father";
/** `npm run soak` kills it twenty times. */
const ROUNDS = Number(process.env["CRASH_ROUNDS"] ?? 4);

let dataDir: string;
let port: number;
let sandboxPort: number;
let url: string;
let keys: Keys;
let running: Program | null = null;
const launches: Program[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lampstand-crash-"));
  [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  url = `http://localhost:${port}`;
  keys = await loadKeys({ jwtSecret: TEST_JWT_SECRET }, dataDir);
});
afterAll(async () => {
  try {
    // The next start ends the PostgreSQL of a killed process, so the program is started once more and stopped in order.
    if (!running) await start();
    await end("SIGTERM");
  } finally {
    // Only failed tests leave processes.
    for (const each of launches) await each.end("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function start(): Promise<void> {
  running = await startProgram({ PORT: `${port}`, PAYMENTS_SANDBOX_PORT: `${sandboxPort}`, DATA_DIR: dataDir });
  launches.push(running);
}

async function end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  await running?.end(signal);
  running = null;
}

/** Output and exit code of a start that fails. */
async function failedStart(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const failing = launchProgram({ PORT: `${await freePort()}`, PAYMENTS_SANDBOX_PORT: `${await freePort()}`, ...env });
  launches.push(failing);
  const [code] = (await once(failing.process, "close")) as [number | null];
  return { code, said: failing.said() };
}

const client = (key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });
/** The part of an app that a sign-up uses. */
function app(): TestApp {
  const running: Partial<TestApp> = { url, keys, visitor: () => client(keys.anonKey) };
  return running as TestApp;
}

interface Generating {
  ruth: SupabaseClient;
  /** Resolves with the answer of `generate-sermon`. */
  text: Promise<{ sermon: string; generationId: string }>;
}

async function invoke<T>(ruth: SupabaseClient, name: string, body: object): Promise<T> {
  const { data, error } = await ruth.functions.invoke<T>(name, { body });
  if (error || data === null) throw new Error(`${name} failed`, { cause: error });
  return data;
}

/** Waits until the generation is stored. */
async function accepted({ ruth }: Generating): Promise<void> {
  await expect.poll(async () => (await ruth.from("generations").select("id")).data?.length, { interval: 5 }).toBe(1);
}
async function written({ text }: Generating): Promise<void> {
  await text;
}
async function drawn({ ruth, text }: Generating): Promise<void> {
  await invoke(ruth, "generate-image", { prompt: TOPIC, generationId: (await text).generationId });
}
async function spoken({ ruth, text }: Generating): Promise<void> {
  const { sermon, generationId } = await text;
  await invoke(ruth, "generate-voice", { text: sermon, voice: "John", generationId });
}

async function saved({ ruth, text }: Generating): Promise<void> {
  const { generationId } = await text;
  const state = async () => (await ruth.from("generations").select("state").eq("id", generationId)).data;
  await expect.poll(state, { interval: 5 }).toEqual([{ state: "finished" }]);
}

const BOUNDARIES: [name: string, reached: (generating: Generating) => Promise<void>][] = [
  ["as soon as the generation is stored", accepted],
  ["when the text is written", written],
  ["when the picture is drawn", drawn],
  ["when the recording is stored", spoken],
  ["when all is saved", saved],
];

const addressOf = (round: number): string => `ruth${round}@example.com`;
// Every other user has paid; since there are five boundaries, more rounds reach each of them with both kinds of user.
const KILLS = Array.from({ length: ROUNDS }, (_, round) => {
  const [name, reached] = BOUNDARIES[round % BOUNDARIES.length] ?? ["", accepted];
  return { round, name, reached, counted: round % 2 === 0 ? ("its trial day" as const) : ("its minutes" as const) };
});

/** The trial days, trial sermons and minutes that are used up. */
async function used(ruth: SupabaseClient): Promise<{ days: unknown; sermons: unknown; minutes: unknown }> {
  const { data: days } = await ruth.from("trial_uses").select("generation_id");
  const { data: profile } = await ruth.from("profiles").select("trial_generations_used").single();
  const status = await invoke<{ quota: { minutesUsed: number } | null }>(ruth, "check-subscription", {});
  return { days, sermons: profile?.trial_generations_used, minutes: status.quota?.minutesUsed ?? null };
}

test.for(KILLS)(
  "killed $name: the next start finishes one sermon, $counted counted once (round $round)",
  async ({ round, reached, counted }) => {
    if (!running) await start();
    const email = addressOf(round);
    const ruth = await signUpAndPay(app(), email);
    if (counted === "its minutes") await invoke(ruth, "create-checkout-session", { email, endTrial: true });
    const generating: Generating = {
      ruth,
      text: invoke(ruth, "generate-sermon", { prompt: TOPIC, duration: "5", voice: "John" }),
    };
    // The request fails if the program is killed before it answers.
    generating.text.catch(() => {});
    await reached(generating);
    await end("SIGKILL");
    await start();

    await expect
      .poll(async () => (await ruth.from("generations").select("state")).data, { interval: 100 })
      .toEqual([{ state: "finished" }]);
    const { data: steps } = await ruth.from("generation_steps").select("kind, status").order("kind");
    expect(steps).toEqual(["image", "save", "text", "voice"].map((kind) => ({ kind, status: "completed" })));

    const { data: sermons } = await ruth.from("sermons").select("id, title, content, audio_url, image_url");
    expect(sermons).toEqual([expect.objectContaining({ title: TOPIC })]);
    const { id, content, audio_url: audio, image_url: image } = (sermons ?? [])[0] as Record<string, string>;
    expect((await generating.text.catch(() => null))?.sermon ?? content).toBe(content);
    expect((await ruth.storage.from("sermon-audio").download(audio ?? "")).data?.size).toBeGreaterThan(1_000_000);
    expect((await ruth.storage.from("sermon-images").download(image ?? "")).data?.size).toBeGreaterThan(10_000);

    const recorded = await ruth.from("generation_steps").select("seconds:output->>seconds").eq("kind", "voice").single();
    // Minutes are rounded up, to at most the five that were requested.
    const minutes = Math.ceil(Math.min(Number(recorded.data?.seconds), 300) / 60);
    expect(minutes).toBeGreaterThan(3);
    expect(await used(ruth)).toEqual(
      counted === "its minutes"
        ? { days: [], sermons: 0, minutes }
        : { days: [{ generation_id: id }], sermons: 1, minutes: null },
    );
    // A step that was running starts once more, a completed one does not.
    const starts = await client(keys.serviceRoleKey).from("vendor_starts").select("vendor").eq("generation_id", id);
    for (const vendor of ["writer", "voice", "image"])
      expect(starts.data?.filter((each) => each.vendor === vendor).length, vendor).toBeLessThanOrEqual(2);
  },
);

test("the log of these runs has requests and errors, but no topic, text, address, password, key or token", async () => {
  /** The whole output of all runs, including the request log. */
  const everything = launches.map((each) => each.said()).join("");
  expect(everything).toContain('"route":"/functions/v1/generate-sermon"');
  const { data: sermons } = await client(keys.serviceRoleKey).from("sermons").select("content, audio_url");
  expect(sermons).toHaveLength(ROUNDS);
  const lines = (sermons ?? []).flatMap(({ content }) => (content as string).split("\n").filter((line) => line.length > 20));
  const media = (sermons ?? []).map((each) => each.audio_url as string);
  const people = [...KILLS.map(({ round }) => addressOf(round)), "Test Person", PASSWORD, "4242424242424242"];
  const secrets = [TOPIC, ...lines, ...media, ...people, keys.jwtSecret, "eyJ", "token_hash=", "cs_test_", "cus_"];
  for (const secret of secrets) expect(everything.includes(secret), secret).toBe(false);
});

test("a second start on the same data directory fails with the process that uses it, which keeps running", async () => {
  if (!running) await start();
  const { code, said } = await failedStart({ DATA_DIR: dataDir });
  expect(code).toBe(78);
  expect(said).toContain(url);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test("a port in use fails the start with its number and the setting to change", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port: occupied } = other.address() as AddressInfo;
  const database = await createDatabase();
  const own = await mkdtemp(join(tmpdir(), "lampstand-crash-"));
  const { code, said } = await failedStart({ DATABASE_URL: database.ownerUrl, DATA_DIR: own, PORT: `${occupied}` });
  other.close();
  await database.drop();
  await rm(own, { recursive: true, force: true });
  expect(code).toBe(78);
  expect(said).toContain(`PORT ${occupied} is taken by another program; choose another with PORT=`);
  expect(said).not.toContain("    at ");
});

test("an unusable data directory fails the start with its name, without a stack trace", async () => {
  const file = join(dataDir, "a-file");
  await writeFile(file, "");
  const { code, said } = await failedStart({ DATA_DIR: join(file, "data") });
  expect(code).toBe(1);
  expect(said).toContain(join(file, "data"));
  expect(said).not.toContain("    at ");
});
