import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";
import { asService } from "@lampstand/database/as-service";

const HOUR = 3600;
const DAY = 86_400_000;
const now = Date.now();
/** The first of the paid periods, thirty days each, and those before and after it. */
const period = (n: number): [Date, Date] => [new Date(now + n * 30 * DAY), new Date(now + (n + 1) * 30 * DAY)];

let database: TestDatabase;
let user: string;

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 20 });
});
afterAll(() => database.drop());
beforeEach(async () => {
  user = await createSubscriber(database.db.owner, { minutes: 0 });
});

async function call<T>(sql: string, values: unknown[]): Promise<T> {
  return asService(database.db, async (tx) => {
    const { rows } = await tx.query<{ answer: T }>(`select billing.${sql} as answer`, values);
    return rows[0]?.answer as T;
  });
}
const paid = (n: number, key = `invoice:${n}`, cents = 1499) =>
  call<boolean>("start_period($1, $2, 3600, $3, $4, $5, $6)", [user, `${user}:${key}`, ...period(n), `${user}:in_${n}`, cents]);
const bought = (minutes: number, payment = "pi_1") =>
  call<boolean>("credit($1, $2, $3, $4, $5)", [user, `${user}:${payment}`, minutes * 60, `${user}:${payment}`, minutes * 100]);
const refunded = (payment: string, cents: number, id = "refund:re_1") =>
  call<boolean>("take_back($1, $2, $3, $4)", [user, `${id}:${user}`, `${user}:${payment}`, cents]);
const undone = (id = "refund:re_1") => call<boolean>("give_back($1, $2)", [user, `${id}:${user}`]);
const reserve = (generation: string, seconds: number, voicing = 1) =>
  call<string>("reserve($1, $2, $3, $4)", [user, generation, voicing, seconds]);
const settle = (generation: string, seconds: number) => call("settle($1, $2)", [generation, seconds]);
const use = async (seconds: number): Promise<void> => {
  const generation = randomUUID();
  expect(await reserve(generation, seconds)).toBe("reserved");
  await settle(generation, seconds);
};
async function account(): Promise<{ base: number; extra: number; used: number; left: number }> {
  const { rows } = await database.db.owner.query<{ base: number; extra: number; used: number; left: number }>(
    `select base_s as base, extra_s as extra, used_s as used, base_s + extra_s - used_s as left from billing.minutes($1)`,
    [user],
  );
  if (!rows[0]) throw new Error("no account");
  return rows[0];
}

test("a paid period gives an hour once, and the next one another in its place", async () => {
  expect([await paid(0), await paid(0)]).toEqual([true, false]);
  await use(600);
  expect(await account()).toEqual({ base: HOUR, extra: 0, used: 600, left: 3000 });
  await paid(1);
  expect(await account()).toEqual({ base: HOUR, extra: 0, used: 0, left: HOUR });
  expect(await paid(-1)).toBe(true);
  expect(await account()).toMatchObject({ left: HOUR });
});

test("bought minutes are credited once, used after the base, and stay when the period ends", async () => {
  await paid(0);
  expect([await bought(10), await bought(10)]).toEqual([true, false]);
  await use(HOUR + 120);
  expect(await account()).toEqual({ base: HOUR, extra: 600, used: HOUR + 120, left: 480 });
  await paid(1);
  expect(await account()).toEqual({ base: HOUR, extra: 480, used: 0, left: HOUR + 480 });
});

test("a reservation is all or nothing, is made once for each voicing, and settles to what the recording took", async () => {
  await paid(0);
  const generation = randomUUID();
  expect([await reserve(generation, 600), await reserve(generation, 600)]).toEqual(["reserved", "reserved"]);
  expect(await account()).toMatchObject({ used: 600 });
  await settle(generation, 571);
  await settle(generation, 300);
  await call("release($1)", [generation]);
  expect(await account()).toMatchObject({ used: 571 });
  expect(await reserve(generation, 600, 2)).toBe("reserved");
  await settle(generation, 9999);
  expect(await account()).toMatchObject({ used: 1171 });
  expect(await reserve(randomUUID(), HOUR)).toBe("exhausted");
  expect(await account()).toMatchObject({ used: 1171 });
});

test("what is given back of a reservation goes to the bought minutes first", async () => {
  await paid(0);
  await bought(10);
  await use(3500);
  const generation = randomUUID();
  await reserve(generation, 600);
  expect(await account()).toMatchObject({ left: 100 });
  await settle(generation, 150);
  expect(await account()).toEqual({ base: HOUR, extra: 600, used: 3650, left: 550 });
  await call("release($1)", [randomUUID()]);
});

test("a reservation that ends after its period gives the new one nothing", async () => {
  await paid(0);
  const generation = randomUUID();
  await reserve(generation, 600);
  await paid(1);
  await call("release($1)", [generation]);
  expect(await account()).toEqual({ base: HOUR, extra: 0, used: 0, left: HOUR });
});

test("a refund takes back its share once, and everything when everything is refunded", async () => {
  await paid(0);
  await bought(10);
  expect([await refunded("pi_1", 250), await refunded("pi_1", 250)]).toEqual([true, false]);
  expect(await account()).toMatchObject({ left: HOUR + 450 });
  await refunded("in_0", 750, "refund:a");
  await refunded("in_0", 749, "refund:b");
  await refunded("pi_1", 750, "refund:c");
  expect(await account()).toEqual({ base: 0, extra: 0, used: 0, left: 0 });
  expect(await refunded("pi_unknown", 100, "refund:d")).toBe(false);
});

test.for([
  ["base", () => refunded("in_0", 1499)],
  ["bought", () => refunded("pi_1", 2000)],
] as const)("a refund of %s minutes that were used leaves a debt, which the next grant pays first", async ([kind, refund]) => {
  await paid(0);
  await bought(20);
  await use(HOUR + 900);
  await refund();
  const debt = kind === "base" ? 300 - HOUR : -900;
  expect(await account()).toMatchObject({ left: debt });
  expect(await reserve(randomUUID(), 1)).toBe("exhausted");
  await paid(1);
  expect(await account()).toMatchObject({ base: HOUR + debt, extra: 0, left: HOUR + debt });
  await paid(2);
  expect(await account()).toMatchObject({ left: HOUR });
});

test("a refund that failed, or a dispute that was won, gives back exactly what it took, once", async () => {
  await paid(0);
  await use(2000);
  await refunded("in_0", 1499);
  expect(await account()).toMatchObject({ left: -2000 });
  expect([await undone(), await undone(), await undone("refund:none")]).toEqual([true, false, false]);
  expect(await account()).toMatchObject({ left: 1600 });
  const taken = await call("refunds_taken($1)", [user]);
  expect(taken).toBeUndefined();
});

test("without access nothing can be reserved, whatever was bought", async () => {
  await paid(0);
  await bought(10);
  const set = (columns: string) =>
    database.db.owner.query(`update public.subscriptions set ${columns} where user_id = $1`, [user]);
  await set("status = 'canceled'");
  expect(await reserve(randomUUID(), 60)).toBe("no_access");
  await set("status = 'past_due', period_start = now() - interval '6 days'");
  expect(await reserve(randomUUID(), 60)).toBe("reserved");
  await set("period_start = now(), unpaid_since = now() - interval '8 days'");
  expect(await reserve(randomUUID(), 60)).toBe("no_access");
  await set("status = 'active', unpaid_since = null");
  for (const [status, answer] of [
    ["open", "no_access"],
    ["lost", "no_access"],
    ["inquiry", "reserved"],
    ["won", "reserved"],
  ]) {
    await call("save_dispute($1, $2, $3)", [user, `dp_${user}`, status]);
    expect(await reserve(randomUUID(), 60), status).toBe(answer);
  }
});

test("what a period left serves through the grace after it, and no longer", async () => {
  await paid(-1);
  const at = (days: number) =>
    call<string>("reserve($1, $2, 1, 60, $3)", [user, randomUUID(), new Date(now + days * DAY).toISOString()]);
  expect([await at(1), await at(6.9), await at(7.1)]).toEqual(["reserved", "reserved", "exhausted"]);
});

test("sixteen people's worth of connections, forty tries each, get exactly the quota", async () => {
  await paid(0);
  await bought(7);
  const answers = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const mine: string[] = [];
      for (let i = 0; i < 40; i++) {
        const generation = randomUUID();
        mine.push(await reserve(generation, 60));
        if (mine.at(-1) === "reserved") await settle(generation, 60);
      }
      return mine;
    }),
  );
  expect(answers.flat().filter((answer) => answer === "reserved")).toHaveLength(67);
  expect(answers.flat().filter((answer) => answer === "exhausted")).toHaveLength(640 - 67);
  expect(await account()).toMatchObject({ left: 0, used: 67 * 60 });
});

test("the sweeper releases what expired, but not what a running generation still holds", async () => {
  await paid(0);
  const [running, lost] = [randomUUID(), randomUUID()];
  await database.db.owner.query(
    "insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice) values ($1, $2, 'x', 'x', 5, 'John')",
    [running, user],
  );
  await reserve(running, 300);
  await reserve(lost, 300);
  await call("sweep_reservations(now() + interval '59 minutes')", []);
  expect(await account()).toMatchObject({ used: 600 });
  await call("sweep_reservations(now() + interval '61 minutes')", []);
  expect(await account()).toMatchObject({ used: 300 });
  await database.db.owner.query("update public.generations set state = 'failed' where id = $1", [running]);
  expect(await account()).toMatchObject({ used: 0 });
});

test("an account can be deleted while a generation of it runs", async () => {
  await paid(0);
  const running = randomUUID();
  await database.db.owner.query(
    "insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice) values ($1, $2, 'x', 'x', 5, 'John')",
    [running, user],
  );
  await reserve(running, 300);
  await refunded("in_0", 100);
  await undone();
  await database.db.owner.query("delete from auth.users where id = $1", [user]);
  const { rows } = await database.db.owner.query(
    "select user_id from billing.quota_accounts where user_id = $1 union all select user_id from billing.usage_reservations where user_id = $1",
    [user],
  );
  expect(rows).toEqual([]);
  expect(await reserve(randomUUID(), 60)).toBe("no_access");
});

test("of a referral the first code counts, nobody's own, and it is earned once", async () => {
  const { rows: mine } = await database.db.owner.query("select email from auth.users where id = $1", [user]);
  for (const code of [user.toUpperCase(), mine[0].email, "  ", " FRIEND ", "OTHER"])
    await call("record_referral($1, $2)", [user, code]);
  await call("earn_referral($1, 'in_1')", [user]);
  await call("earn_referral($1, 'in_2')", [user]);
  const { rows } = await database.db.owner.query("select code, earned_by_invoice from billing.referrals where user_id = $1", [
    user,
  ]);
  expect(rows).toEqual([{ code: "FRIEND", earned_by_invoice: "in_1" }]);
});

// For all users of the tests above: the ledger agrees with the balances.
test("the ledger and the reservations add up to every account", async () => {
  const { rows } = await database.db.owner.query(
    `select a.user_id from billing.quota_accounts a
     where a.extra_s <> coalesce((select sum(l.extra_s) from billing.minute_ledger l where l.user_id = a.user_id), 0)
       + coalesce((select sum(p.debt_paid_s) from billing.quota_periods p where p.user_id = a.user_id), 0)
       - coalesce((select sum(r.from_extra_s) from billing.usage_reservations r where r.user_id = a.user_id and r.state <> 'released'), 0)
     union all
     select p.user_id from billing.quota_periods p
     where p.base_s + p.debt_paid_s <> (select sum(l.base_s) from billing.minute_ledger l where l.user_id = p.user_id and l.period_start = p.period_start)
       or p.base_used_s <> coalesce((select sum(r.from_base_s) from billing.usage_reservations r
         where r.user_id = p.user_id and r.period_start = p.period_start and r.state <> 'released'), 0)`,
  );
  expect(rows).toEqual([]);
  const { rows: counted } = await database.db.owner.query("select count(*)::int as n from billing.quota_accounts");
  expect(counted[0].n).toBeGreaterThan(10);
});
