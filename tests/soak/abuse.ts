import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import sharp from "sharp";
import { honestClient, type HonestClient } from "./honest-client.ts";
import type { HostileOrders } from "./hostile.worker.ts";
import { addPeople, generationsEnded } from "./people.ts";
import type { Memory } from "./process-memory.ts";
import { startProgram, type Program } from "./program.ts";
import type { SamplesByName } from "./samples.ts";
import { judge, memoryRecovered, report, type Findings } from "./verdict.ts";

// Twenty honest clients alone, then beside twenty hostile ones, against one real program. Exits with 1 if the hostile ones affected
// the others.

/** Seconds of each of the two phases: as long as a window of the request limits, so that each hostile client uses its limit up once. */
const SECONDS = Number(process.env["ABUSE_SECONDS"] ?? 30);
/** Parts of the names of the kinds to look at, separated by commas; all without it. */
const ONLY = (process.env["ABUSE_KINDS"] ?? "").split(",").filter(Boolean);
const CLIENTS = 20;
const GENERATING = 2;
const GENERATIONS_MS = 180_000;
const MEMORY_RETURNS_MS = 60_000;

/** A JPEG of the size that the browser uploads after it has scaled a photo down. */
async function drawPicture(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const blank = sharp({ create: { width: 800, height: 800, channels: 3, background: "#345", noise } });
  return new Uint8Array(await blank.jpeg().toBuffer());
}

async function visits(clients: readonly HonestClient[], seconds: number, generating = GENERATING): Promise<SamplesByName> {
  const samples: SamplesByName = {};
  const until = performance.now() + seconds * 1000;
  const does = (i: number) => ({ uploads: generating > 0, generates: i < generating });
  await Promise.all(clients.map((client, i) => client.visit(until, does(i), samples)));
  return samples;
}

interface HostileClients {
  attack(): void;
  /** Ends the attack and returns how its requests ended. */
  stop(): Promise<SamplesByName>;
}

/** Prepares the hostile clients in a worker thread, so that their work does not delay what the honest clients measure. */
async function prepareHostile(orders: HostileOrders): Promise<HostileClients> {
  const worker = new Worker(new URL("hostile.worker.ts", import.meta.url), { workerData: orders });
  const failed = new Promise<never>((_, reject) => worker.once("error", reject));
  // `answer` below reports it; this avoids an unhandled rejection until then.
  failed.catch(() => {});
  const answer = (): Promise<unknown> =>
    Promise.race([failed, new Promise<unknown>((resolve) => worker.once("message", resolve))]);
  await answer();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    attack: () => worker.postMessage("attack"),
    stop: async () => {
      const samples = answer();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
      worker.postMessage("stop");
      const met = (await samples) as SamplesByName;
      await worker.terminate();
      return met;
    },
  };
}

/** Samples the program's memory every half second. `peak` stops and returns the maximum. */
function watchMemory(program: Program): { peak: () => Promise<Memory> } {
  const peak: Memory = { node: 0, postgres: 0 };
  const stop = new AbortController();
  const watching = (async () => {
    while (!stop.signal.aborted) {
      const now = await program.memory();
      peak.node = Math.max(peak.node, now?.node ?? 0);
      peak.postgres = Math.max(peak.postgres, now?.postgres ?? 0);
      await pause(500);
    }
  })();
  return {
    peak: async () => {
      stop.abort();
      await watching;
      return peak;
    },
  };
}

/**
 * Waits at most a minute for memory to return to about `before`; returns the last sample. Some requests continue, because an idle
 * Node.js does not collect garbage.
 */
async function memoryAtRest(program: Program, clients: readonly HonestClient[], before: Memory): Promise<Memory | null> {
  for (const deadline = Date.now() + MEMORY_RETURNS_MS; ;) {
    const now = await program.memory();
    if (!now || memoryRecovered(before, now) || Date.now() > deadline || program.died()) return now;
    await visits(clients.slice(-3), 1, 0);
  }
}

async function run(program: Program): Promise<Findings> {
  const { honest, hostile } = await addPeople(program, { honest: CLIENTS, hostile: CLIENTS });
  const picture = await drawPicture();
  const clients = honest.map((person) => honestClient(program, person, picture));
  for (const client of clients) await client.signIn({});
  // Warms up query plans, compiled code and connection pools, so that both phases start alike.
  await visits(clients, Math.min(5, SECONDS));
  await generationsEnded(program, GENERATIONS_MS);

  const target = { url: program.url, anonKey: program.keys.anonKey };
  const attackers = await prepareHostile({ target, people: hostile, only: ONLY });
  const alone = await visits(clients, SECONDS);
  await generationsEnded(program, GENERATIONS_MS);
  const before = await program.memory();

  const watch = watchMemory(program);
  attackers.attack();
  const beside = await visits(clients, SECONDS);
  const met = await attackers.stop();
  const peak = await watch.peak();
  const finished = program.died() === null && (await generationsEnded(program, GENERATIONS_MS));
  const after = before && (await memoryAtRest(program, clients, before));
  const memory = before && after ? { before, peak, after } : null;
  return { alone, beside, hostile: met, finished, memory, died: program.died() };
}

const program = await startProgram();
try {
  const findings = await run(program);
  const problems = judge(findings);
  console.log(`\n${report(findings)}\n`);
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  if (findings.died) console.log(program.said().slice(-4000));
  console.log(
    problems.length > 0 ? "The hostile clients affected the others." : "ok: the hostile clients did not affect the others.",
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await program.stop();
}
