import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { withSecondFactor } from "../support/authenticator.ts";
import { invoke } from "../support/contact.ts";
import { mailTo, PASSWORD } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

// Every step of an account takeover is mailed to the owner.

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const STRANGE = "Click http://evil.example now";

let app: TestApp;
let database: TestApp["database"];
beforeAll(async () => {
  // Low limits: they leave three confirmation mails an hour, of which a change of address needs two.
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

test("a changed password is mailed to the owner: when, from what kind of device, and what to do", async () => {
  const { client, email } = await owner();
  expect((await client.auth.updateUser({ password: "battery staple" })).error).toBeNull();
  const { subject, text, links } = await mailTo(app, email);
  expect(subject).toBe("The password of your Lampstand account was changed");
  expect(text).toMatch(/changed on \w+ \d+, \d{4} at \d\d:\d\d UTC, in Firefox on Linux\./);
  expect(text).toContain("If it was you, you need not do anything.");
  expect(text).toMatch(/If it was not you/);
  expect(text).not.toContain("battery staple");
  // No links, so that people do not learn to follow links in warnings, which phishing mails imitate.
  expect(links).toEqual([]);
  await expect.poll(notices).toBe(0);
});

test("the mail names a known kind of device, and never text from the User-Agent header", async () => {
  const { client, email } = await owner(STRANGE);
  await client.auth.updateUser({ password: "battery staple" });
  const { text } = await mailTo(app, email);
  expect(text).toMatch(/at \d\d:\d\d UTC\.\n/);
  expect(text).not.toContain("evil");
});

test("setting up and removing an authenticator app are each mailed to the owner", async () => {
  const { client, email } = await owner();
  const { factorId } = await withSecondFactor(client);
  expect((await mailTo(app, email, /authenticator/)).subject).toBe("An authenticator app was added to your Lampstand account");
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
  const removed = "An authenticator app was removed from your Lampstand account";
  expect((await mailTo(app, email, /removed/)).subject).toBe(removed);
});

test("an authenticator app that support removes is mailed to the owner", async () => {
  const { id, client, email } = await owner();
  const { factorId } = await withSecondFactor(client);
  const { error } = await app.service().auth.admin.mfa.deleteFactor({ id: factorId, userId: id });
  expect(error).toBeNull();
  expect((await mailTo(app, email, /removed/)).text, "not its owner's device").toMatch(/at \d\d:\d\d UTC\.\n/);
});

test("a code at sign-in and an unfinished setup are not mailed", async () => {
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

test("a change of address is mailed to the old one, once both mailboxes have confirmed it, without the new address", async () => {
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

test("a download of all data is mailed to the owner", async () => {
  const { client, email } = await owner();
  expect(await invoke(client, "download-my-data", {})).not.toHaveProperty("code");
  expect((await mailTo(app, email)).subject).toBe("The data of your Lampstand account was downloaded");
});

test("the deletion of the account is mailed to the owner", async () => {
  const { client, email } = await owner();
  expect(await invoke(client, "delete-account", { confirmation: email })).toEqual({ started: true });
  expect((await mailTo(app, email)).subject).toBe("Your account has been deleted");
});
