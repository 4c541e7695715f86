import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../support/database.ts";
import { startModelServer, type ModelServer } from "../support/model-server.ts";
import { MODEL_SERMON } from "../support/model-sermon.ts";
import { signUpAndPay } from "../support/sign-up.ts";
import { startAppOn, type TestApp } from "../support/start-app.ts";

let models: ModelServer;
let database: TestDatabase;
let app: TestApp;
let ruth: SupabaseClient;
let naomi: SupabaseClient;

beforeAll(async () => {
  models = await startModelServer();
  database = await createDatabase();
  app = await startAppOn(database.ownerUrl, {
    WRITER: "openai",
    WRITER_MODEL: "gpt-5-mini",
    WRITER_BASE_URL: models.urlFor("openai"),
    WRITER_PRICE_INPUT: "25",
    WRITER_PRICE_OUTPUT: "200",
    WRITER_DAILY_BUDGET: "500",
    OPENAI_API_KEY: "sk-test",
  });
  [ruth, naomi] = await Promise.all([signUpAndPay(app, "ruth@example.com"), signUpAndPay(app, "naomi@example.com")]);
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await models.close();
});
beforeEach(() => {
  models.requests.length = 0;
});

const ask = async (client: SupabaseClient, prompt: string) => {
  const { data, error, response } = await client.functions.invoke<Record<string, unknown>>("generate-sermon", {
    body: { prompt, duration: "5" },
  });
  const answer = error ? ((await response?.json()) as Record<string, unknown>) : data;
  return { status: response?.status, answer };
};
const idOf = async (client: SupabaseClient): Promise<string> => (await client.auth.getUser()).data.user?.id ?? "";
const disclosed = async () => {
  const config = (await (await fetch(`${app.url}/config.json`)).json()) as { disclosure: { version: string } };
  return config.disclosure;
};
const agree = async (client: SupabaseClient, version: string) => {
  const consent = { user_id: await idOf(client), kind: "remote_ai", version };
  return client.from("consents").upsert(consent, { onConflict: "user_id,kind" });
};

test("config.json names who receives the topic", async () => {
  expect(await disclosed()).toEqual({ version: expect.stringContaining("OpenAI"), writer: "OpenAI", voice: null, image: null });
});

test("without consent to exactly this vendor nothing is sent, started or counted", async () => {
  models.reply({ text: MODEL_SERMON });
  expect(await ask(ruth, "rest")).toMatchObject({ status: 403, answer: { code: "consent_required" } });
  expect((await agree(ruth, "1:Somebody else:")).error).toBeNull();
  expect(await ask(ruth, "rest")).toMatchObject({ status: 403, answer: { code: "consent_required" } });
  // Nobody can consent for another user.
  const other = { user_id: await idOf(naomi), kind: "remote_ai", version: (await disclosed()).version };
  expect((await ruth.from("consents").insert(other)).error?.code).toBe("42501");
  expect(await ask(naomi, "rest")).toMatchObject({ status: 403 });
  expect(models.requests).toHaveLength(0);
  const { rows } = await database.db.owner.query(
    "select (select count(*)::int from public.generations) as generations, (select count(*)::int from public.trial_uses) as days",
  );
  expect(rows).toEqual([{ generations: 0, days: 0 }]);
});

test("a crisis topic is answered without consent, because it is not sent", async () => {
  const { status, answer } = await ask(ruth, "I want to kill myself tonight");
  expect(status).toBe(200);
  expect(answer).toMatchObject({ crisis: { kind: "self-harm" } });
  expect(models.requests).toHaveLength(0);
});

test("with consent the model writes, and its costs are readable by the service key only", async () => {
  models.reply({ status: 500 }, { text: MODEL_SERMON });
  expect((await agree(ruth, (await disclosed()).version)).error).toBeNull();
  const { status, answer } = await ask(ruth, "I lie awake worrying about my daughter");
  expect(status).toBe(200);
  expect(answer?.["sermon"]).toContain("— Psalm 121:3–4");
  expect(answer?.["sermon"]).toContain("Written by an AI model (gpt-5-mini of OpenAI)");
  const starts = "calls, input_tokens, output_tokens, cents, held_cents, engine";
  const { data } = await app.service().from("vendor_starts").select(starts).eq("vendor", "writer");
  expect(data).toEqual([
    { calls: 2, input_tokens: 2000, output_tokens: 900, cents: 0.23, held_cents: 0, engine: "gpt-5-mini of OpenAI, prompt v3" },
  ]);
  expect((await ruth.from("vendor_starts").select()).error?.code).toBe("42501");
});

test("withdrawn consent no longer counts", async () => {
  expect((await ruth.from("consents").delete().eq("kind", "remote_ai")).error).toBeNull();
  expect(await ask(ruth, "another topic")).toMatchObject({ status: 403, answer: { code: "consent_required" } });
});

test("a text that fails after a part was shown is charged and uses the trial day; the same topic can be tried again", async () => {
  expect((await agree(naomi, (await disclosed()).version)).error).toBeNull();
  // The second attempt continues the sections that the first has shown.
  models.reply({ text: MODEL_SERMON, cutAfter: 20 }, { text: MODEL_SERMON, cutAfter: 45 }, { status: 401 });
  expect(await ask(naomi, "a letter I never sent")).toMatchObject({ status: 503, answer: { code: "text_unavailable" } });
  expect(models.requests).toHaveLength(3);
  const { data: status } = await naomi.functions.invoke("check-subscription", { body: {} });
  expect(status.trial).toEqual({ isInTrial: true, canGenerateToday: false, generationsLeft: 2 });
  expect(await ask(naomi, "another topic")).toMatchObject({ status: 403, answer: { code: "daily_limit" } });
  // The shown part can still be read.
  const { data: steps } = await naomi.from("generation_steps").select("draft").eq("kind", "text");
  expect(steps).toEqual([{ draft: expect.stringContaining("## Where You Are") }]);

  models.reply({ text: MODEL_SERMON });
  expect(await ask(naomi, "a letter I never sent")).toMatchObject({ status: 200 });
  const after = await naomi.functions.invoke("check-subscription", { body: {} });
  expect(after.data.trial).toEqual({ isInTrial: true, canGenerateToday: false, generationsLeft: 2 });
});
