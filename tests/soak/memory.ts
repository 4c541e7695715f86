import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { createSubscriber } from "../support/people.ts";
import { generationsEnded, HONEST_NETWORK } from "./people.ts";
import type { Resident } from "./process-memory.ts";
import { startProgram, type Program } from "./program.ts";

// `npm run soak -- memory`: waves of sermons with pauses between them, in the program as `npm start` runs it. Prints the memory of its
// processes and exits with 1 if more is kept than the bound below says (docs/decisions/075).

const WAVES = Number(process.env["MEMORY_WAVES"] ?? 6);
const SERMONS = Number(process.env["MEMORY_SERMONS"] ?? 16);
const PAUSE_MS = Number(process.env["MEMORY_PAUSE_SECONDS"] ?? 15) * 1000;
/** So long after the last wave the voices have ended. */
const REST_MS = 75_000;
const WAVE_MS = 600_000;

const MB = 2 ** 20;
/** What the program may keep after any number of sermons. */
const MAX_PROGRAM_BYTES = 350 * MB;

type Row = [when: string, ...sizes: number[]];
const rowOf = (when: string, { supervisor, program, helpers, postgres }: Resident): Row => [
  when,
  supervisor,
  program,
  helpers,
  postgres,
];
const write = ([when, ...sizes]: Row): void =>
  console.log(when.padEnd(22), ...sizes.map((size) => (size / MB).toFixed(0).padStart(11)));

async function ask({ url, keys }: Program, userId: string, i: number): Promise<void> {
  const token = await signToken({ sub: userId, role: "authenticated", exp: Math.ceil(Date.now() / 1000) + 3600 }, keys);
  const answer = await fetch(`${url}/functions/v1/generate-sermon`, {
    method: "POST",
    headers: {
      apikey: keys.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-forwarded-for": `${HONEST_NETWORK}.${1 + (i % 250)}`,
    },
    body: JSON.stringify({ prompt: "I lie awake worrying about my daughter", duration: "5", voice: "John" }),
  });
  // The text alone is waited for; where that is not answered in time, the sermon goes on.
  if (answer.status >= 400 && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.body?.cancel();
}

/** The largest size of each kind while `work` goes on. */
async function peakDuring(program: Program, work: Promise<unknown>): Promise<Resident> {
  const peak: Resident = { supervisor: 0, program: 0, helpers: 0, postgres: 0 };
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      const now = await program.resident();
      for (const key of Object.keys(peak) as (keyof Resident)[]) peak[key] = Math.max(peak[key], now?.[key] ?? 0);
      await pause(200);
    }
  })();
  await work.finally(() => over.abort());
  await sampling;
  return peak;
}

const now = async (program: Program): Promise<Resident> => {
  const resident = await program.resident();
  if (!resident) throw new Error("memory can be read on Linux alone");
  return resident;
};

async function run(program: Program, owner: pg.Pool): Promise<boolean> {
  console.log("MB".padEnd(22), ...["supervisor", "program", "helpers", "PostgreSQL"].map((name) => name.padStart(11)));
  await pause(PAUSE_MS);
  write(rowOf("idle, before", await now(program)));
  for (let wave = 1; wave <= WAVES; wave++) {
    const people: string[] = [];
    for (let i = 0; i < SERMONS; i++) people.push(await createSubscriber(owner));
    const began = performance.now();
    const all = async (): Promise<void> => {
      await Promise.all(people.map((id, i) => ask(program, id, wave * SERMONS + i)));
      if (!(await generationsEnded(program, WAVE_MS))) throw new Error("a sermon did not end");
    };
    write(rowOf(`wave ${wave}, peak`, await peakDuring(program, all())));
    const took = (performance.now() - began) / 1000;
    await pause(PAUSE_MS);
    write(rowOf(`wave ${wave} (${took.toFixed(0)} s), after`, await now(program)));
  }
  await pause(REST_MS);
  const rest = await now(program);
  write(rowOf("at rest", rest));
  return rest.program + rest.helpers <= MAX_PROGRAM_BYTES;
}

const { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_ } = process.env;
const program = await startProgram({
  supervised: true,
  env: { MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_, MALLOC_TRIM_THRESHOLD_, JOB_CONCURRENCY: process.env["JOB_CONCURRENCY"] },
});
const owner = new pg.Pool({ connectionString: program.databaseUrl, max: 2 });
try {
  const settled = await run(program, owner);
  if (!settled) console.log("FAILED: the program keeps too much after its sermons");
  process.exitCode = settled && !program.died() ? 0 : 1;
} catch (error) {
  console.log(program.said().slice(-4000));
  throw error;
} finally {
  await owner.end();
  await program.stop();
}
