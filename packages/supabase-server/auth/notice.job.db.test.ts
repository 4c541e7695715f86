import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../../tests/support/database.ts";
import type { Mail, Mailer } from "../../../server/vendors/mail/mail.ts";
import { asPlatform } from "@lampstand/database/as-platform";
import { noticeTask } from "./notice.job.ts";
import { notifyOwner, sweepNotices } from "./notify-owner.ts";

let database: TestDatabase;
let sent: Mail[];
let send: Mailer["send"];
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  sent = [];
  send = async (mail) => void sent.push(mail);
});

const run = (id: string): Promise<void> =>
  noticeTask({
    db: database.db,
    productName: "Lampstand",
    supportEmail: "care@app.example",
    mailer: { send: (mail) => send(mail) },
  })({ id });

const ids = async (): Promise<string[]> =>
  (await database.db.owner.query<{ id: string }>("select id from auth.notices order by created_at")).rows.map(({ id }) => id);

async function noted(): Promise<{ userId: string; id: string }> {
  const userId = randomUUID();
  await database.db.owner.query("insert into auth.users (id, email) values ($1, $2)", [userId, `${userId}@example.com`]);
  await asPlatform(database.db, async (tx) => notifyOwner(tx, { kind: "password_changed", userId }));
  return { userId, id: (await ids()).at(-1) ?? "" };
}

test("a notice that the mail server refused is sent by a retry, once although two workers run it", async () => {
  const { id } = await noted();
  const take = send;
  send = () => Promise.reject(new Error("not now"));
  await expect(run(id)).rejects.toThrow("not now");
  send = take;
  const runs = await Promise.allSettled([run(id), run(id), run(id)]);
  // A worker that comes while the mail is on its way tries again later; one that comes after it has nothing to do.
  for (const outcome of runs)
    if (outcome.status === "rejected") expect(String(outcome.reason)).toContain("another worker is mailing this notice");
  await run(id);
  expect(sent).toMatchObject([{ to: expect.stringContaining("@example.com"), replyTo: "care@app.example" }]);
  expect(await ids()).toEqual([]);
});

test("no transaction is open while a notice is mailed", async () => {
  const { id } = await noted();
  const take = send;
  send = async (mail) => {
    const { rows } = await database.db.owner.query(
      "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(rows).toEqual([]);
    await take(mail);
  };
  await run(id);
  expect(sent).toHaveLength(1);
});

test("a rolled-back change sends no notice", async () => {
  const { userId } = await noted();
  await database.db.owner.query("delete from auth.notices");
  const undone = asPlatform(database.db, async (tx) => {
    await notifyOwner(tx, { kind: "password_changed", userId });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await ids()).toEqual([]);
});

test("notices are deleted with their account, and after a week without success", async () => {
  const { userId } = await noted();
  await database.db.owner.query("delete from auth.users where id = $1", [userId]);
  expect(await ids()).toEqual([]);
  const { id } = await noted();
  const { id: young } = await noted();
  await database.db.owner.query("update auth.notices set created_at = now() - interval '8 days' where id = $1", [id]);
  await sweepNotices(database.db);
  expect(await ids()).toEqual([young]);
});
