import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asUser, type Claims } from "@lampstand/database";
import type { TestDatabase } from "../support/database.ts";
import { createSeededDatabase, isReached } from "./fixture.ts";
import { CLOSED_TABLES, OPERATIONS, TABLES, type Actor, type Operation, type People } from "./tables.ts";

const people: People = {
  owner: randomUUID(),
  other: randomUUID(),
  admin: randomUUID(),
  generation: randomUUID(),
  spare: randomUUID(),
};

const CLAIMS: Record<Actor, Claims> = {
  anon: { role: "anon" },
  owner: { role: "authenticated", sub: people.owner },
  other: { role: "authenticated", sub: people.other },
  admin: { role: "authenticated", sub: people.admin, aal: "aal2" },
  service: { role: "service_role" },
};
const ACTORS: Actor[] = ["anon", "owner", "other", "admin", "service"];

let database: TestDatabase;

beforeAll(async () => {
  database = await createSeededDatabase(people);
});
afterAll(() => database.drop());

const reaches = (actor: Actor, statement: string): Promise<boolean> => isReached(database, CLAIMS[actor], statement);

describe.each(Object.entries(TABLES))("%s", (name, table) => {
  const cases = OPERATIONS.flatMap((operation) => ACTORS.map((actor) => [operation, actor] as const));
  test.each(cases)("%s by %s", async (operation: Operation, actor: Actor) => {
    const allowed = actor === "service" ? !table.notService?.includes(operation) : (table.allow[operation] ?? []).includes(actor);
    expect(await reaches(actor, table.statements(people)[operation]), `${operation} on ${name} by ${actor}`).toBe(allowed);
  });
});

test("a person can't write the fields that the server decides", async () => {
  const forbidden = [
    `update public.profiles set trial_start_date = now() where id = '${people.owner}'`,
    `update public.profiles set trial_generations_used = 0 where id = '${people.owner}'`,
    `update public.profiles set referral_code = 'x' where id = '${people.owner}'`,
    `update public.profiles set email = 'x@example.com' where id = '${people.owner}'`,
    `update public.sermons set created_at = now() where id = '${people.generation}'`,
  ];
  for (const statement of forbidden) expect(await reaches("owner", statement), statement).toBe(false);
});

test("a sermon can't be given away, nor point at another's file or at a URL", async () => {
  const set = (assignment: string): string => `update public.sermons set ${assignment} where id = '${people.generation}'`;
  const file = `${people.generation}/${"a".repeat(32)}`;
  expect(await reaches("owner", set(`user_id = '${people.other}'`))).toBe(false);
  expect(await reaches("owner", set(`audio_url = '${people.owner}/${file}.mp3'`))).toBe(true);
  for (const path of [
    `${people.other}/${file}.mp3`,
    "https://example.com/a.mp3",
    `${people.owner}/../${people.other}/${file}.mp3`,
  ]) {
    await expect(reaches("owner", set(`audio_url = '${path}'`)), path).rejects.toMatchObject({ code: "23514" });
  }
});

test("has_role answers only about the caller: it is false about anybody else and for visitors, and never null", async () => {
  const ask = async (actor: Actor, about: string): Promise<unknown> =>
    asUser(database.db, { claims: CLAIMS[actor] }, async (tx) => {
      const rows = await tx.query<{ has_role: unknown }>("select public.has_role($1, 'admin')", [about]);
      return rows.rows[0]?.has_role;
    });
  expect(await ask("admin", people.admin)).toBe(true);
  expect(await ask("owner", people.owner)).toBe(false);
  expect(await ask("other", people.admin)).toBe(false);
  for (const about of [people.admin, people.owner]) expect(await ask("anon", about)).toBe(false);
});

test("an administrator whose session has not shown a second factor reads and changes no message, and gets an error", async () => {
  for (const aal of ["aal1", "AAL2", "", null, undefined]) {
    const claims: Claims = { role: "authenticated", sub: people.admin, ...(aal !== undefined && { aal }) };
    await asUser(database.db, { claims }, async (tx) => {
      expect((await tx.query("select public.has_role($1, 'admin') as admin", [people.admin])).rows).toEqual([{ admin: false }]);
      for (const table of ["contact_submissions", "contact_mails"])
        expect((await tx.query(`select from public.${table}`)).rowCount, table).toBe(0);
      expect((await tx.query("update public.contact_submissions set status = 'resolved'")).rowCount).toBe(0);
      // Their own role stays readable, so that the app can say that the second factor is missing.
      expect((await tx.query("select role from public.user_roles")).rows).toEqual([{ role: "admin" }]);
      await expect(tx.query("select from public.get_contact_submissions()")).rejects.toMatchObject({ code: "42501" });
    });
  }
});

test("every table has row level security and is known to this suite", async () => {
  const found = await database.db.owner.query<{ name: string; secured: boolean }>(
    `select n.nspname || '.' || c.relname as name, c.relrowsecurity as secured
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
       and n.nspname not like 'pg_toast%' order by 1`,
  );
  expect(found.rows.map((row) => row.name)).toEqual([...Object.keys(TABLES), ...CLOSED_TABLES].toSorted());
  const open = found.rows.filter((row) => !row.secured && !CLOSED_TABLES.includes(row.name)).map((row) => row.name);
  expect(open).toEqual([]);
});

test.each(CLOSED_TABLES)("nobody but the owner reaches %s", async (name) => {
  for (const actor of ACTORS) expect(await reaches(actor, `select from ${name} limit 1`), actor).toBe(false);
});

test("every security definer function pins its search path, and visitors may execute two of them", async () => {
  const found = await database.db.owner.query<{ name: string; pinned: boolean; open: boolean }>(
    `select p.oid::regprocedure::text as name, coalesce(array_to_string(p.proconfig, ','), '') like '%search_path=%' as pinned,
       has_function_privilege('anon', p.oid, 'execute') as open
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and n.nspname not in ('pg_catalog', 'graphile_worker')`,
  );
  expect(found.rows.filter((row) => !row.pinned)).toEqual([]);
  const callable = found.rows
    .filter((row) => row.open)
    .map((row) => row.name)
    .toSorted();
  // The second asks about a mailed link, and needs its secret.
  expect(callable).toEqual(["has_role(uuid,text)", "reset_link_is_open(text)"]);
});
