import type { FunctionsHttpError, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { mailTo, payInSandbox, signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

const EMAIL = "miriam@example.com";

let app: TestApp;
let database: TestApp["database"];
let miriam: SupabaseClient;

beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
  miriam = await signUpAndPay(app, EMAIL);
});
afterAll(() => app.close());

async function call(name: string, body: object = {}): Promise<Record<string, unknown>> {
  const { data, error } = await miriam.functions.invoke<Record<string, unknown>>(name, { body });
  if (error)
    return { status: (error as FunctionsHttpError).context.status, ...(await (error as FunctionsHttpError).context.json()) };
  return data ?? {};
}
const overview = () => call("billing-overview");

test("a user in the trial upgrades, buys minutes, cancels, gets a mail about it, and resumes", async () => {
  expect(await overview()).toMatchObject({ status: "trialing", plan: "trial", card: { last4: "4242" } });
  expect(await call("purchase-additional-minutes", { minutes: 10 })).toMatchObject({
    status: 403,
    code: "subscription_required",
  });
  expect(await call("create-checkout-session", { email: EMAIL })).toMatchObject({ status: 409, code: "trial_running" });

  expect(await call("create-checkout-session", { email: EMAIL, endTrial: true })).toMatchObject({
    url: `${app.url}/dashboard?success=true`,
  });
  expect(await call("check-subscription")).toMatchObject({
    subscribed: true,
    quota: { baseMinutes: 60, additionalMinutes: 0, minutesUsed: 0 },
  });

  const { url } = await call("purchase-additional-minutes", { minutes: 10 });
  expect((await payInSandbox(String(url))).href).toBe(`${app.url}/dashboard?success=true`);
  expect(await call("check-subscription")).toMatchObject({ quota: { baseMinutes: 60, additionalMinutes: 10 } });

  const cancelled = await call("cancel-subscription");
  expect(cancelled).toMatchObject({ success: true });
  expect(await overview()).toMatchObject({ status: "active", nextBillingDate: null, cancelAt: cancelled["cancelAt"] });
  await database.query("select jobs.enqueue('billing-mails', '{}')");
  const mail = await mailTo(app, EMAIL, /cancelled/);
  expect(mail.links).toContain(`${app.url}/subscription-billing`);

  expect(await call("resume-subscription")).toEqual({ success: true });
  const { nextBillingDate, invoices } = await overview();
  expect(nextBillingDate).toBe(cancelled["cancelAt"]);
  const history = invoices as { amount: number; url: string | null }[];
  expect(history.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([0, 1000, 1499]);
  for (const { url: page } of history) expect(await (await fetch(String(page))).text()).toContain("Invoice from");

  const portal = await call("create-customer-portal-session");
  expect(await (await fetch(String(portal["url"]))).text()).toContain("4242");
});
