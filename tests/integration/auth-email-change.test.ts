import { afterAll, beforeAll, expect, test } from "vitest";
import type { SupabaseClient } from "@supabase/supabase-js";
import { startAuthServer, signedIn, SITE, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ redirectAllowList: ["https://app.partner.example/**"] });
});
afterAll(async () => server.close());

const PASSWORD = "correct horse";
const FIRST_CONFIRMATION = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const TAKEN = { status: 422, code: "email_exists", message: "A user with this email address has already been registered" };

let people = 0;
/** A signed-in person who has requested another address, with the links in both mailboxes. */
async function requestChange(options: { emailRedirectTo?: string } = {}) {
  const from = `from${++people}@example.org`;
  const to = `to${people}@example.org`;
  const browser = await signedIn(server, from);
  const request = await browser.auth.updateUser({ email: ` ${to.toUpperCase()} ` }, options);
  if (request.error) throw request.error;
  const current = await server.latestLink(from);
  return { from, to, browser, requested: request.data.user, current, next: await server.latestLink(to) };
}
const userOf = async (browser: SupabaseClient) => (await browser.auth.getUser()).data.user;
const confirm = async (token_hash: string) => server.browser().auth.verifyOtp({ token_hash, type: "email_change" });
const open = async (href: string): Promise<URL> => {
  const { pathname, search } = new URL(href);
  const opened = await fetch(server.url + pathname + search, { redirect: "manual" });
  expect(opened.status).toBe(303);
  return new URL(opened.headers.get("location") ?? "");
};

test.for(["the present mailbox", "the new mailbox"])(
  "an address changes once both mailboxes have confirmed it, %s first",
  async (first) => {
    const { from, to, browser, requested, current, next } = await requestChange({ emailRedirectTo: `${SITE}/profile` });
    expect(requested).toMatchObject({ email: from, new_email: to, email_change_sent_at: expect.any(String) });
    expect(current).toMatchObject({ page: `${SITE}/auth/confirm`, type: "email_change", next: "/profile" });
    expect(next).toMatchObject({ page: `${SITE}/auth/confirm`, type: "email_change", next: "/profile" });
    const [one, other] = first === "the present mailbox" ? [current, next] : [next, current];

    const half = await server.post("/verify", { type: "email_change", token_hash: one.token_hash });
    expect([half.status, await half.json()]).toEqual([200, { msg: FIRST_CONFIRMATION, code: "200" }]);
    expect(await userOf(browser)).toMatchObject({ email: from, new_email: to });
    expect((await confirm(one.token_hash)).error).toMatchObject({ status: 403, code: "otp_expired" });

    const { data, error } = await confirm(other.token_hash);
    expect(error).toBeNull();
    expect(data.session).toMatchObject({ token_type: "bearer" });
    expect(data.user).toMatchObject({
      id: requested.id,
      email: to,
      identities: [{ provider: "email", id: requested.id, email: to, identity_data: { email: to, email_verified: true } }],
    });
    for (const field of ["new_email", "email_change_sent_at"]) expect(data.user).not.toHaveProperty(field);
    expect((await server.browser().auth.signInWithPassword({ email: to, password: PASSWORD })).error).toBeNull();
    expect((await server.browser().auth.signInWithPassword({ email: from, password: PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
  },
);

test("both codes can be typed, each with the address it was mailed to", async () => {
  const { from, to, browser, current, next } = await requestChange();
  const wrong = await browser.auth.verifyOtp({ email: from, token: next.code, type: "email_change" });
  expect(wrong.error?.code).toBe("otp_expired");
  const half = await browser.auth.verifyOtp({ email: to, token: next.code, type: "email_change" });
  expect(half).toMatchObject({ error: null, data: { session: null, user: null } });
  const whole = await browser.auth.verifyOtp({ email: from, token: current.code, type: "email_change" });
  expect(whole.data.user?.email).toBe(to);
});

test("the first link that is opened reports the half confirmation, the second brings the session or the code", async () => {
  const emailRedirectTo = "https://app.partner.example/account?tab=mail";
  const { to, browser, current, next } = await requestChange({ emailRedirectTo });
  const half = await open(current.href);
  expect(half.origin + half.pathname).toBe("https://app.partner.example/account");
  expect(half.searchParams.get("message")).toBe(FIRST_CONFIRMATION);
  expect(Object.fromEntries(new URLSearchParams(half.hash.slice(1)))).toEqual({ message: FIRST_CONFIRMATION, sb: "" });
  const whole = await open(next.href);
  expect(whole.searchParams.get("tab")).toBe("mail");
  const { data, error } = await browser.auth.exchangeCodeForSession(whole.searchParams.get("code") ?? "");
  expect(error).toBeNull();
  expect(data.user?.email).toBe(to);

  const from = `implicit@example.org`;
  const { data: session } = await (await signedIn(server, from)).auth.getSession();
  await fetch(`${server.url}/auth/v1/user`, {
    method: "PUT",
    headers: { authorization: `Bearer ${session.session?.access_token}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "implicit-new@example.org" }),
  });
  const page = ({ token_hash }: { token_hash: string }): string => `${SITE}/auth/v1/verify?token=${token_hash}&type=email_change`;
  const first = await open(page(await server.latestLink(from)));
  expect([first.search, Object.fromEntries(new URLSearchParams(first.hash.slice(1)))]).toEqual([
    "",
    { message: FIRST_CONFIRMATION, sb: "" },
  ]);
  const second = new URLSearchParams((await open(page(await server.latestLink("implicit-new@example.org")))).hash.slice(1));
  expect(second.get("type")).toBe("email_change");
  expect((await server.browser().auth.getUser(second.get("access_token") ?? "")).data.user?.email).toBe(
    "implicit-new@example.org",
  );
});

test("one mailbox can't confirm for the other, however many mails it gets", async () => {
  const { from, to, browser, current } = await requestChange();
  await confirm(current.token_hash);
  expect((await server.browser().auth.resend({ type: "email_change", email: from })).error).toBeNull();
  await server.deliver();
  expect((await server.latestLink(from)).token_hash).toBe(current.token_hash);
  expect((await browser.auth.updateUser({ email: to })).error).toBeNull();
  expect(await userOf(browser)).toMatchObject({ email: from, new_email: to });
  expect((await confirm((await server.latestLink(to)).token_hash)).data.user?.email).toBe(to);
});

test("the mails of a change can be sent again, and the old ones become invalid", async () => {
  const { from, to, current, next } = await requestChange();
  expect((await server.browser().auth.resend({ type: "email_change", email: from })).error).toBeNull();
  const [again, nextAgain] = [await server.latestLink(from), await server.latestLink(to)];
  for (const old of [current, next]) expect((await confirm(old.token_hash)).error?.code).toBe("otp_expired");
  expect((await confirm(again.token_hash)).error).toBeNull();
  expect((await confirm(nextAgain.token_hash)).data.user?.email).toBe(to);
  const before = (await server.deliver()).length;
  for (const email of [to, "nobody@example.org"])
    expect((await server.browser().auth.resend({ type: "email_change", email })).error).toBeNull();
  expect(await server.deliver()).toHaveLength(before);
});

test("requesting another address cancels the earlier request", async () => {
  const { from, browser, current, next } = await requestChange();
  await confirm(current.token_hash);
  await browser.auth.updateUser({ email: "different@example.org" });
  expect((await confirm(next.token_hash)).error?.code).toBe("otp_expired");
  expect((await confirm((await server.latestLink("different@example.org")).token_hash)).data.user).toBeNull();
  expect((await confirm((await server.latestLink(from)).token_hash)).data.user?.email).toBe("different@example.org");
});

test("a change to an address that another account has is refused only after its mailbox has confirmed", async () => {
  await signedIn(server, "taken@example.org");
  await server.browser().auth.signUp({ email: "unconfirmed@example.org", password: PASSWORD });
  const browser = await signedIn(server, "asker@example.org");
  const requestAddress = async (email: string) => {
    const before = (await server.deliver()).length;
    const { data, error } = await browser.auth.updateUser({ email });
    expect(error).toBeNull();
    const mailed = (await server.deliver()).slice(before).map(({ to, subject }) => [to === "asker@example.org", subject]);
    return { fields: Object.keys(data.user ?? {}), newEmail: data.user?.new_email, mailed };
  };
  const { newEmail, ...free } = await requestAddress("free@example.org");
  expect([newEmail, free.mailed]).toMatchObject(["free@example.org", { length: 2 }]);
  for (const email of ["taken@example.org", "unconfirmed@example.org"])
    expect(await requestAddress(` ${email.toUpperCase()} `)).toEqual({ newEmail: email, ...free });
  await requestAddress("taken@example.org");
  await confirm((await server.latestLink("asker@example.org")).token_hash);
  expect((await confirm((await server.latestLink("taken@example.org")).token_hash)).error).toMatchObject(TAKEN);
  expect((await userOf(browser))?.email).toBe("asker@example.org");
});

test("an invalid new address is refused", async () => {
  const browser = await signedIn(server, "odd.asker@example.org");
  for (const email of [
    "t\u0430ken@example.org",
    "a b@example.org",
    "x@example.org\r\nBcc: y@example.org",
    "nobody",
    `${"x".repeat(250)}@example.org`,
  ])
    expect((await browser.auth.updateUser({ email })).error).toMatchObject({ status: 400, code: "validation_failed" });
  expect((await browser.auth.updateUser({ email: "odd.asker@example.org" })).data.user).not.toHaveProperty("new_email");
  expect((await browser.auth.updateUser({ phone: "+15550100" })).error?.code).toBe("phone_provider_disabled");
});

test("of two people who confirm the same address at once, one gets it", async () => {
  const [a, b] = [await signedIn(server, "race-a@example.org"), await signedIn(server, "race-b@example.org")];
  const links: string[] = [];
  for (const [browser, from] of [
    [a, "race-a@example.org"],
    [b, "race-b@example.org"],
  ] as const) {
    expect((await browser.auth.updateUser({ email: "prize@example.org" })).error).toBeNull();
    await confirm((await server.latestLink(from)).token_hash);
    links.push((await server.latestLink("prize@example.org")).token_hash);
  }
  expect(new Set(links).size).toBe(2);
  const results = await Promise.all(links.map(confirm));
  expect(results.filter(({ data }) => data.session)).toHaveLength(1);
  expect(results.find(({ error }) => error)?.error).toMatchObject(TAKEN);
  const emails = [(await userOf(a))?.email, (await userOf(b))?.email];
  expect(emails.filter((email) => email === "prize@example.org")).toHaveLength(1);
});

test("an address that was taken meanwhile is reported at the link's target", async () => {
  const { to, current, next } = await requestChange({ emailRedirectTo: "https://app.partner.example/account" });
  await confirm(current.token_hash);
  await server.browser().auth.signUp({ email: to, password: PASSWORD });
  const target = await open(next.href);
  expect(target.searchParams.get("error_code")).toBe("email_exists");
  expect(new URLSearchParams(target.hash.slice(1)).get("error_description")).toBe(TAKEN.message);
});

test("a changed address invalidates mails to the old one, and a changed password cancels the request", async () => {
  const { from, current, next } = await requestChange();
  await server.browser().auth.resetPasswordForEmail(from);
  const recovery = await server.latestLink(from);
  await confirm(current.token_hash);
  await confirm(next.token_hash);
  expect((await server.browser().auth.verifyOtp({ token_hash: recovery.token_hash, type: "recovery" })).error?.code).toBe(
    "otp_expired",
  );

  const other = await requestChange();
  const { data, error } = await other.browser.auth.updateUser({ password: "battery staple" });
  expect(error).toBeNull();
  expect(data.user).not.toHaveProperty("new_email");
  for (const link of [other.current, other.next]) expect((await confirm(link.token_hash)).error?.code).toBe("otp_expired");
});

test("password, data and address change in one call, the address only after its confirmation", async () => {
  const browser = await signedIn(server, "everything@example.org");
  const { data, error } = await browser.auth.updateUser({
    email: "everything-new@example.org",
    password: "battery staple",
    data: { full_name: "Ada" },
  });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email: "everything@example.org",
    new_email: "everything-new@example.org",
    user_metadata: { full_name: "Ada" },
  });
  expect(
    (await server.browser().auth.signInWithPassword({ email: "everything@example.org", password: "battery staple" })).error,
  ).toBeNull();
  await confirm((await server.latestLink("everything@example.org")).token_hash);
  expect((await confirm((await server.latestLink("everything-new@example.org")).token_hash)).data.user?.email).toBe(
    "everything-new@example.org",
  );
});
