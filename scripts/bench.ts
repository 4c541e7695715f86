import { MIGRATION_FOLDERS } from "../server/database.ts";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { readSermon } from "../shared/sermon-text.ts";
import { createDrawnImages } from "../server/vendors/image/drawn/drawn.ts";
import { createFliteVoice } from "../server/vendors/voice/flite/flite.ts";
import { createComposer } from "../server/vendors/writer/composer/composer.ts";
import type { WrittenSermon } from "../server/vendors/writer/writer.ts";
import { asUser, queryAsUser, type RequestContext, authenticatorPassword, openDatabase, migrate } from "@lampstand/database";
import { benchAuth } from "./bench-auth.ts";
import { benchContact } from "./bench-contact.ts";
import { benchFiles } from "./bench-files.ts";
import { benchFeed } from "./bench-feed.ts";
import { benchGeneration } from "./bench-generation.ts";
import { benchLibrary } from "./bench-library.ts";
import { startEmbeddedPostgres } from "@lampstand/embedded-postgres";

// Figures of one run on one machine: read the ratios, not the milliseconds.

const signal = new AbortController().signal;
const rows: [what: string, figure: string, ratio: string][] = [];

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  return [await work(), performance.now() - started];
}

async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) taken.push((await timed(work))[1]);
  return taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

async function write(minutes: 5 | 10, seed: string): Promise<WrittenSermon> {
  for await (const event of createComposer().write({ topic: "forgiving my father", minutes, seed, memory: [] }, signal))
    if (event.type === "done") return event.written;
  throw new Error("nothing was written");
}

async function sermons(): Promise<void> {
  const written = await write(5, "bench");
  const compose = await median(20, async () => write(5, String(Math.random())));
  rows.push(["text of 5 minutes", `${compose.toFixed(0)} ms`, ""]);
  for (const workers of [1, 2]) {
    const voice = createFliteVoice({ workers });
    const [spoken, ms] = await timed(() => voice.speak({ blocks: readSermon(written.content), voice: "John" }, signal));
    rows.push([
      `voice of 5 minutes, processes: ${workers}`,
      `${(ms / 1000).toFixed(1)} s`,
      `${((spoken.seconds * 1000) / ms).toFixed(0)} x real time`,
    ]);
    await voice.close();
  }
  const image = await median(12, () => createDrawnImages().draw({ ...written.image, seed: String(Math.random()) }, signal));
  rows.push(["image", `${image.toFixed(0)} ms`, ""]);
}

/** Calls `work` from so many callers at once for two seconds; answers calls per second. */
async function rate(callers: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + 2000;
  let calls = 0;
  const caller = async (): Promise<void> => {
    for (; performance.now() < end; calls++) await work();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return calls / 2;
}

async function database(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lampstand-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const ownerUrl = postgres.ownerConnectionString("postgres");
  const password = authenticatorPassword("a secret of the benchmark alone, 32 characters");
  await migrate({ folders: MIGRATION_FOLDERS, ownerUrl, authenticatorPassword: password });
  const db = openDatabase({ ownerUrl, authenticatorPassword: password, maxConnections: 16, onIdleError: () => {} });
  // Different people, since the requests of one wait for one another (packages/database/user-concurrency.ts).
  const people = Array.from({ length: 32 }, () => randomUUID());
  await db.owner.query("insert into auth.users (id, email) select id, id || '@example.com' from unnest($1::uuid[]) id", [people]);
  await db.owner.query(
    "insert into public.sermons (user_id, title, content) select id, 'title', 'content' from unnest($1::uuid[]) id, generate_series(1, 20)",
    [people],
  );
  let calls = 0;
  const context = (): RequestContext => ({ claims: { role: "authenticated", sub: people[calls++ % people.length] ?? "" } });
  const list = { name: "bench-list", text: "select coalesce(json_agg(s), '[]')::text from public.sermons s" };
  for (const callers of [1, 32]) {
    const flight = await rate(callers, () => queryAsUser(db, context(), list));
    const plain = await rate(callers, () => asUser(db, context(), (tx) => tx.query(list)));
    rows.push([
      `a person's list, callers: ${callers}`,
      `${flight.toFixed(0)}/s in one flight`,
      `${(flight / plain).toFixed(1)} x four round trips`,
    ]);
  }
  rows.push(...(await benchAuth(db)));
  rows.push(...(await benchContact(db, ownerUrl)));
  rows.push(...(await benchGeneration(db, ownerUrl)));
  rows.push(...(await benchLibrary(db)));
  rows.push(...(await benchFiles(db)));
  rows.push(...(await benchFeed(db)));
  await db.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function passwords(): Promise<void> {
  const ms = await median(5, () => bcrypt.hash("a long enough password", 11));
  rows.push(["one password hash (cost 11)", `${ms.toFixed(0)} ms`, "aim: about 100 ms"]);
}

await sermons();
await database();
await passwords();
const memory = process.memoryUsage().rss / 2 ** 20;
rows.push(["memory of this process after it all", `${memory.toFixed(0)} MB`, ""]);
const width = (column: 0 | 1): number => Math.max(...rows.map((row) => row[column].length));
for (const [what, figure, ratio] of rows) console.log(`${what.padEnd(width(0))}  ${figure.padStart(width(1))}  ${ratio}`);
