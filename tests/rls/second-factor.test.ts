import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestDatabase } from "../support/database.ts";
import { createSeededDatabase, isReached } from "./fixture.ts";
import { OPERATIONS, TABLES, type People } from "./tables.ts";

const people: People = {
  owner: randomUUID(),
  other: randomUUID(),
  admin: randomUUID(),
  generation: randomUUID(),
  spare: randomUUID(),
};
/** Of the administrator, who calls the functions below. */
const sermons = { kept: randomUUID(), trashed: randomUUID() };
/** A generation of theirs that waits for its turn. */
const waiting = randomUUID();
/** Readable without signing in, so no second factor is asked for. */
const OPEN_TO_ALL = ["public.health_check"];

let database: TestDatabase;
beforeAll(async () => {
  database = await createSeededDatabase(people);
  await database.db.owner.query(
    `insert into public.sermons (id, user_id, title, content, deleted_at) values ($2, $1, 'Rest', 'Come.', null), ($3, $1, 'Rest', 'Come.', now())`,
    [people.admin, sermons.kept, sermons.trashed],
  );
  await database.db.owner.query(
    "insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice) values ($2, $1, 'rest', 'x', 5, 'John')",
    [people.admin, waiting],
  );
  await database.db.owner.query("select jobs.enqueue('run-generation', '{}', 'run-generation:' || $1::text)", [waiting]);
  for (const [user, status] of [
    [people.owner, "verified"],
    [people.admin, "verified"],
    [people.other, "unverified"],
  ])
    await database.db.owner.query(
      "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', $2, 'sealed')",
      [user, status],
    );
});
afterAll(() => database.drop());

const reaches = (sub: string, aal: string | undefined, statement: string, more: object = {}): Promise<boolean> =>
  isReached(database, { role: "authenticated", sub, aal, ...more }, statement);

const cases = Object.entries(TABLES)
  .filter(([name]) => !OPEN_TO_ALL.includes(name))
  .flatMap(([name, table]) =>
    OPERATIONS.flatMap((operation) => {
      const actors = table.allow[operation] ?? [];
      return (["owner", "admin"] as const).filter((actor) => actors.includes(actor)).map((actor) => ({ name, operation, actor }));
    }),
  );

test.for(cases)(
  "$operation on $name by $actor needs a session that has shown the second factor",
  async ({ name, operation, actor }) => {
    const statement = TABLES[name]?.statements(people)[operation] ?? "";
    expect(await reaches(people[actor], "aal2", statement), "aal2").toBe(true);
    for (const aal of ["aal1", "AAL2", "", undefined]) expect(await reaches(people[actor], aal, statement), `${aal}`).toBe(false);
  },
);

test("a factor that was never verified does not restrict its owner", async () => {
  expect(await reaches(people.other, "aal1", `select from public.profiles where id = '${people.other}'`)).toBe(true);
});

test("has_role is false for an administrator whose session has not shown the second factor", async () => {
  const hasRole = `select where public.has_role('${people.admin}', 'admin')`;
  expect(await reaches(people.admin, "aal2", hasRole)).toBe(true);
  expect(await reaches(people.admin, "aal1", hasRole)).toBe(false);
});

test("every table with a policy for users has the restrictive second-factor policy for all operations", async () => {
  const found = await database.db.owner.query<{ name: string }>(
    `select distinct schemaname || '.' || tablename as name from pg_policies p
     where permissive = 'PERMISSIVE' and roles && '{authenticated,public}'
       and not exists (select from pg_policies r where r.schemaname = p.schemaname and r.tablename = p.tablename
         and r.permissive = 'RESTRICTIVE' and r.cmd = 'ALL' and 'authenticated' = any (r.roles)
         and r.qual like '%second_factor_met()%' and r.with_check is null)`,
  );
  expect(found.rows.map((row) => row.name)).toEqual(OPEN_TO_ALL);
});

/**
 * Every security definer function that signed-in users may call, with a call that returns a row. Other functions run with the
 * caller's rights, so the tables' policies hold.
 */
const FUNCTIONS: Record<string, (sub: string) => string> = {
  "public.has_role": (sub) => `select where public.has_role('${sub}', 'admin')`,
  "public.list_sessions": () => "select from public.list_sessions()",
  "public.end_session": () => `select where public.end_session('${people.spare}')`,
  "public.list_trash": () => "select from public.list_trash()",
  "public.trash_sermons": () => `select from public.trash_sermons(array['${sermons.kept}'::uuid])`,
  "public.restore_sermons": () => `select from public.restore_sermons(array['${sermons.trashed}'::uuid])`,
  "public.delete_trashed_sermons": () => `select from public.delete_trashed_sermons(array['${sermons.trashed}'::uuid])`,
  "public.stored_sermons": () => "select from public.stored_sermons()",
  "public.search_sermons": () => "select from public.search_sermons('rest')",
  "public.place_in_line": () => `select where public.place_in_line('${waiting}') is not null`,
  // The condition that the policies use.
  "public.second_factor_met": () => "select where public.second_factor_met()",
};

/** It is about a mailed link that the caller holds, and about no account: who has one may ask whoever is signed in. */
const ABOUT_NO_ACCOUNT = ["public.reset_link_is_open"];

test("every security definer function that users may call is listed here", async () => {
  const found = await database.db.owner.query<{ name: string }>(
    `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and has_function_privilege('authenticated', p.oid, 'execute')
       and has_schema_privilege('authenticated', n.oid, 'usage')`,
  );
  expect(found.rows.map(({ name }) => name).toSorted()).toEqual([...ABOUT_NO_ACCOUNT, ...Object.keys(FUNCTIONS)].toSorted());
});

test.for(Object.entries(FUNCTIONS))("%s returns nothing before the second factor was shown", async ([, call]) => {
  const session = randomUUID();
  for (const id of [session, people.spare])
    await database.db.owner.query("insert into auth.sessions (id, user_id, amr) values ($1, $2, '[]') on conflict do nothing", [
      id,
      people.admin,
    ]);
  const claims = { session_id: session };
  expect(await reaches(people.admin, "aal2", call(people.admin), claims), "aal2").toBe(true);
  for (const aal of ["aal1", "", undefined])
    expect(await reaches(people.admin, aal, call(people.admin), claims), `${aal}`).toBe(false);
});
