import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, callFunction, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let database: TestApp["database"];
let ruth: Person;

beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
  ruth = await signUpPerson(app, "ruth@example.com");
});
afterAll(() => app.close());

const status = async () => (await ruth.client.functions.invoke("check-subscription", { body: {} })).data;

test("an upgrade during the trial gives the month's minutes at once", async () => {
  const upgraded = await callFunction(app, "create-checkout-session", ruth.token, { email: ruth.email, endTrial: true });
  expect(upgraded).toMatchObject({ status: 200, body: { url: `${app.url}/dashboard?success=true` } });
  expect(await status()).toMatchObject({
    subscribed: true,
    status: "active",
    trial: { isInTrial: false },
    quota: { baseMinutes: 60, additionalMinutes: 0, minutesUsed: 0 },
  });
});

test("a sermon reserves its minutes while it is generated, and costs the length of its recording", async () => {
  const started = await callFunction(app, "generate-sermon", ruth.token, {
    prompt: "hope in winter",
    duration: "5",
    voice: "John",
  });
  expect(started.status).toBe(200);
  const { generationId, sermon } = started.body;
  const voiced = await callFunction(app, "generate-voice", ruth.token, { text: sermon, voice: "John", generationId });
  expect(voiced.status).toBe(200);
  const { rows } = await database.query<{ seconds: number }>(
    "select (output ->> 'seconds')::float8 as seconds from public.generation_steps where generation_id = $1 and kind = 'voice'",
    [generationId],
  );
  // Never more than the five minutes that were asked for.
  const used = Math.ceil(Math.min(Math.ceil(rows[0]?.seconds ?? 0), 300) / 60);
  expect(used).toBeGreaterThanOrEqual(4);
  expect(await status()).toMatchObject({ quota: { baseMinutes: 60, additionalMinutes: 0, minutesUsed: used } });
  await vi.waitUntil(async () => {
    const running = await database.query("select from public.generations where state = 'running'");
    return running.rowCount === 0;
  });
});

test("with too few minutes left a sermon is refused with a code, and a shorter one is still written", async () => {
  await database.query("select billing.reserve($1, gen_random_uuid(), 1, 3600 - 300 - 400)", [ruth.id]);
  const prompt = "courage for tomorrow";
  expect(await callFunction(app, "generate-sermon", ruth.token, { prompt, duration: "10" })).toMatchObject({
    status: 402,
    body: { code: "minutes_exhausted" },
  });
  expect(await callFunction(app, "generate-sermon", ruth.token, { prompt, duration: "5" })).toMatchObject({ status: 200 });
});

test("purchased minutes are credited once they are paid", async () => {
  const { body } = await callFunction(app, "purchase-additional-minutes", ruth.token, { minutes: 10 });
  const url = String((body as { url?: string }).url);
  const paid = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ number: "4242424242424242", expiry: "12/34", cvc: "123", name: "Ruth" }),
  });
  expect(paid.headers.get("location")).toBe(`${app.url}/dashboard?success=true`);
  expect((await status()).quota).toMatchObject({ baseMinutes: 60, additionalMinutes: 10 });
});
