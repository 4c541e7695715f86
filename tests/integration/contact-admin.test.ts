import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contactSubmission, type ContactSubmission, type HistoryEntry } from "../../shared/contact.ts";
import { startApp } from "../support/app.ts";
import { withSecondFactor } from "../support/authenticator.ts";
import { administrator, FORM, grantAdmin, invoke, member, sendForm } from "../support/contact.ts";
import { mailTo } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let database: TestApp["database"];
let ada: { id: string; client: SupabaseClient };
let bea: { id: string; client: SupabaseClient };
let ruth: { id: string; client: SupabaseClient };
beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
  [ada, bea, ruth] = await Promise.all([administrator(app), administrator(app), member(app)]);
});
afterAll(() => app.close());

const list = async (client = ada.client): Promise<ContactSubmission[]> => {
  const { data, error } = await client.rpc("get_contact_submissions");
  if (error) throw error;
  return z.array(contactSubmission).parse(data);
};
const read = async (id: string): Promise<ContactSubmission | undefined> => (await list()).find((row) => row.id === id);
const reply = (client: SupabaseClient, submission_id: string, change: object = {}) =>
  invoke(client, "handle-email", {
    action: "reply_to_submission",
    data: { submission_id, to_email: FORM.email, to_name: "Ruth", subject: "Re: Your message", message: "Yes.", ...change },
  });

test("an administrator's reply is sent to the stored address of the writer and kept with the message", async () => {
  const email = `${randomUUID()}@example.com`;
  const id = await sendForm(app, { email, message: "May I share a sermon?\nWith a friend?" });
  const words = { subject: "Re: sharing", message: "Dear Ruth,\n\nYes, you may.\nGod bless you." };
  const answer = await reply(ada.client, id, { ...words, to_email: email.toUpperCase(), to_name: "Somebody else" });
  expect(answer).toEqual({ success: true, entry: { ...words, sent_at: expect.any(String) } });
  const kept = await read(id);
  expect(kept).toMatchObject({ status: "responded", email_history: [answer["entry"]] });
  expect(Date.parse(kept?.responded_at ?? "")).toBe(Date.parse(kept?.email_history[0]?.sent_at ?? ""));
  const mail = await mailTo(app, email);
  expect(mail.subject).toBe("Re: sharing");
  expect(mail.text).toMatch(
    /^Dear Ruth,\n\nYes, you may.\nGod bless you.\n\nOn .* you wrote to us:\n> May I share a sermon\?\n> With a friend\?\s*$/,
  );
  await expect.poll(async () => (await read(id))?.unsent_replies).toBe(0);
});

test("twenty simultaneous replies of two administrators are all sent and kept, although each browser writes an old history back", async () => {
  const email = `${randomUUID()}@example.com`;
  const id = await sendForm(app, { email, message: "twenty answers" });
  const known = (await read(id))?.email_history ?? [];
  const subjects = Array.from({ length: 20 }, (_, i) => `Answer ${i}`);
  await Promise.all(
    subjects.map(async (subject, i) => {
      const { client } = i % 2 ? ada : bea;
      const { entry } = await reply(client, id, { to_email: email, subject });
      // The browser's own update, with the history that it read when the dialog was opened.
      const responded_at = new Date().toISOString();
      const update = { status: "responded", responded_at, email_history: [...known, entry] };
      expect((await client.from("contact_submissions").update(update).eq("id", id)).error).toBeNull();
    }),
  );
  const kept = await read(id);
  expect(kept?.email_history.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
  await Promise.all(subjects.map((subject) => mailTo(app, email, new RegExp(`^${subject}$`))));
});

test("the client can't add a reply to the history: of its own update only the status is stored", async () => {
  const id = await sendForm(app, { message: "never answered" });
  const entry = (subject: string) => ({ sent_at: "2026-01-01T12:00:00Z", subject, message: "Yes." });
  const write = (client: SupabaseClient, email_history: unknown) =>
    client
      .from("contact_submissions")
      .update({ status: "responded", responded_at: "2026-01-01T12:00:00Z", email_history })
      .eq("id", id)
      .select("status, responded_at, email_history");
  // The browser's own update is answered as a success, with what is kept (docs/product.md#replies).
  expect(await write(ada.client, [entry("forged")])).toMatchObject({
    error: null,
    data: [{ status: "responded", responded_at: null, email_history: [] }],
  });
  const sent = (await reply(ada.client, id, { subject: "by mail" }))["entry"] as HistoryEntry;
  const kept = [{ status: "responded", responded_at: expect.any(String), email_history: [sent] }];
  const changed = { ...sent, message: "No." };
  for (const history of [[sent], [sent, entry("forged")], [changed], [], {}, "words", [sent, sent]])
    expect((await write(bea.client, history)).data).toEqual(kept);
  expect((await write(ruth.client, [entry("forged")])).data ?? []).toEqual([]);
  const forged = { ...entry("forged"), submission_id: id, kind: "reply" };
  expect((await ada.client.from("contact_mails").insert(forged)).error?.code).toBe("42501");
  expect(await read(id)).toMatchObject(kept[0] ?? {});
});

test("a reply goes to nobody but the writer of the message", async () => {
  const id = await sendForm(app, { message: "not to Eve" });
  expect(await reply(ada.client, id, { to_email: "eve@example.com" })).toEqual({ status: 409, code: "recipient_mismatch" });
  expect(await reply(ada.client, randomUUID())).toEqual({ status: 404, code: "submission_not_found" });
  expect(await read(id)).toMatchObject({ status: "new", email_history: [] });
  await database.query("update public.contact_submissions set email = 'deleted' where id = $1", [id]);
  expect(await reply(ada.client, id)).toEqual({ status: 409, code: "recipient_gone" });
});

test.for([
  ["two lines for a subject", { subject: "Re:\r\nBcc: eve@example.com" }],
  ["a blank subject", { subject: " " }],
  ["a subject of 201 characters", { subject: "x".repeat(201) }],
  ["a blank message", { message: "\n" }],
  ["a message of 10,001 characters", { message: "x".repeat(10_001) }],
  ["an address that PostgreSQL can't compare", { to_email: `${FORM.email}\0` }],
] as const)("%s is refused", async ([, change]) => {
  const id = await sendForm(app, { message: "refused replies" });
  expect(await reply(ada.client, id, change)).toEqual({ status: 400, code: "validation_failed" });
  expect((await read(id))?.email_history).toEqual([]);
});

test("only administrators read, answer and mark messages", async () => {
  const id = await sendForm(app, { message: "for administrators" });
  const mark = { _submission_id: id, _status: "resolved", _admin_notes: "x" };
  for (const [client, rpcStatus, refusal] of [
    [app.visitor(), 401, { status: 401, code: "sign_in_required" }],
    [ruth.client, 403, { status: 403, code: "admin_required" }],
  ] as const) {
    expect(await reply(client, id)).toEqual(refusal);
    for (const called of [client.rpc("get_contact_submissions"), client.rpc("update_submission_status", mark)])
      expect(await called).toMatchObject({ status: rpcStatus, data: null, error: { code: "42501" } });
    expect((await client.from("contact_submissions").select("id")).data ?? []).toEqual([]);
    expect((await client.from("contact_mails").select("id")).data ?? []).toEqual([]);
    await client.from("contact_submissions").update({ status: "resolved" }).eq("id", id);
    expect(
      (await client.from("contact_submissions").insert({ name: "x", email: "x@example.com", message: "x" })).error?.code,
    ).toBe("42501");
  }
  expect(await read(id)).toMatchObject({ status: "new", admin_notes: null, email_history: [] });
  expect((await ada.client.from("contact_submissions").delete().eq("id", id)).error?.code).toBe("42501");
  expect((await ada.client.from("contact_submissions").update({ email: "eve@example.com" }).eq("id", id)).error?.code).toBe(
    "42501",
  );
});

test("an administrator has no rights without a second factor, and gets them with one", async () => {
  const { id: userId, client } = await member(app);
  await grantAdmin(app, userId);
  const id = await sendForm(app, { message: "one factor" });
  const hasRole = async () => (await client.rpc("has_role", { _user_id: userId, _role: "admin" })).data;
  expect(await hasRole()).toBe(false);
  expect(await reply(client, id)).toEqual({ status: 403, code: "admin_required" });
  const mark = { _submission_id: id, _status: "resolved", _admin_notes: "x" };
  for (const called of [client.rpc("get_contact_submissions"), client.rpc("update_submission_status", mark)])
    expect(await called).toMatchObject({ status: 403, error: { code: "42501" } });
  expect((await client.from("contact_submissions").update({ status: "resolved" }).eq("id", id).select()).data).toEqual([]);
  expect(await read(id)).toMatchObject({ status: "new", email_history: [] });

  await withSecondFactor(client);
  expect(await hasRole()).toBe(true);
  expect(await reply(client, id)).toMatchObject({ success: true });
});

test("an administrator has no rights in a session that has not shown the second factor", async () => {
  const careful = await member(app);
  await grantAdmin(app, careful.id);
  const id = await sendForm(app, { message: "a second factor" });
  await database.query(
    "insert into auth.mfa_factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'sealed')",
    [careful.id],
  );
  expect(await reply(careful.client, id)).toEqual({ status: 403, code: "insufficient_aal" });
  expect((await careful.client.rpc("get_contact_submissions")).error?.code).toBe("42501");
  expect((await careful.client.rpc("has_role", { _user_id: careful.id, _role: "admin" })).data).toBe(false);
  expect(await invoke(careful.client, "handle-contact-submission", { ...FORM, message: "my phone is gone" })).toMatchObject({
    success: true,
  });
});

test("has_role is true for an administrator, who reads nobody else's sermons, topics or generations", async () => {
  const isAdmin = async (person: { id: string; client: SupabaseClient }) =>
    (await person.client.rpc("has_role", { _user_id: person.id, _role: "admin" })).data;
  expect([await isAdmin(ada), await isAdmin(ruth)]).toEqual([true, false]);
  await database.query("insert into public.sermons (user_id, title, content) values ($1, 'a private topic', 'words')", [ruth.id]);
  await database.query(
    `with g as (insert into public.generations (user_id, prompt, prompt_sha256, minutes, voice, state)
       values ($1, 'a private topic', 'x', 5, 'John', 'failed') returning id)
     insert into public.generation_steps (generation_id, kind, draft) select id, 'text', 'private words' from g`,
    [ruth.id],
  );
  for (const table of ["sermons", "generations", "generation_steps", "profiles", "customers", "subscriptions"]) {
    const { data, error } = await ada.client.from(table).select("*");
    expect({ table, error, others: data?.filter((row) => row.user_id !== ada.id && row.id !== ada.id) }).toEqual({
      table,
      error: null,
      others: [],
    });
  }
});

test("status and notes can be set for any message, blank notes are cleared, and invalid values are refused", async () => {
  const id = await sendForm(app, { message: "to be marked" });
  const mark = (_status: string, _admin_notes: string | null, _submission_id = id) =>
    ada.client.rpc("update_submission_status", { _submission_id, _status, _admin_notes });
  expect(await mark("resolved", " called her ")).toMatchObject({ status: 204, error: null });
  expect(await read(id)).toMatchObject({ status: "resolved", admin_notes: "called her", responded_at: null });
  await mark("responded", "  ");
  expect(await read(id)).toMatchObject({ status: "responded", admin_notes: null });
  await mark("new", null);
  expect(await read(id)).toMatchObject({ status: "new" });
  expect(await mark("lost", null)).toMatchObject({ status: 400, error: { code: "23514" } });
  expect(await mark("new", "x".repeat(10_001))).toMatchObject({ status: 400, error: { code: "23514" } });
  expect(await mark("new", null, randomUUID())).toMatchObject({ status: 404, error: { code: "PT404" } });
});

test("the list has the newest first, in pages of at most a thousand", async () => {
  await database.query(
    `insert into public.contact_submissions (name, email, message, created_at)
     select 'n', 'many@example.com', 'message ' || i, now() - i * interval '1 day' from generate_series(1, 2500) i`,
  );
  const pages = await Promise.all(
    [0, 1000, 2000].map(async (from) => (await ada.client.rpc("get_contact_submissions").range(from, from + 999)).data ?? []),
  );
  const all = z.array(contactSubmission).parse(pages.flat());
  const times = all.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(all.filter(({ email }) => email === "many@example.com")).toHaveLength(2500);
  expect((await list()).map(({ id }) => id)).toEqual(all.slice(0, 1000).map(({ id }) => id));
});
