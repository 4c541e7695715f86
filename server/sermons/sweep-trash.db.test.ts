import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";
import { sweepTrash } from "./sweep-trash.privileged.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test("what has been in the trash for 30 days is deleted with its files; what is younger, and what is in no trash, stays", async () => {
  const user = await createSubscriber(database.db.owner);
  const add = (title: string, trashedDaysAgo: number | null) =>
    database.db.owner.query(
      `insert into public.sermons (id, user_id, title, content, image_url, created_at, deleted_at)
       select id, $1::text::uuid, $2, 'Come.', $1::text || '/' || id || '/' || repeat('a', 32) || '.webp', now() - interval '60 days', now() - make_interval(days => $3)
       from gen_random_uuid() id`,
      [user, title, trashedDaysAgo],
    );
  await add("kept", null);
  await add("young", 29);
  for (let n = 0; n < 501; n++) await add("old", 31);
  await sweepTrash(database.db, { signal: new AbortController().signal });
  const titles = await database.db.owner.query<{ title: string }>("select title from public.sermons order by title");
  expect(titles.rows.map(({ title }) => title)).toEqual(["kept", "young"]);
  expect((await database.db.owner.query("select from public.media_deletions")).rowCount).toBe(501);
});
