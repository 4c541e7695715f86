import { availableParallelism } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { AddressInfo } from "node:net";
import bcrypt from "bcrypt";
import Fastify from "fastify";
import type { Database } from "@lampstand/database";
import { LIMIT_NAMES } from "@lampstand/supabase-server";
import { authRoutes } from "../packages/supabase-server/auth/routes.ts";

type Row = [what: string, figure: string, ratio: string];

const COST = 11;
const PASSWORD = "a long enough password";
const PEOPLE = 20;
const email = (person: number): string => `bench${person}@example.com`;

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Password hashes per second with one running on each core: the upper limit of sign-ins. */
async function hashesPerSecond(): Promise<number> {
  const started = performance.now();
  const each = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await bcrypt.hash(PASSWORD, COST);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, each));
  return (5 * availableParallelism() * 1000) / (performance.now() - started);
}

/**
 * Compares the time of a request for an address with an account and for one without. They alternate, so that other load on this
 * machine affects both alike.
 */
async function knownAndUnknown(what: string, count: number, ask: (person: number) => Promise<unknown>): Promise<Row> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let i = 0; i < count; i++) {
    for (const [times, person] of [
      [known, i % PEOPLE],
      [unknown, PEOPLE + i],
    ] as const) {
      const asked = performance.now();
      await ask(person);
      times.push(performance.now() - asked);
    }
  }
  return [
    `${what}, known / unknown address, medians of ${count}`,
    `${median(known).toFixed(1)} / ${median(unknown).toFixed(1)} ms`,
    `${(median(known) / median(unknown)).toFixed(3)} (aim: 0.9 to 1.1)`,
  ];
}

/** Measures the auth API. The clients run in the same process, so the figures include their cost. */
export async function benchAuth(db: Database): Promise<Row[]> {
  const app = Fastify();
  const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null]));
  const keys = { jwtSecret: "a secret of the benchmark alone, 32 characters" };
  await app.register(
    authRoutes({
      db,
      keys,
      publicUrl: "http://localhost:3000",
      productName: "Lampstand",
      passwordCost: COST,
      limits,
      mailInterval: 0,
    }),
    {
      prefix: "/auth/v1",
    },
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/auth/v1`;
  const post = async (grant: string, body: object): Promise<{ refresh_token: string }> => {
    const answer = await fetch(`${url}/token?grant_type=${grant}`, { method: "POST", body: JSON.stringify(body) });
    return (await answer.json()) as { refresh_token: string };
  };
  const signIn = (person: number, password = PASSWORD): Promise<{ refresh_token: string }> =>
    post("password", { email: email(person), password });

  const hash = await bcrypt.hash(PASSWORD, COST);
  await db.owner.query(
    "insert into auth.users (email, encrypted_password, email_confirmed_at) select 'bench' || i || '@example.com', $1, now() from generate_series(0, $2 - 1) i",
    [hash, PEOPLE],
  );
  const rows: Row[] = [];
  const limit = await hashesPerSecond();

  // Delay of an idle event loop, for comparison: on a busy machine the aim can't be met.
  const idle = monitorEventLoopDelay({ resolution: 10 });
  idle.enable();
  await pause(2000);
  idle.disable();

  const delay = monitorEventLoopDelay({ resolution: 10 });
  const until = performance.now() + 5000;
  let signIns = 0;
  delay.enable();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: PEOPLE }, async (_, person) => {
      for (; performance.now() < until; signIns++) await signIn(person);
    }),
  );
  delay.disable();
  const perSecond = (signIns * 1000) / (performance.now() - started);
  rows.push([
    `sign-ins, ${PEOPLE} at once`,
    `${perSecond.toFixed(1)}/s`,
    `${((100 * perSecond) / limit).toFixed(0)} % of what hashing allows (${limit.toFixed(1)}/s on ${availableParallelism()} cores)`,
  ]);
  const ms = (percentile: number): string => (delay.percentile(percentile) / 1e6).toFixed(0);
  rows.push([
    "event loop meanwhile, p50 / p99 / max",
    `${ms(50)} / ${ms(99)} / ${(delay.max / 1e6).toFixed(0)} ms`,
    `aim: p99 under 50 ms (of an idle loop here: ${(idle.percentile(99) / 1e6).toFixed(0)} ms)`,
  ]);

  const sessions = await Promise.all(Array.from({ length: PEOPLE }, (_, person) => signIn(person)));
  const end = performance.now() + 2000;
  let refreshes = 0;
  await Promise.all(
    sessions.map(async (session) => {
      let { refresh_token } = session;
      for (; performance.now() < end; refreshes++) ({ refresh_token } = await post("refresh_token", { refresh_token }));
    }),
  );
  rows.push([
    `refreshes, ${PEOPLE} at once`,
    `${(refreshes / 2).toFixed(0)}/s`,
    `${(refreshes / 2 / limit).toFixed(0)} x the hashing limit`,
  ]);

  const recover = (person: number): Promise<unknown> =>
    fetch(`${url}/recover`, { method: "POST", body: JSON.stringify({ email: email(person) }) }).then((answer) => answer.text());
  rows.push(await knownAndUnknown("wrong password", 200, (person) => signIn(person, "a wrong password")));
  rows.push(await knownAndUnknown("forgotten password", 50, recover));
  await app.close();
  return rows;
}
