import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { storeSubmission } from "../contact/store-submission.privileged.ts";
import type { Mail, Mailer } from "../vendors/mail/mail.ts";
import { sendFromOutbox } from "./mail-outbox.privileged.ts";

const LETTER = { to: "care@app.example", subject: "s", text: "t", html: "h" };
let database: TestDatabase;
let id: string;
let sent: Mail[] = [];
let send: Mailer["send"];

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  sent = [];
  send = async (mail) => void sent.push(mail);
  const submission = await storeSubmission(database.db, {
    name: "Ruth",
    email: "ruth@example.com",
    message: String(Math.random()),
    formSource: "test",
  });
  const [mail] = await query<{ id: string }>("select id from public.contact_mails where submission_id = $1", submission);
  id = mail?.id ?? "";
});

async function query<R extends object>(text: string, ...values: unknown[]): Promise<R[]> {
  return (await database.db.owner.query<R>(text, values)).rows;
}
const run = (letter: typeof LETTER | null = LETTER) =>
  sendFromOutbox(
    { db: database.db, mailer: { engine: "test", send: (mail) => send(mail), close: async () => {} } },
    "public.contact_mails",
    id,
    async () => letter,
  );

test("no transaction is open while the mail server is asked", async () => {
  let open: unknown;
  send = async () => {
    open = await query("select state from pg_stat_activity where datname = current_database() and state like 'idle in trans%'");
  };
  await run();
  expect(open).toEqual([]);
});

test("a mail is sent once, under the id of its row", async () => {
  await run();
  await run();
  expect(sent).toEqual([{ id, ...LETTER }]);
});

test("a mail that is not wanted any more is neither sent nor asked about again", async () => {
  await run(null);
  await run();
  expect(sent).toEqual([]);
});

test("while another worker has the mail the job is told to try again, also when that worker has died", async () => {
  await query("update public.contact_mails set leased_until = now() + interval '30 seconds' where id = $1", id);
  await expect(run()).rejects.toThrow("another worker is sending this mail");
  await query("update public.contact_mails set leased_until = now() where id = $1", id);
  await run();
  expect(sent).toHaveLength(1);
});

test("what the mail server does not take is free for the next try at once", async () => {
  const take = send;
  send = () => Promise.reject(new Error("not now"));
  await expect(run()).rejects.toThrow("not now");
  send = take;
  await run();
  expect(sent).toHaveLength(1);
});
