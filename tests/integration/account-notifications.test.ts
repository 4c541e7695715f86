import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { withSecondFactor } from "../support/authenticator.ts";
import { invoke } from "../support/contact.ts";
import { mailTo, PASSWORD } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

// Whoever takes an account over can't do it in silence: a mail tells its owner of each step.

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const STRANGE = "Click http://evil.example now";

let app: TestApp;
let database: TestApp["database"];
beforeAll(async () => {
  // A change of address asks for two of the three confirmations that this leaves in an hour.
  app = await startApp({
    AUTH_LIMITS: JSON.stringify({ accountMail: { max: 1, window: 3600 }, projectMail: { max: 5, window: 3600 } }),
  });
  ({ database } = app);
});
afterAll(() => app.close());

interface Owner {
  id: string;
  email: string;
  client: SupabaseClient;
}
async function owner(userAgent = FIREFOX): Promise<Owner> {
  const email = `${randomUUID()}@example.com`;
  const created = await app.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (created.error) throw created.error;
  const client = createClient(app.url, app.keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { "user-agent": userAgent } },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { id: created.data.user.id, email, client };
}
const notices = async () => (await database.query("select from auth.notices")).rowCount;

test("a changed password is told to the owner: when, from what kind of device, and what to do", async () => {
  const { client, email } = await owner();
  expect((await client.auth.updateUser({ password: "battery staple" })).error).toBeNull();
  const { subject, text, links } = await mailTo(app, email);
  expect(subject).toBe("The password of your Lampstand account was changed");
  expect(text).toMatch(/changed on \w+ \d+, \d{4} at \d\d:\d\d UTC, in Firefox on Linux\./);
  expect(text).toContain("If it was you, you need not do anything.");
  expect(text).toMatch(/If it was not you/);
  expect(text).not.toContain("battery staple");
  // A link in such a mail is what phishing looks like.
  expect(links).toEqual([]);
  await expect.poll(notices).toBe(0);
});

test("nothing of what a device says of itself stands in the mail but its kind", async () => {
  const { client, email } = await owner(STRANGE);
  await client.auth.updateUser({ password: "battery staple" });
  const { text } = await mailTo(app, email);
  expect(text).toMatch(/at \d\d:\d\d UTC\.\n/);
  expect(text).not.toContain("evil");
});

test("an authenticator app that was set up and one that was removed are told", async () => {
  const { client, email } = await owner();
  const { factorId } = await withSecondFactor(client);
  expect((await mailTo(app, email, /authenticator/)).subject).toBe("An authenticator app was added to your Lampstand account");
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  const removed = "An authenticator app was removed from your Lampstand account";
  expect((await mailTo(app, email, /removed/)).subject).toBe(removed);
});

test("so is one that support has removed", async () => {
  const { id, client, email } = await owner();
  const { factorId } = await withSecondFactor(client);
  const { error } = await app.service().auth.admin.mfa.deleteFactor({ id: factorId, userId: id });
  expect(error).toBeNull();
  expect((await mailTo(app, email, /removed/)).text, "not its owner's device").toMatch(/at \d\d:\d\d UTC\.\n/);
});

test("a code at a sign-in, or a setup that is not finished, is nothing to tell", async () => {
  const { client, email } = await owner();
  const phone = await withSecondFactor(client);
  await client.auth.mfa.challengeAndVerify({ factorId: phone.factorId, code: phone.code(1) });
  const { data } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "tablet" });
  await client.auth.mfa.unenroll({ factorId: data?.id ?? "" });
  await client.auth.updateUser({ password: "battery staple" });
  await mailTo(app, email, /password/);
  const inbox = (await (await fetch(`${app.url}/inbox/messages.json`)).json()) as { to: string }[];
  expect(inbox.filter(({ to }) => to === email)).toHaveLength(2);
});

test("a new address is told to the old one, once both mailboxes have confirmed it, without naming it", async () => {
  const { client, email } = await owner();
  const moved = `${randomUUID()}@example.com`;
  expect((await client.auth.updateUser({ email: moved })).error).toBeNull();
  for (const to of [email, moved]) {
    const link = (await mailTo(app, to, /Confirm/)).links[0] ?? "";
    const fields = new URLSearchParams(new URL(link).hash.slice(1));
    const { error } = await client.auth.verifyOtp({ token_hash: fields.get("token_hash") ?? "", type: "email_change" });
    expect(error).toBeNull();
  }
  const { subject, text } = await mailTo(app, email, /was changed/);
  expect(subject).toBe("The email address of your Lampstand account was changed");
  expect(text).not.toContain(moved);
});

test("a download of all data is told", async () => {
  const { client, email } = await owner();
  expect(await invoke(client, "download-my-data", {})).not.toHaveProperty("code");
  expect((await mailTo(app, email)).subject).toBe("The data of your Lampstand account was downloaded");
});

test("the end of the account is told", { timeout: 60_000 }, async () => {
  const { client, email } = await owner();
  expect(await invoke(client, "delete-account", { confirmation: email })).toEqual({ started: true });
  expect((await mailTo(app, email)).subject).toBe("Your account has been deleted");
});
