import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import type { Mail, Mailer } from "../vendors/mail/mail.ts";
import { sendContactMail } from "./contact-mail.privileged.ts";
import { queueReply } from "./note-mail.privileged.ts";
import { storeSubmission } from "./store-submission.privileged.ts";

let database: TestDatabase;
let sent: Mail[] = [];
let send: Mailer["send"];

const author = randomUUID();
beforeAll(async () => {
  database = await createDatabase();
  await database.db.owner.query("insert into auth.users (id) values ($1)", [author]);
});
afterAll(() => database.drop());
beforeEach(() => {
  sent = [];
  send = async (mail) => void sent.push(mail);
});

const run = (id: string): Promise<void> =>
  sendContactMail({
    db: database.db,
    publicUrl: "https://app.example",
    supportEmail: "care@app.example",
    mailer: { engine: "test", send: (mail) => send(mail), close: async () => {} },
  })({ id }, { signal: new AbortController().signal });

/** A message, and its rows in `contact_mails`: the notice, then the reply. */
async function answered(message: string, name = "<b>Ruth</b>"): Promise<{ id: string; mails: string[] }> {
  const id = await storeSubmission(database.db, { name, email: "ruth@example.com", message, formSource: "test" });
  const reply = { to_email: "ruth@example.com", subject: "Re: <i>", message: "<u>Yes</u>", author };
  await queueReply(database.db, { submission_id: id, ...reply });
  const { rows } = await database.db.owner.query<{ id: string }>(
    "select id from public.contact_mails where submission_id = $1 order by kind",
    [id],
  );
  return { id, mails: rows.map((row) => row.id) };
}

test("each mail is sent once, although two workers have its job: the second is told to try again later", async () => {
  const { mails } = await answered("once");
  const tried = await Promise.allSettled([...mails, ...mails].map(run));
  for (const one of tried)
    if (one.status === "rejected") expect(one.reason).toMatchObject({ message: expect.stringContaining("another worker") });
  await Promise.all(mails.map(run));
  expect(sent.map(({ to, replyTo }) => `${to} ${replyTo}`).toSorted()).toEqual([
    "care@app.example ruth@example.com",
    "ruth@example.com care@app.example",
  ]);
});

test("what the mail server does not take is sent at the next try", async () => {
  const { mails } = await answered("twice tried");
  const take = send;
  send = () => Promise.reject(new Error("not now"));
  for (const mail of mails) await expect(run(mail)).rejects.toThrow("not now");
  send = take;
  await Promise.all(mails.map(run));
  expect(sent).toHaveLength(2);
});

test("nothing that somebody typed is markup in a mail, and its lines stay lines", async () => {
  const { mails } = await answered("<script>alert(1)</script>\nA second line");
  await Promise.all(mails.map(run));
  for (const { html } of sent) {
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;\nA second line");
    expect(html).not.toMatch(/<(?:script|b|i|u)>/);
  }
  expect(sent.find(({ to }) => to === "care@app.example")?.text).toContain("<script>alert(1)</script>\nA second line");
});

test("a name neither turns the address beside it round nor hides a line break in the subject", async () => {
  const { mails } = await answered("whose name is this?", "Ruth\u202e\u2066 =?utf-8?q?=0D=0ABcc:_eve@example.com?=");
  await Promise.all(mails.map(run));
  const notice = sent.find(({ to }) => to === "care@app.example");
  expect(notice?.subject).toBe("New message from Ruth = ?utf-8?q?=0D=0ABcc:_eve@example.com?=");
  expect(notice?.text).toContain("Ruth = ?utf-8?q?=0D=0ABcc:_eve@example.com?= (ruth@example.com) wrote");
});

test("nobody is written to who has deleted their account since", async () => {
  const { id, mails } = await answered("gone");
  await database.db.owner.query("update public.contact_submissions set email = 'deleted' where id = $1", [id]);
  await Promise.all(mails.map(run));
  expect(sent).toEqual([]);
});
