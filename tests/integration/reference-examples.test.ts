import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { ENDPOINTS } from "../../shared/endpoints/all.ts";
import type { Endpoint } from "../../shared/endpoints/endpoint.ts";
import { NOTES, type ExampleCaller } from "../../server/reference/notes.ts";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import { administrator } from "../support/contact.ts";
import { payInSandbox } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

// Every example of docs/api.md, as it is printed there: with the official client, a file with fetch.

let app: TestApp;
let member: Person;
let leaver: Person;
let admin: SupabaseClient;
/** What stands for `{name}` in a body. */
const known: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp();
  [member, leaver] = await Promise.all([signUpPerson(app, "ruth@example.com"), signUpPerson(app, "orpah@example.com")]);
  admin = (await administrator(app)).client;
  Object.assign(known, { email: member.email, leaver_email: leaver.email });

  const email = "naomi@example.com";
  const { data } = await app.visitor().auth.signUp({ email, password: "a long enough password" });
  const userId = data.user?.id;
  const opened = await app.visitor().functions.invoke("create-checkout-session", { body: { email, name: "Naomi", userId } });
  const back = await payInSandbox(opened.data.checkoutUrl);
  for (const name of ["session_id", "user_id"]) known[name] = back.searchParams.get(name) ?? "";
});
afterAll(() => app.close());

const clientOf = (who: ExampleCaller): SupabaseClient =>
  ({ visitor: app.visitor(), member: member.client, leaver: leaver.client, admin })[who];

const filledIn = (body: object): object =>
  JSON.parse(
    JSON.stringify(body).replaceAll(/"\{(\w+)\}"/g, (_, name: string) => JSON.stringify(known[name] ?? `no ${name}`)),
  ) as object;

async function send(key: keyof typeof ENDPOINTS): Promise<{ data: unknown; code?: string }> {
  const { as, body } = NOTES[key].example;
  const { data, error } = await clientOf(as).functions.invoke(ENDPOINTS[key].name, { body: filledIn(body) });
  return error ? { data: null, ...(await error.context.json()) } : { data };
}

async function answers(key: keyof typeof ENDPOINTS): Promise<Record<string, unknown>> {
  const answered = await send(key);
  expect(answered, key).toEqual({ data: expect.anything() });
  const endpoint: Endpoint = ENDPOINTS[key];
  if (!endpoint.answer) return {};
  const data = z.parse(endpoint.answer, answered.data) as Record<string, unknown>;
  // Every moment of every answer is in one form.
  for (const [, moment] of JSON.stringify(answered.data).matchAll(/"(\d{4}-\d\d-\d\dT[^"]*)"/g))
    expect(moment, key).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return data;
}

test("a sermon", async () => {
  expect(await answers("readTopic")).toMatchObject({ language: null });
  known["generationId"] = String((await answers("generateSermon"))["generationId"]);
  const [voice, image] = await Promise.all([answers("generateVoice"), answers("generateImage")]);
  expect([voice["audioFileName"], image["fileName"]]).toEqual([
    expect.stringMatching(/\.mp3$/),
    expect.stringMatching(/\.webp$/),
  ]);
  const state = async () => (await member.client.from("generations").select("state").eq("id", known["generationId"])).data;
  await expect.poll(state).toEqual([{ state: "finished" }]);
  for (const key of ["exportSermon", "exportBook"] as const) {
    const { name, streams } = ENDPOINTS[key];
    const exported = await fetch(`${app.url}/functions/v1/${name}`, {
      method: "POST",
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${member.token}`, "content-type": "application/json" },
      body: JSON.stringify(filledIn(NOTES[key].example.body)),
    });
    expect([exported.status, exported.headers.get("content-type")], key).toEqual([200, streams]);
  }
  expect(await answers("openPodcastFeed")).toEqual({ address: expect.stringMatching(/\/podcast\/[\w-]{43}\/feed\.xml$/) });
  expect(await answers("rewriteSermon")).toEqual({ generationId: expect.any(String) });
});

test("a link for it", async () => {
  const { link } = (await answers("makeSermonLink")) as { link: { id: string } };
  known["linkId"] = link.id;
  expect(await answers("changeSermonLink")).toMatchObject({ link: { dedication: "For Naomi and Orpah" } });
  expect(await answers("listSermonLinks")).toMatchObject({ links: [{ id: link.id, state: "open" }] });
  expect(await answers("listLinkReports")).toEqual({ reports: [] });
  expect(await answers("closeSermonLink")).toEqual({ success: true });
  expect(await answers("revokeSermonLink")).toMatchObject({ link: { state: "closed" } });
});

test("money", async () => {
  expect(await answers("completeSignUp")).toMatchObject({ success: true });
  expect(await answers("checkSubscription")).toMatchObject({ trial: { isInTrial: true }, trialEndsAt: expect.any(String) });
  expect(await answers("cancelSubscription")).toMatchObject({ success: true });
  expect(await answers("checkSubscription")).toMatchObject({ cancelAt: expect.any(String) });
  expect(await answers("resumeSubscription")).toEqual({ success: true });
  expect(await answers("createCheckoutSession")).toMatchObject({ url: expect.any(String) });
  expect(await answers("billingOverview")).toMatchObject({ plan: "premium", invoices: expect.any(Array) });
  expect(await answers("createCustomerPortalSession")).toMatchObject({ url: expect.any(String) });
  expect(await answers("purchaseAdditionalMinutes")).toMatchObject({ url: expect.any(String) });
});

test("messages", async () => {
  known["submission_id"] = String((await answers("handleContactSubmission"))["id"]);
  expect(await answers("handleEmail")).toEqual({ success: true });
});

test("one's own data, and leaving", async () => {
  const { name } = ENDPOINTS.downloadMyData;
  const response = await fetch(`${app.url}/functions/v1/${name}`, {
    method: "POST",
    headers: { apikey: app.keys.anonKey, authorization: `Bearer ${member.token}`, "content-type": "application/json" },
    body: JSON.stringify(NOTES.downloadMyData.example.body),
  });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect((await response.blob()).size).toBeGreaterThan(1000);
  expect(await answers("deleteAccount")).toEqual({ started: true });
});

test("the service key asks for a user, and counts as an administrator who reads and marks messages", async () => {
  const service = app.service();
  const status = await service.functions.invoke("check-subscription", { body: { userId: member.id } });
  expect(status.data).toMatchObject({ subscribed: true });
  const refused = await service.functions.invoke("billing-overview", { body: {} });
  expect(await refused.error?.context.json()).toEqual({
    code: "sign_in_required",
    message: expect.stringContaining("service key"),
  });

  expect((await service.rpc("has_role", { _user_id: member.id, _role: "admin" })).data).toBe(false);
  await app.database.query("insert into public.user_roles (user_id, role) values ($1, 'admin')", [member.id]);
  expect((await service.rpc("has_role", { _user_id: member.id, _role: "admin" })).data).toBe(true);
  expect((await app.visitor().rpc("has_role", { _user_id: member.id, _role: "admin" })).data).toBe(false);

  const id = known["submission_id"];
  const marked = await service.rpc("update_submission_status", {
    _submission_id: id,
    _status: "resolved",
    _admin_notes: "by a program",
  });
  expect(marked.error).toBeNull();
  expect((await service.rpc("get_contact_submissions")).data).toEqual([expect.objectContaining({ id, status: "resolved" })]);
  expect((await app.visitor().rpc("get_contact_submissions")).error).not.toBeNull();
});

test("/docs/api is a page without a script that has every function", async () => {
  const answer = await fetch(`${app.url}/docs/api`);
  const html = await answer.text();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(answer.headers.get("content-security-policy")).not.toContain("script-src");
  for (const { name } of Object.values(ENDPOINTS)) expect(html).toContain(`id="${name}"`);
  expect(html).not.toContain("<script");
});
