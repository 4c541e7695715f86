import { setTimeout as pause } from "node:timers/promises";
import bcrypt from "bcrypt";
import pg from "pg";
import { z } from "zod";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { honestClient } from "./honest-client.ts";
import { addLibrary, addPerson, COST, generationsEnded, PASSWORD, type Honest } from "./people.ts";
import type { Resident } from "./process-memory.ts";
import { startProgram, type Program } from "./program.ts";
import { countEndings, DELIBERATE, isServerFault, NO_ANSWER, quantile, record, timed, type SamplesByName } from "./samples.ts";

// `npm run soak -- load`: a thousand people browse and listen for ten minutes, thirty ask for sermons at once, and visitors read the public
// pages, against the program as `npm start` runs it. Prints the time of each kind of request, what those who waited were told and what came
// true, and the memory. Exits with 1 after an error, where visitors waited or memory grew.

const PEOPLE = Number(process.env["LOAD_PEOPLE"] ?? 1000);
const MINUTES = Number(process.env["LOAD_MINUTES"] ?? 10);
const ASKING = Number(process.env["LOAD_SERMONS"] ?? 30);
/** Average time between two requests of a person. */
const PAUSE_MS = 10_000;
const VISITORS = 5;
const VISITOR_PAUSE_MS = 500;
const PUBLIC_PAGES = ["/", "/about", "/features", "/faqs", "/login", "/sign-up"];
/** Nine of ten public pages come in this time. */
const VISITORS_WAIT_MS = 50;
/** So long after the last sermon the voices have ended. */
const REST_MS = 45_000;
/** Memory counts as flat if at rest it is at most so many times what it was in the tenth of the time before the sermons were asked for. */
const MAX_GROWTH = 1.5;
const SERMONS_MS = 300_000;

/** Of the networks for benchmarks (RFC 2544). */
const addressOf = (i: number): string => `198.18.${i >> 8}.${i & 255}`;

async function addPeople(program: Program, owner: pg.Pool): Promise<Honest[]> {
  const hash = await bcrypt.hash(PASSWORD, COST);
  const people: Honest[] = [];
  for (let i = 0; i < PEOPLE; i++) people.push(await addLibrary(owner, program, await addPerson(owner, hash, addressOf(i))));
  return people;
}

async function visitPages({ url }: Program, visitor: number, until: number, samples: SamplesByName): Promise<void> {
  for (let i = visitor; performance.now() < until; i++) {
    const page = PUBLIC_PAGES[i % PUBLIC_PAGES.length] ?? "/";
    const headers = { "x-forwarded-for": `198.19.0.${visitor}`, "accept-encoding": "br" };
    record(samples, "public page", await timed(() => fetch(url + page, { headers })));
    await pause(Math.random() * 2 * VISITOR_PAUSE_MS);
  }
}

const place = z.object({ ahead: z.int(), seconds: z.int().nullable() }).nullable();

/**
 * What somebody who waited was told at the first time at which they were told more than their place, and what came true: seconds from that
 * moment. Nobody is told a time before three sermons have ended.
 */
interface Wait {
  /** How many were before them when they began to wait. */
  ahead: number;
  told: number | null;
  came: number;
  /** Seconds from asking. */
  began: number;
}

async function askForSermon(program: Program, owner: pg.Pool, person: Honest, samples: SamplesByName): Promise<Wait | null> {
  const { url, keys } = program;
  const token = await signToken({ sub: person.id, role: "authenticated", exp: Math.ceil(Date.now() / 1000) + 3600 }, keys);
  const post = (path: string, body: object) =>
    timed(() =>
      fetch(url + path, {
        method: "POST",
        headers: {
          apikey: keys.anonKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "x-forwarded-for": person.address,
        },
        body: JSON.stringify(body),
      }),
    );
  const prompt = "I lie awake worrying about my daughter";
  let isAnswered = false;
  const ask = async (): Promise<void> => {
    record(samples, "generate-sermon", await post("/functions/v1/generate-sermon", { prompt, duration: "5", voice: "John" }));
    isAnswered = true;
  };
  const text = ask();
  let id: string | undefined;
  while (id === undefined) {
    // Refused.
    if (isAnswered) return null;
    const { rows } = await owner.query<{ id: string }>("select id from public.generations where user_id = $1", [person.id]);
    id = rows[0]?.id;
    if (id === undefined) await pause(50);
  }
  const asked = performance.now();
  let ahead: number | null = null;
  let told: { seconds: number | null; at: number } = { seconds: null, at: asked };
  for (;;) {
    const answer = await post("/rest/v1/rpc/place_in_line", { _generation_id: id });
    record(samples, "place in line", answer);
    const now = answer.status === 200 ? place.parse(JSON.parse(answer.text)) : null;
    ahead ??= now?.ahead ?? null;
    if (now && told.seconds === null) told = { seconds: now.seconds, at: performance.now() };
    if (answer.status === 200 && now === null) break;
    await pause(1000);
  }
  const began = performance.now();
  await text;
  return ahead === null ? null : { ahead, told: told.seconds, came: (began - told.at) / 1000, began: (began - asked) / 1000 };
}

const MB = 2 ** 20;
const total = ({ program, helpers }: Resident): number => (program + helpers) / MB;

function table(samples: SamplesByName): void {
  console.log("request".padEnd(22), ...["count", "p50 ms", "p99 ms"].map((name) => name.padStart(8)), "  not answered with 2xx");
  for (const [name, { ms, endings }] of Object.entries(samples)) {
    const numbers = [ms.length, quantile(ms, 0.5), quantile(ms, 0.99)].map((value) => value.toFixed(0).padStart(8));
    const other = Object.entries(endings).filter(([ending]) => !ending.startsWith("2"));
    console.log(name.padEnd(22), ...numbers, "  ", other.map(([ending, count]) => `${ending}: ${count}`).join(", "));
  }
}

async function run(program: Program, owner: pg.Pool): Promise<string[]> {
  const people = await addPeople(program, owner);
  console.log(`${PEOPLE} people, ${MINUTES} minutes, ${ASKING} sermons at once`);
  const samples: SamplesByName = {};
  const picture = new Uint8Array();
  const began = performance.now();
  const length = MINUTES * 60_000;
  const until = began + length;
  const memory: { at: number; size: Resident }[] = [];
  const watch = async (): Promise<void> => {
    while (performance.now() < until) {
      const size = await program.resident();
      if (size) memory.push({ at: (performance.now() - began) / length, size });
      await pause(1000);
    }
  };
  const browse = async (person: Honest): Promise<void> => {
    const client = honestClient(program, person, picture);
    // They come in the first third.
    await pause((Math.random() * length) / 3);
    await client.signIn(samples);
    await client.visit(until, { uploads: false, generates: false, pauseMs: PAUSE_MS }, samples);
  };
  const askAll = async (): Promise<(Wait | null)[]> => {
    await pause(length / 2);
    return Promise.all(people.slice(0, ASKING).map((person) => askForSermon(program, owner, person, samples)));
  };
  const [waits] = await Promise.all([
    askAll(),
    watch(),
    ...people.map(browse),
    ...Array.from({ length: VISITORS }, (_, i) => visitPages(program, i, until, samples)),
  ]);
  const finished = await generationsEnded(program, SERMONS_MS);
  await pause(REST_MS);
  const rest = await program.resident();

  table(samples);
  console.log("\nwaited for a turn: before them, told s, it came after s, began s after asking");
  for (const wait of waits.filter((one) => one !== null).toSorted((a, b) => a.ahead - b.ahead))
    console.log(
      `${wait.ahead}`.padStart(4),
      `${wait.told ?? "-"}`.padStart(6),
      (wait.told === null ? "-" : wait.came.toFixed(1)).padStart(8),
      wait.began.toFixed(1).padStart(8),
    );
  const during = (from: number, to: number) => memory.filter(({ at }) => at >= from && at < to).map(({ size }) => total(size));
  const most = (sizes: number[]): number => Math.max(0, ...sizes);
  const [before, peak, after] = [most(during(0.4, 0.5)), most(during(0, 1)), rest ? total(rest) : NaN];
  console.log(
    `\nmemory of the program and its helpers, MB: before ${before.toFixed(0)}, most ${peak.toFixed(0)}, at rest ${after.toFixed(0)}`,
  );

  const failedAt = Object.values(samples)
    .flatMap((one) => one.failedAt)
    .map((at) => Math.floor((at - began) / 1000));
  const bySecond = Object.entries(Object.groupBy(failedAt, (second) => second));
  if (bySecond.length > 0)
    console.log(`\nfailed in second: ${bySecond.map(([second, all]) => `${second}: ${all?.length}`).join(", ")}`);

  const problems: string[] = [];
  const failed = countEndings(samples, (ending) => isServerFault(ending) || ending === DELIBERATE || ending === NO_ANSWER);
  if (failed > 0) problems.push(`${failed} requests failed`);
  const visitors = quantile(samples["public page"]?.ms ?? [], 0.9);
  // Negated, so that NaN is a problem too.
  if (!(visitors <= VISITORS_WAIT_MS)) problems.push(`one of ten public pages took more than ${visitors.toFixed(0)} ms`);
  if (!finished) problems.push("a sermon did not end");
  if (!(after <= before * MAX_GROWTH)) problems.push("memory grew");
  const died = program.died();
  if (died) problems.push(died);
  return problems;
}

const program = await startProgram({ supervised: true });
const owner = new pg.Pool({ connectionString: program.databaseUrl, max: 4 });
try {
  const problems = await run(program, owner);
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} catch (error) {
  console.log(program.said().slice(-4000));
  throw error;
} finally {
  await owner.end();
  await program.stop();
}
