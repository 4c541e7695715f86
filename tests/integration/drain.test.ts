import { mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import type { Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { createDatabase, type TestDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { startModelServer, type ModelServer } from "../support/model-server.ts";
import { MODEL_SERMON } from "../support/model-sermon.ts";
import { startProgram, type Program } from "../support/program.ts";
import { signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

// SIGTERM to the program while people wait, alone and beside a second process on the same database and folder of files.

let database: TestDatabase;
let dataDir: string;
let models: ModelServer;
let env: Record<string, string>;
let url: string;
let keys: Keys;
let naomi: SupabaseClient;
const programs: Program[] = [];

beforeAll(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "lampstand-drain-"));
  models = await startModelServer();
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  url = `http://localhost:${port}`;
  env = {
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    PAYMENTS_SANDBOX_PORT: `${sandboxPort}`,
    WRITER: "openai",
    WRITER_MODEL: "gpt-5-mini",
    WRITER_BASE_URL: models.urlFor("openai"),
    OPENAI_API_KEY: "sk-test",
  };
  keys = await loadKeys({ jwtSecret: TEST_JWT_SECRET }, dataDir);
});
afterAll(async () => {
  for (const program of programs) await program.end("SIGTERM");
  await models.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(more: Record<string, string>): Promise<Program> {
  const program = await startProgram({ ...env, ...more });
  programs.push(program);
  return program;
}

const client = (key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });

interface Line {
  time: number;
  msg: string;
  job?: string;
  step?: string;
  attempt?: number;
}
const lines = (program: Program): Line[] =>
  program
    .said()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
const told = (program: Program, wanted: Partial<Line>): Line | undefined =>
  lines(program).find((line) => Object.entries(wanted).every(([name, value]) => line[name as keyof Line] === value));
const tells = async (program: Program, wanted: Partial<Line>): Promise<void> => {
  await expect.poll(() => told(program, wanted), { interval: 5 }).toBeDefined();
};

interface Sermon {
  sermon: string;
  generationId: string;
}
const ask = async (person: SupabaseClient, name: string, body: object) => {
  const { data, error } = await person.functions.invoke<Sermon>(name, { body });
  if (error || data === null) throw new Error(`${name} failed`, { cause: error });
  return data;
};
/** A person who has agreed that the model writes. */
async function signUp(email: string): Promise<SupabaseClient> {
  const app: Partial<TestApp> = { url, keys, visitor: () => client(keys.anonKey) };
  const person = await signUpAndPay(app as TestApp, email);
  const config = (await (await fetch(`${url}/config.json`)).json()) as { disclosure: { version: string } };
  const consent = { user_id: (await person.auth.getUser()).data.user?.id, kind: "remote_ai", version: config.disclosure.version };
  expect((await person.from("consents").insert(consent)).error).toBeNull();
  return person;
}
const steps = async (id: string) =>
  (
    await database.db.owner.query(
      "select kind, status, attempt from public.generation_steps where generation_id = $1 order by kind",
      [id],
    )
  ).rows;

test("a process that is told to stop says so, and ends no request and no step that can finish", async () => {
  const program = await start({ DRAIN_DELAY: "2", DRAIN_SECONDS: "150" });
  const ruth = await signUp("ruth@example.com");
  naomi = await signUp("naomi@example.com");

  models.reply({ text: MODEL_SERMON });
  const { sermon, generationId } = await ask(ruth, "generate-sermon", { prompt: "rest", duration: "5", voice: "John" });
  const recording = ask(ruth, "generate-voice", { text: sermon, voice: "John", generationId });
  recording.catch(() => {});
  await tells(program, { msg: "a step began", step: "voice" });
  const ended = once(program.process, "exit");
  program.process.kill("SIGTERM");

  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { interval: 5 }).toBe(503);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.headers.get("connection"), await ready.json()]).toEqual(["close", { status: "draining" }]);
  // A load balancer may still send some.
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  expect(await recording).toMatchObject({ audioFileName: expect.stringMatching(/\.mp3$/) });
  expect(await ended).toEqual([0, null]);
  const completed = ["image", "save", "text", "voice"].map((kind) => ({ kind, status: "completed", attempt: 1 }));
  expect(await steps(generationId)).toEqual(completed);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed");
});

test("a step that can't finish in time is handed back, and a second process begins it at once", async () => {
  const first = await start({ DRAIN_SECONDS: "1" });
  models.reply({ silent: true }, { text: MODEL_SERMON });
  const answer = ask(naomi, "generate-sermon", { prompt: "a quiet evening", duration: "5", voice: "John" });
  answer.catch(() => {});
  await tells(first, { msg: "a step began", step: "text" });
  const second = await start({
    ROLE: "worker",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "mail@example.com",
    DRAIN_SECONDS: "1",
  });
  expect(told(second, { job: "run-generation" })).toBeUndefined();

  await first.end("SIGTERM");
  expect(first.process.exitCode).toBe(0);
  await tells(second, { msg: "a step was completed", step: "text" });
  const handedBack = told(first, { msg: "interrupted: it is done again", job: "run-generation" });
  const takenOver = told(second, { msg: "a job began", job: "run-generation" });
  expect(told(second, { msg: "a step began", step: "text" })?.attempt).toBe(2);
  const wait = (takenOver?.time ?? Number.NaN) - (handedBack?.time ?? Number.NaN);
  // After a failure a job waits for 2.7 s at least.
  expect(wait).toBeLessThan(2500);
  await expect(answer).rejects.toThrow("generate-sermon failed");
});
