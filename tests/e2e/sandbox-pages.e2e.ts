import type { Page } from "@playwright/test";
import type { TestApp } from "../support/start-app.ts";
import { accessibilityViolations } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const PANEL = "/sandbox/stripe/";

// A page that refuses says so with its status, which the browser logs.
test.use({ expectedErrors: [/status of 4(04|10|22)/] });

interface Subscriber {
  customer: string;
  email: string;
  subscription: string;
  /** Opens the customer portal with a session of its own. */
  openPortal(): Promise<void>;
}

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry").fill("12/40");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ada Lovelace");
}

async function openCheckout(app: TestApp, customer: string, mode: "subscription" | "payment"): Promise<string> {
  const lookup_keys = [mode === "payment" ? "lampstand_minute" : "lampstand_monthly"];
  const [price] = (await app.stripe.prices.list({ lookup_keys })).data;
  const session = await app.stripe.checkout.sessions.create({
    mode,
    customer,
    line_items: [{ price: price?.id ?? "", quantity: mode === "payment" ? 7 : 1 }],
    ...(mode === "subscription" && { subscription_data: { trial_period_days: 3 } }),
    success_url: `${app.url}/about`,
    cancel_url: `${app.url}/support`,
  });
  return session.url ?? "";
}

/** Somebody in a trial, begun at the hosted checkout. */
async function subscribe(app: TestApp, page: Page, number = "4242 4242 4242 4242"): Promise<Subscriber> {
  const email = `buyer-${Math.random().toString(36).slice(2)}@example.com`;
  const { id: customer } = await app.stripe.customers.create({ email, name: "Ada Lovelace" });
  await page.goto(await openCheckout(app, customer, "subscription"));
  await typeCard(page, number);
  await page.getByRole("button", { name: "Start trial" }).click();
  await page.waitForURL("**/about");
  const [subscription] = (await app.stripe.subscriptions.list({ customer })).data;
  return {
    customer,
    email,
    subscription: subscription?.id ?? "",
    async openPortal() {
      const { url } = await app.stripe.billingPortal.sessions.create({ customer, return_url: `${app.url}/about` });
      await page.goto(url);
    },
  };
}

async function openPanel(page: Page, { email }: Subscriber): Promise<void> {
  await page.goto(PANEL);
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("heading", { level: 1, name: email })).toBeVisible();
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme, on a phone`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test("the sandbox pages have no accessibility violations, and each says that no card is charged", async ({ page, app }) => {
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        await expect(page.getByText("No card is charged"), name).toBeVisible();
        found.push(...(await accessibilityViolations(page)).map((barrier) => `${name}: ${barrier}`));
        if ((await page.evaluate(() => document.documentElement.scrollWidth)) > 390) found.push(`${name}: scrolls sideways`);
      };

      const ada = await subscribe(app, page);
      await page.goto(await openCheckout(app, ada.customer, "payment"));
      await expect(page.getByText("$7.00 due today")).toBeVisible();
      await look("checkout");
      await page.getByRole("button", { name: "Pay" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      await look("checkout with errors");
      await typeCard(page, "4000 0025 0000 3155");
      await page.getByRole("button", { name: "Pay" }).click();
      await look("3-D Secure");
      await page.getByRole("button", { name: "Complete authentication" }).click();
      await page.waitForURL("**/about");

      await ada.openPortal();
      await look("portal");
      await page.getByRole("link", { name: "Cancel subscription" }).click();
      await look("cancellation");
      await page.getByRole("link", { name: /Keep it/ }).click();
      await page.getByRole("link", { name: "Add a card" }).click();
      await look("new card");
      await page.getByRole("button", { name: "Save card" }).click();
      await look("new card with errors");
      await page.getByRole("link", { name: "Back to your billing" }).click();
      await page.getByRole("listitem").getByRole("link").first().click();
      await look("invoice");
      await page.getByRole("link", { name: "View for printing" }).click();
      await look("printed invoice");

      await page.goto(PANEL);
      await look("panel");
      await openPanel(page, ada);
      await page.getByRole("button", { name: "Fail the next charge" }).click();
      await page.getByRole("button", { name: "On to what happens next" }).click();
      await look("customer");
      await page.getByRole("link", { name: /-0002$/ }).click();
      await look("open invoice");
      await page.goto(`${PANEL}portal/bps_unknown`);
      await look("not found");
      expect(found).toEqual([]);
    });
  });
}

test("the portal cancels, resumes and changes the card, by keyboard alone", async ({ page, app }) => {
  const ada = await subscribe(app, page);
  const press = async (role: "button" | "link", name: string | RegExp): Promise<void> => {
    await page.getByRole(role, { name }).focus();
    await page.keyboard.press("Enter");
  };
  await ada.openPortal();
  await press("link", "Cancel subscription");
  await press("button", "Cancel subscription");
  await expect(page.getByRole("status")).toContainText("will end with its period");
  const cancelled = await app.stripe.subscriptions.retrieve(ada.subscription);
  expect([cancelled.cancel_at, cancelled.cancel_at_period_end]).toEqual([cancelled.trial_end, false]);
  await press("button", "Don't cancel subscription");
  await expect(page.getByRole("status")).toContainText("goes on");
  expect(await app.stripe.subscriptions.retrieve(ada.subscription)).toMatchObject({ cancel_at: null });

  await press("link", "Add a card");
  await typeCard(page, "4000 0000 0000 0002");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("declined");
  expect(await page.content()).not.toContain('0002"');
  await typeCard(page, "4000 0025 0000 3155");
  await page.keyboard.press("Enter");
  await press("button", "Complete authentication");
  await expect(page.getByText("Visa ending in 3155, expires 12/40 · default")).toBeVisible();
  await press("button", /Make default: Visa ending in 4242/);
  await expect(page.getByText("Visa ending in 4242, expires 12/40 · default")).toBeVisible();
  await press("button", /Remove: Visa ending in 3155/);
  await expect(page.getByRole("listitem").filter({ hasText: "ending in" })).toHaveCount(1);
  await press("link", /^Return to/);
  await page.waitForURL("**/about");
});

test("invalid input is marked, and going back or a second tab after paying buys nothing more", async ({ page, app }) => {
  const { id: customer } = await app.stripe.customers.create({ email: "tabs@example.com" });
  const url = await openCheckout(app, customer, "subscription");
  await page.goto(url);
  for (const [number, expiry, cvc, problems] of [
    ["4242 four", "12/40", "123", ["card number is incomplete"]],
    ["5105 1051 0510 5100", "01/20", "12", ["not a test card", "in the past", "3 digits"]],
  ] as const) {
    await typeCard(page, number);
    await page.getByLabel("Expiry").fill(expiry);
    await page.getByLabel("CVC").fill(cvc);
    await page.getByRole("button", { name: "Start trial" }).click();
    for (const problem of problems) await expect(page.getByText(problem)).toBeVisible();
    await expect(page.getByLabel("Card number")).toBeFocused();
    await expect(page.getByLabel("Card number")).toHaveValue("");
  }
  const second = await page.context().newPage();
  await second.goto(url);
  await typeCard(second, "4242 4242 4242 4242");
  await typeCard(page, "4242 4242 4242 4242");
  await page.getByRole("button", { name: "Start trial" }).dblclick();
  await page.waitForURL("**/about");
  await page.goBack();
  await page.waitForURL("**/about");
  await second.getByRole("button", { name: "Start trial" }).click();
  await second.waitForURL("**/about");
  expect((await app.stripe.subscriptions.list({ customer, status: "all" })).data).toHaveLength(1);

  const expired = await openCheckout(app, customer, "payment");
  await page.goto(expired);
  const [open] = (await app.stripe.checkout.sessions.list({ customer, status: "open" })).data;
  await app.stripe.checkout.sessions.expire(open?.id ?? "");
  await typeCard(page, "4242 4242 4242 4242");
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByRole("heading", { name: "This checkout has expired" })).toBeVisible();
  await page.getByRole("link", { name: "Return" }).click();
  await page.waitForURL("**/support");
});

test("a renewal that the panel lets fail is paid on the invoice's page, with 3-D Secure", async ({ page, app }) => {
  const ada = await subscribe(app, page);
  await openPanel(page, ada);
  await page.getByRole("button", { name: "Fail the next charge" }).click();
  await page.getByRole("button", { name: "On to what happens next" }).click();
  await expect(page.getByRole("cell", { name: "past due" })).toBeVisible();

  await page.getByRole("link", { name: /-0002$/ }).click();
  await expect(page.getByText("$14.99 due")).toBeVisible();
  await typeCard(page, "4000 0000 0000 9995");
  await page.getByRole("button", { name: "Pay $14.99", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("insufficient funds");
  await typeCard(page, "4000 0027 6000 3184");
  await page.getByRole("button", { name: "Pay $14.99", exact: true }).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByRole("alert")).toContainText("failed authentication");
  await typeCard(page, "4000 0027 6000 3184");
  await page.getByRole("button", { name: "Pay $14.99", exact: true }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Paid on")).toBeVisible();
  expect(await app.stripe.subscriptions.retrieve(ada.subscription)).toMatchObject({ status: "active" });
});

test("the panel refunds, disputes and resends events", async ({ page, app }) => {
  const ada = await subscribe(app, page);
  await openPanel(page, ada);
  await page.getByRole("button", { name: "A month passes" }).click();
  await expect(page.getByRole("cell", { name: "active" })).toBeVisible();

  const amount = page.getByLabel(/^Refund of at most/).first();
  const refund = page.getByRole("button", { name: /^Refund the charge/ }).first();
  for (const [typed, problem] of [
    ["much", "Enter an amount such as 4.99"],
    ["20.00", /greater than/],
  ] as const) {
    await amount.fill(typed);
    await refund.click();
    await expect(page.getByRole("alert")).toContainText(problem);
    await expect(amount).toHaveValue(typed);
  }
  await amount.fill("4.99");
  await refund.click();
  await expect(page.getByText("refunded $4.99")).toBeVisible();
  await page.getByRole("button", { name: /^Dispute the charge/ }).click();
  await expect(page.getByText("disputed: needs response")).toBeVisible();
  await page.getByRole("button", { name: /^Win the dispute/ }).click();
  await expect(page.getByText("disputed: won")).toBeVisible();

  await page.getByRole("button", { name: "Deliver again: invoice.paid" }).first().click();
  await expect(page.getByRole("status")).toContainText("on its way again");
  await page.getByRole("button", { name: "Duplicate under a new id: invoice.paid" }).first().click();
  await expect(page.getByRole("status")).toContainText("new id");
  for (const box of (await page.getByRole("checkbox").all()).slice(0, 3)) await box.check();
  await page.getByRole("button", { name: "Newest first" }).click();
  await expect(page.getByRole("status")).toContainText("events are on their way");
});
