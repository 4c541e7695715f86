import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BRAND } from "../../shared/brand.ts";
import { startApp } from "../support/app.ts";
import { FORM, invoke, member, sendForm } from "../support/contact.ts";
import { mailTo } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let database: TestApp["database"];
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: "true" });
  ({ database } = app);
});
afterAll(() => app.close());

const send = (form: object) => invoke(app.visitor(), "handle-contact-submission", { ...FORM, ...form });
const stored = async (message: string): Promise<unknown[]> =>
  (
    await database.query("select name, email, message, form_source, status from public.contact_submissions where message = $1", [
      message,
    ])
  ).rows;
const noticesAbout = async (message: string): Promise<number> => {
  const messages = (await (await fetch(`${app.url}/inbox/messages.json`)).json()) as { to: string; text: string }[];
  return messages.filter(({ to, text }) => to === BRAND.supportEmail && text.includes(message)).length;
};
const mailsWaiting = async (): Promise<unknown> =>
  (await database.query("select from graphile_worker.jobs where task_identifier = 'contact-mail'")).rowCount;

test("a visitor's message is stored, trimmed, and mailed to support although the visitor's tab is closed", async () => {
  const answer = await send({ name: " Ruth ", email: " Ruth@Example.com ", message: "\n How do I start?\nThank you. " });
  expect(answer).toEqual({ success: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(await stored("How do I start?\nThank you.")).toEqual([
    {
      name: "Ruth",
      email: "Ruth@Example.com",
      message: "How do I start?\nThank you.",
      form_source: "contact_page",
      status: "new",
    },
  ]);
  const notice = await mailTo(app, BRAND.supportEmail, /^New message from Ruth$/);
  expect(notice.text).toContain("Ruth (Ruth@Example.com) wrote");
  expect(notice.text).toContain("How do I start?\nThank you.");
  expect(notice.links).toContain(`${app.url}/admin/contact-submissions`);
});

test("twenty simultaneous requests for the notice, with false contents, mail the stored message once", async () => {
  const id = await sendForm(app, { message: "told once" });
  const data = { submission_id: id, name: "Eve", email: "eve@example.com", message: "Click here", form_source: "x" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => invoke(app.visitor(), "handle-email", { action: "notify_admin", data })),
  );
  expect(answers).toEqual(answers.map(() => ({ success: true })));
  await expect.poll(() => noticesAbout("told once")).toBe(1);
  await expect.poll(mailsWaiting).toBe(0);
  expect([await noticesAbout("told once"), await noticesAbout("Click here")]).toEqual([1, 0]);
});

test("a message that was stored in another way is mailed to support on request too", async () => {
  const { data } = await app
    .service()
    .from("contact_submissions")
    .insert({ name: "Naomi\r\nBcc: eve@example.com", email: "naomi@example.com", message: "stored elsewhere" })
    .select("id")
    .single();
  await invoke(app.visitor(), "handle-email", { action: "notify_admin", data: { submission_id: data?.id } });
  const notice = await mailTo(app, BRAND.supportEmail, /^New message from Naomi/);
  expect(notice.subject).toBe("New message from Naomi Bcc: eve@example.com");
});

test("an id that does not exist gets the same answer as one that does, and sends no mail", async () => {
  const answer = await invoke(app.visitor(), "handle-email", { action: "notify_admin", data: { submission_id: randomUUID() } });
  expect(answer).toEqual({ success: true });
  expect((await database.query("select from public.contact_mails where kind = 'notice'")).rowCount).toBe(
    (await database.query("select from public.contact_submissions")).rowCount,
  );
});

test("a request with the hidden honeypot field filled in is answered as a success, and nothing is stored", async () => {
  expect(await send({ message: "cheap watches", website: "https://spam.example" })).toEqual({
    success: true,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(await stored("cheap watches")).toEqual([]);
  expect(await send({ message: "no bot", website: "" })).toMatchObject({ success: true });
  expect(await stored("no bot")).toHaveLength(1);
});

test("a double click and a repeated request store one message; the same text from another address is another message", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send({ message: "clicked twice" })));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await send({ message: "clicked twice", email: "orpah@example.com" });
  expect(await stored("clicked twice")).toHaveLength(2);
  await database.query(
    "update public.contact_submissions set created_at = now() - interval '11 minutes' where message = 'clicked twice'",
  );
  await send({ message: "clicked twice" });
  expect(await stored("clicked twice")).toHaveLength(3);
});

test("every address that the form's email field accepts is accepted", async () => {
  const addresses = ["o&k@example.com", "ruth@xn--e1afmkfd.xn--p1ai", "a..b@example.de", "ruth@localhost"];
  const answers = await Promise.all(addresses.map((email) => send({ email })));
  expect(answers).toEqual(answers.map(() => ({ success: true, id: expect.any(String) as string })));
});

test.for([
  ["no name", { name: "  " }],
  ["a name of 201 characters", { name: "a".repeat(201) }],
  ["a header in the name", { name: "Ruth\r\nBcc: eve@example.com" }],
  ["a line separator in the name", { name: "Ruth\u2028Bcc: eve@example.com" }],
  ["no address", { email: "" }],
  ["what is no address", { email: "ruth" }],
  ["two addresses", { email: "a@example.com,b@example.com" }],
  ["a header in the address", { email: "ruth@example.com\r\nBcc: eve@example.com" }],
  ["an address that no mail server takes", { email: `${"a".repeat(65)}@example.com` }],
  ["no message", { message: " \n " }],
  ["a message of 10,001 characters", { message: "a".repeat(10_001) }],
  ["what PostgreSQL can't store", { message: "a\0b" }],
  ["a number for a message", { message: 5 }],
  ["a source of two lines", { formSource: "a\nb" }],
] as const)("%s is refused", async ([, form]) => {
  expect(await send({ message: "refused", ...form })).toEqual({ status: 400, code: "validation_failed" });
  expect(await stored("refused")).toEqual([]);
});

test.for<object>([
  {},
  { action: "forward", data: {} },
  { action: "notify_admin" },
  { action: "notify_admin", data: { submission_id: "1" } },
])("handle-email refuses %j", async (body) => {
  expect(await invoke(app.visitor(), "handle-email", body)).toEqual({ status: 400, code: "validation_failed" });
});

test("the form can be sent with an ended session, but not without an API key", async () => {
  const { id, client } = await member(app);
  await database.query("delete from auth.sessions where user_id = $1", [id]);
  expect(await invoke(client, "check-subscription", {})).toEqual({ status: 401, code: "session_not_found" });
  expect(await invoke(client, "handle-contact-submission", { ...FORM, message: "locked out" })).toMatchObject({ success: true });
  const keyless = await fetch(`${app.url}/functions/v1/handle-contact-submission`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(FORM),
  });
  expect(keyless.status).toBe(401);
});

/** Calls a function `times` times with these forwarded IP addresses (null: none, this machine); counts the statuses. */
async function statuses(name: string, times: number, address: (i: number) => string | null): Promise<Record<number, number>> {
  const count: Record<number, number> = {};
  for (let i = 0; i < times; i++) {
    const from = address(i);
    const { status } = await fetch(`${app.url}/functions/v1/${name}`, {
      method: "POST",
      headers: {
        apikey: app.keys.anonKey,
        "content-type": "application/json",
        ...(from !== null && { "x-forwarded-for": from }),
      },
      body: JSON.stringify({ ...FORM, website: "counted all the same" }),
    });
    count[status] = (count[status] ?? 0) + 1;
  }
  return count;
}

test("an IP address or a /64 network of IPv6 may send ten messages at once, and this machine is not limited", async () => {
  const name = "handle-contact-submission";
  expect(await statuses(name, 12, () => "203.0.113.1")).toEqual({ 200: 10, 429: 2 });
  expect(await statuses(name, 12, (i) => `2001:db8:0:1::${i + 1}`)).toEqual({ 200: 10, 429: 2 });
  expect(await statuses(name, 1, () => "2001:db8:0:2::1")).toEqual({ 200: 1 });
  expect(await statuses(name, 40, () => null)).toEqual({ 200: 40 });
  expect(await statuses(name, 12, () => "127.0.0.1")).toEqual({ 200: 10, 429: 2 });
});

test.for([
  // Another IP address for each: errors of all endpoints together count for another, wider limit (request-limits.test.ts).
  ["handle-email", 400, "203.0.113.9"],
  ["create-checkout-session", 401, "203.0.113.10"],
  ["complete-sign-up", 400, "203.0.113.11"],
] as const)("%s, which visitors may call too, has a count of its own by the same rules", async ([name, refusal, address]) => {
  const counted = await statuses(name, 32, (i) => (i % 2 ? address : `::ffff:${address}`));
  expect(counted).toEqual({ [refusal]: 30, 429: 2 });
  expect(await statuses(name, 40, () => null)).toEqual({ [refusal]: 40 });
});

test("requests over the limit of one IP address do not count against the limit of all", async () => {
  const small = await startApp({
    TRUST_PROXY: "true",
    AUTH_LIMITS: JSON.stringify({ projectMessage: { max: 12, window: 3600 } }),
  });
  const own = app;
  try {
    app = small;
    expect(await statuses("handle-contact-submission", 30, () => "203.0.113.1")).toEqual({ 200: 10, 429: 20 });
    expect(await statuses("handle-contact-submission", 3, () => "203.0.113.2")).toEqual({ 200: 2, 429: 1 });
  } finally {
    app = own;
    await small.close();
  }
});
