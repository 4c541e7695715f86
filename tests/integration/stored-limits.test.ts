import { afterAll, beforeAll, expect, test } from "vitest";
import { AVATAR_MAX_BYTES, FILE_MAX_BYTES, NAME_MAX_CHARS, TOPIC_MAX_CHARS } from "../../shared/constants.ts";
import { CONTACT_LIMITS } from "../../shared/contact.ts";
import { createDatabase, type TestDatabase } from "../support/database.ts";

// The limits of rows and files are defined in SQL, and in shared/ for forms and functions, which check them first. Both must be equal.

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test.for([
  ["public.profiles", "full_name", NAME_MAX_CHARS],
  ["public.generations", "prompt", TOPIC_MAX_CHARS],
  ["public.contact_submissions", "name", CONTACT_LIMITS.name],
  ["public.contact_submissions", "email", CONTACT_LIMITS.email],
  ["public.contact_submissions", "message", CONTACT_LIMITS.message],
  ["public.contact_submissions", "admin_notes", CONTACT_LIMITS.notes],
] as const)("%s.%s holds %i characters", async ([table, column, most]) => {
  const { rows } = await database.db.owner.query<{ definition: string }>(
    `select pg_get_constraintdef(c.oid) as definition from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'c' and c.conrelid = $1::regclass and a.attname = $2`,
    [table, column],
  );
  const limits = rows.flatMap(({ definition }) => Array.from(definition.matchAll(/char_length\(\w+\) <= (\d+)/g), ([, n]) => n));
  expect(limits).toEqual([String(most)]);
});

test("the bucket of avatars takes as much as the page lets through, and no bucket more than storage takes at all", async () => {
  const { rows } = await database.db.owner.query<{ id: string; most: number }>(
    "select id, file_size_limit::float8 as most from storage.buckets",
  );
  expect(rows).toContainEqual({ id: "avatars", most: AVATAR_MAX_BYTES });
  expect(Math.max(...rows.map(({ most }) => most))).toBe(FILE_MAX_BYTES);
});
