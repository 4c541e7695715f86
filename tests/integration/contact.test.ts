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

test("what a visitor writes is kept, trimmed, and support is told of it although the visitor's tab is closed", async () => {
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

test("asking for the notice twenty times at once, in false words, mails the stored message once", async () => {
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

test("a message that somebody else stored is told as well, once it is asked for", async () => {
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

test("an id that does not exist is answered like one that does, and mails nothing", async () => {
  const answer = await invoke(app.visitor(), "handle-email", { action: "notify_admin", data: { submission_id: randomUUID() } });
  expect(answer).toEqual({ success: true });
  expect((await database.query("select from public.contact_mails where kind = 'notice'")).rowCount).toBe(
    (await database.query("select from public.contact_submissions")).rowCount,
  );
});

test("who fills in the hidden field is thanked, and nothing is kept", async () => {
  expect(await send({ message: "cheap watches", website: "https://spam.example" })).toEqual({
    success: true,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(await stored("cheap watches")).toEqual([]);
  expect(await send({ message: "no bot", website: "" })).toMatchObject({ success: true });
  expect(await stored("no bot")).toHaveLength(1);
});

test("a double click, and a request that is tried again, are one message; the same words of another person are another", async () => {
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

test("an address may be any that the form's email field lets through", async () => {
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

test("whoever can't sign in can still write: an ended session is no hindrance, no key at all is", async () => {
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

/** So many calls of a function from addresses, null for this machine; answers how often each status came. */
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

test("an address sends ten messages at once, a /64 of IPv6 is one address, and this machine is not counted", async () => {
  const name = "handle-contact-submission";
  expect(await statuses(name, 12, () => "203.0.113.1")).toEqual({ 200: 10, 429: 2 });
  expect(await statuses(name, 12, (i) => `2001:db8:0:1::${i + 1}`)).toEqual({ 200: 10, 429: 2 });
  expect(await statuses(name, 1, () => "2001:db8:0:2::1")).toEqual({ 200: 1 });
  expect(await statuses(name, 40, () => null)).toEqual({ 200: 40 });
  expect(await statuses(name, 12, () => "127.0.0.1")).toEqual({ 200: 10, 429: 2 });
});

test.for([
  // A network of its own each: client errors of all endpoints together use up another, wider limit (request-limits.test.ts).
  ["handle-email", 400, "203.0.113.9"],
  ["create-checkout-session", 401, "203.0.113.10"],
  ["complete-sign-up", 400, "203.0.113.11"],
] as const)("%s, which visitors may call as well, is counted by itself and the same way", async ([name, refusal, address]) => {
  const counted = await statuses(name, 32, (i) => (i % 2 ? address : `::ffff:${address}`));
  expect(counted).toEqual({ [refusal]: 30, 429: 2 });
  expect(await statuses(name, 40, () => null)).toEqual({ [refusal]: 40 });
});

test("an address that has had its share uses up nobody else's", async () => {
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
