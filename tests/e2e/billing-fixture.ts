import type { BrowserContext, Page } from "@playwright/test";
import { mailTo, PASSWORD, signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { address } from "./auth-fixture.ts";
import { expect } from "./fixtures.ts";

export const CARDS = {
  pays: "4242 4242 4242 4242",
  pays2: "5555 5555 5555 4444",
  declines: "4000 0000 0000 0002",
  failsLater: "4000 0000 0000 0341",
  /** Requires 3-D Secure once, when the card is saved. */
  asks: "4000 0025 0000 3155",
  asksAlways: "4000 0027 6000 3184",
} as const;

/** A signed-in user, and what the sandbox's control panel can do to their payments. */
export interface Member {
  email: string;
  /** Advances the sandbox's clock of this customer. */
  letPass(times: number, step: "day" | "month"): Promise<void>;
  /** Makes the next renewal fail and advances the clock past it. */
  failRenewal(): Promise<void>;
  /** The cardholder disputes the newest charge. */
  dispute(): Promise<void>;
  winDispute(): Promise<void>;
}

async function press(app: TestApp, path: string): Promise<void> {
  const { status } = await fetch(`${app.url}/sandbox/stripe/${path}`, { method: "POST", redirect: "manual" });
  expect(status).toBe(303);
}

/** The sandbox's controls for the customer with this address. */
export async function memberOf(app: TestApp, email: string): Promise<Member> {
  const [customer] = (await app.stripe.customers.list({ email })).data;
  const id = customer?.id ?? "";
  const letPass: Member["letPass"] = async (times, step) => {
    for (let i = 0; i < times; i++) await press(app, `time/${id}/${step}`);
  };
  async function pressOffered(button: RegExp): Promise<void> {
    const panel = await (await fetch(`${app.url}/sandbox/stripe/customers/${id}`)).text();
    await press(app, button.exec(panel)?.[0] ?? "");
  }
  return {
    email,
    letPass,
    failRenewal: async () => {
      const [subscription] = (await app.stripe.subscriptions.list({ customer: id })).data;
      await press(app, `subscriptions/${subscription?.id ?? ""}/fail-next`);
      await letPass(1, "month");
    },
    dispute: () => pressOffered(/charges\/\w+\/dispute/),
    winDispute: () => pressOffered(/disputes\/\w+\/won/),
  };
}

/** Creates a user whose trial has just started with a valid card, and signs them in in this browser. */
export async function signUpTrialUser(app: TestApp, context: BrowserContext, name: string): Promise<Member> {
  const email = address(name);
  const client = await signUpAndPay(app, email);
  const { data } = await client.auth.getSession();
  await context.addInitScript((session) => {
    if (location.protocol.startsWith("http")) localStorage.setItem("sb-localhost-auth-token", session);
  }, JSON.stringify(data.session));
  return memberOf(app, email);
}

/** Creates a user whose trial is over and whose first month is paid. */
export async function subscriber(app: TestApp, context: BrowserContext, name: string): Promise<Member> {
  const member = await signUpTrialUser(app, context, name);
  await member.letPass(4, "day");
  return member;
}

/** Reloads the page until it shows `text`, because webhooks arrive with a delay. */
export async function reloadUntil(page: Page, path: string, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
}

export const plan = (page: Page) => page.getByRole("region", { name: "Current plan" });
export const history = (page: Page) => page.getByRole("region", { name: "Billing history" });

/** Fills in the sign-up form, up to the hosted checkout. */
export async function beginSignUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name").fill("Ruth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Card number")).toBeVisible();
}

/** Fills in a card on a page of the sandbox and submits it. */
export async function pay(page: Page, card: string, button: string): Promise<void> {
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expiry").fill("12/40");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel("Name on card").fill("Ruth");
  await page.getByRole("button", { name: button, exact: true }).click();
}

/** Opens the confirmation mail's link and confirms, which leads to the dashboard. */
export async function confirmAddress(page: Page, app: TestApp, email: string): Promise<void> {
  const { links } = await mailTo(app, email);
  await page.goto(links.find((link) => link.includes("token_hash")) ?? "");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByRole("heading", { name: "Create Your Sermon" })).toBeVisible();
}
