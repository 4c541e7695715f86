import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { keepLease, RENEW_MS } from "./lease.privileged.ts";

const id = randomUUID();
const row = { table: "public.data_downloads", key: "user_id", id, column: "running_until" };
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await database.db.owner.query("insert into auth.users (id) values ($1)", [id]);
});
afterAll(() => database.drop());
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Takes the row, as another process does that finds the lease over. */
async function take(): Promise<string> {
  const { rows } = await database.db.owner.query<{ end: string }>(
    `insert into public.data_downloads (user_id, running_until) values ($1, now() + interval '5 seconds')
     on conflict (user_id) do update set running_until = excluded.running_until returning running_until::text as end`,
    [id],
  );
  return rows[0]?.end ?? "";
}

interface State {
  end: string;
  /** Seconds from now. */
  left: number;
}
async function stored(): Promise<State | undefined> {
  const { rows } = await database.db.owner.query<State>(
    "select running_until::text as end, extract(epoch from running_until - now())::float8 as left from public.data_downloads",
  );
  return rows[0];
}

test("a lease is renewed while it is kept, and ends at once when it is released", async () => {
  const release = keepLease(database.db, row, await take());
  for (let i = 0; i < 2; i++) {
    const before = (await stored())?.end;
    vi.advanceTimersByTime(RENEW_MS);
    await vi.waitFor(async () => expect((await stored())?.end).not.toBe(before));
    expect((await stored())?.left).toBeGreaterThan(20);
  }
  await release();
  expect((await stored())?.left).toBeLessThanOrEqual(0);
});

test("released during a renewal, it ends all the same", async () => {
  const release = keepLease(database.db, row, await take());
  vi.advanceTimersByTime(RENEW_MS);
  await release();
  expect((await stored())?.left).toBeLessThanOrEqual(0);
});

test("who lost the row to another process neither renews nor ends the other's lease", async () => {
  const releaseLost = keepLease(database.db, row, await take());
  const end = await take();
  vi.advanceTimersByTime(RENEW_MS);
  await releaseLost();
  expect(await stored()).toMatchObject({ end });
});
