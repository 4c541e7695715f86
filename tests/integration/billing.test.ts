import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startApp } from "../support/app.ts";
import type { TestApp } from "../support/start-app.ts";

let app: TestApp;
let database: TestApp["database"];

beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
});
afterAll(() => app.close());

const password = "a long enough password";

async function confirmationLink(email: string): Promise<URLSearchParams> {
  const link = await vi.waitUntil(async () => {
    const mails = (await (await fetch(`${app.url}/inbox/messages.json`)).json()) as { to: string; links: string[] }[];
    return mails.find(({ to }) => to.includes(email))?.links.find((each) => each.includes("token_hash="));
  });
  return new URLSearchParams(new URL(link).hash.slice(1));
}

test("a new user pays with the test card, completes and confirms the sign-up, is in the trial, and the webhook is processed", async () => {
  const client = app.visitor();
  const email = "ada@example.com";
  const { data } = await client.auth.signUp({ email, password, options: { data: { full_name: "Ada Lovelace" } } });
  const userId = data.user?.id ?? "";

  const opened = await client.functions.invoke<{ checkoutUrl: string }>("create-checkout-session", {
    body: { email, name: "Ada Lovelace", userId },
  });
  const checkoutUrl = opened.data?.checkoutUrl ?? "";
  expect(checkoutUrl).toContain(`${app.url}/sandbox/stripe/checkout/cs_test_`);
  const page = await fetch(checkoutUrl);
  expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
  const paid = await fetch(checkoutUrl, {
    method: "POST",
    redirect: "manual",
    headers: { origin: app.url, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ number: "4242424242424242", expiry: "12/34", cvc: "123", name: "Ada Lovelace" }),
  });
  const back = new URL(paid.headers.get("location") ?? "");
  expect([back.origin, back.pathname]).toEqual([app.url, "/sign-up-complete"]);

  const body = Object.fromEntries(back.searchParams);
  expect((await client.functions.invoke("complete-sign-up", { body })).data).toEqual({ success: true, profileSaved: true });

  const confirmation = await confirmationLink(email);
  await client.auth.verifyOtp({ token_hash: confirmation.get("token_hash") ?? "", type: "signup" });
  const status = await client.functions.invoke("check-subscription", { body: { userId } });
  expect(status.data).toMatchObject({
    subscribed: false,
    status: "trialing",
    trial: { isInTrial: true, canGenerateToday: true, generationsLeft: 3 },
  });
  const { data: customer } = await client.from("customers").select("stripe_customer_id").eq("id", userId).single();
  expect(customer).toEqual({ stripe_customer_id: expect.stringMatching(/^cus_/) as string });

  await vi.waitUntil(
    async () => {
      const { rows } = await database.query(
        "select from billing.stripe_events where type = 'checkout.session.completed' and processed_at is not null",
      );
      return rows.length === 1;
    },
    { timeout: 200_000 },
  );
});

test("without a session nobody can open a checkout for another user or read a status", async () => {
  const { error } = await app.visitor().functions.invoke("check-subscription", { body: {} });
  expect((error as { context: Response }).context.status).toBe(401);
  const foreign = await app.visitor().functions.invoke("create-checkout-session", {
    body: { email: "eve@example.com", userId: "00000000-0000-4000-8000-000000000000" },
  });
  expect((foreign.error as { context: Response }).context.status).toBe(403);
});
