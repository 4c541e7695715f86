import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { asService } from "@lampstand/database/as-service";
import { asUser, type Claims } from "@lampstand/database";

let database: TestDatabase;
const users: string[] = [];

beforeAll(async () => {
  database = await createDatabase();
  for (const email of ["ada@example.com", "ben@example.com"]) {
    const { rows } = await database.db.owner.query<{ id: string }>("insert into auth.users (email) values ($1) returning id", [
      email,
    ]);
    const id = rows[0]?.id ?? "";
    users.push(id);
    await database.db.owner.query("insert into public.customers (id, stripe_customer_id) values ($1, $2)", [id, `cus_${email}`]);
    await database.db.owner.query(
      `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end)
       values ($1, $2, 'active', 'price_1', now(), now() + interval '1 month')`,
      [`sub_${email}`, id],
    );
  }
});
afterAll(() => database.drop());

const run = (claims: Claims, sql: string) => asUser(database.db, { claims }, async (tx) => (await tx.query(sql)).rows);

test("people see their own customer and subscription, and can change neither", async () => {
  const ada: Claims = { role: "authenticated", sub: users[0] ?? "" };
  expect(await run(ada, "select id from public.customers")).toEqual([{ id: users[0] }]);
  expect(await run(ada, "select user_id from public.subscriptions")).toEqual([{ user_id: users[0] }]);
  for (const sql of [
    "update public.subscriptions set status = 'active'",
    "delete from public.subscriptions",
    `insert into public.customers (id, stripe_customer_id) values ('${users[0]}', 'cus_2')`,
    "update public.customers set stripe_customer_id = 'cus_2'",
    "update public.profiles set trial_start_date = now()",
  ]) {
    await expect(run(ada, sql)).rejects.toMatchObject({ code: "42501" });
  }
});

test("a visitor sees neither, and nobody but the server reaches the billing schema", async () => {
  for (const table of ["public.customers", "public.subscriptions"]) {
    await expect(run({ role: "anon" }, `select from ${table}`)).rejects.toMatchObject({ code: "42501" });
  }
  for (const claims of [{ role: "anon" }, { role: "authenticated", sub: users[0] ?? "" }] satisfies Claims[]) {
    for (const sql of [
      "select from billing.stripe_events",
      "select from billing.trial_claims",
      "select from billing.open_checkouts",
      `select billing.access('${users[0]}')`,
      `select billing.start_trial('${users[0]}', 'sub_x', now(), null, null)`,
      `select billing.account_email('${users[1]}')`,
    ]) {
      await expect(run(claims, sql)).rejects.toMatchObject({ code: "42501" });
    }
  }
});

test("every function of the billing schema is closed to the public and pins its search path", async () => {
  const { rows } = await database.db.owner.query<{ name: string; open: boolean; pinned: boolean }>(
    `select p.proname as name, has_function_privilege('authenticated', p.oid, 'execute') as open, 'search_path=""' = any(p.proconfig) as pinned
     from pg_proc p where p.pronamespace = 'billing'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ open, pinned }) => open || !pinned)).toEqual([]);
});

test.each([
  ["Ada.Love+x@GMail.com", "adalove@gmail.com"],
  ["ada.love@googlemail.com", "adalove@gmail.com"],
  [" ada+lamp@outlook.com ", "ada@outlook.com"],
  ["ada.love+lamp@example.com", "ada.love+lamp@example.com"],
  ['"a@b"@example.com', '"a@b"@example.com'],
])("the mailbox behind %s is %s", async (address, mailbox) => {
  const { rows } = await database.db.owner.query("select billing.mailbox($1) as mailbox", [address]);
  expect(rows).toEqual([{ mailbox }]);
});

test("of many trials for one card at once, exactly one starts", async () => {
  const people = await Promise.all(
    Array.from({ length: 8 }, async (_, i) => {
      const { rows } = await database.db.owner.query<{ id: string }>("insert into auth.users (email) values ($1) returning id", [
        `p${i}@example.com`,
      ]);
      return rows[0]?.id ?? "";
    }),
  );
  const outcomes = await Promise.all(
    people.map((id, i) =>
      asService(database.db, async (tx) => {
        const { rows } = await tx.query<{ outcome: string }>(
          "select billing.start_trial($1, $2, now(), 'one card', null) as outcome",
          [id, `sub_race_${i}`],
        );
        return rows[0]?.outcome;
      }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === "started")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "refused")).toHaveLength(7);
  const { rows } = await database.db.owner.query(
    "select from public.profiles where id = any($1) and trial_start_date is not null",
    [people],
  );
  expect(rows).toHaveLength(1);
});
