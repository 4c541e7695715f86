import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { beforeEach, expect, test } from "vitest";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { answers, offline, testUser, storeSession, visit } from "../../features/auth/test-backend.tsx";
import { overview, subscriber } from "../../features/billing/test-plans.ts";
import Dashboard from "./dashboard.tsx";
import Profile from "./profile.tsx";
import SubscriptionBilling from "./subscription-billing.tsx";

beforeEach(() => {
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([{ stripe_customer_id: "cus_1" }]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("GET /rest/v1/profiles", () => Response.json([]));
  answers.set("POST /functions/v1/billing-overview", () => Response.json(overview));
});

function rememberPlan(data: SubscriptionStatus, userId = testUser.id, age = 1000): void {
  localStorage.setItem("subscription-status", JSON.stringify({ data, timestamp: Date.now() - age, userId }));
}
function planFails(): void {
  answers.set("POST /functions/v1/check-subscription", () => Response.json({ code: "x", message: "no" }, { status: 500 }));
}
const planAnswers = (status: SubscriptionStatus) =>
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
const tryAgain = () => screen.getByRole<HTMLButtonElement>("button", { name: "Try again" });

const screens: [string, ComponentType, string][] = [
  ["the dashboard", Dashboard, "Minutes left"],
  ["the profile", Profile, "Premium Member"],
  ["the billing screen", SubscriptionBilling, "Active Premium Plan"],
];

test.each(screens)(
  "when the plan can't be read, %s shows the last known one, says so and reads it again",
  async (_, Component, shown) => {
    rememberPlan(subscriber);
    planFails();
    visit("/", [{ path: "/", Component }]);
    await screen.findByText("Not up to date");
    expect(screen.getByText(shown)).toBeDefined();
    const answer = Promise.withResolvers<Response>();
    answers.set("POST /functions/v1/check-subscription", () => answer.promise);
    tryAgain().focus();
    fireEvent.click(tryAgain());
    // What is known stays on the screen meanwhile.
    await screen.findByRole("button", { name: "Trying again..." });
    expect(screen.getByText(shown)).toBeDefined();
    answer.resolve(Response.json(subscriber));
    await waitFor(() => expect(screen.queryByText("Not up to date")).toBeNull());
    expect(screen.getByText(shown)).toBeDefined();
    // The button is gone; whoever pressed it by keyboard goes on from the same place.
    expect(document.activeElement?.textContent).toBe("Your plan is up to date.");
  },
);

test.each(screens)("when no plan is known, %s says nothing false about it", async (_, Component, shown) => {
  rememberPlan(subscriber, "a0000000-0000-4000-8000-000000000000");
  planFails();
  visit("/", [{ path: "/", Component }]);
  await screen.findByText("Your plan could not be loaded.");
  for (const claim of [/No active plan/, /Free Trial/, /Upgrade/, /Premium Member/, /days free/])
    expect(screen.queryByText(claim)).toBeNull();
  planAnswers(subscriber);
  fireEvent.click(tryAgain());
  await screen.findByText(shown);
  expect(screen.queryByText("Your plan could not be loaded.")).toBeNull();
});

test("while no plan is known a sermon can be asked for, since the server decides", async () => {
  answers.set("POST /functions/v1/check-subscription", offline);
  visit("/", [{ path: "/", element: <Dashboard /> }]);
  await screen.findByText("Your plan could not be loaded.");
  fireEvent.change(screen.getByLabelText("Your topic or theme"), { target: { value: "rest" } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Generate Sermon" }).disabled).toBe(false);
});

test("a plan that was read before stands when it can't be read again, also after the hour for which it is kept", async () => {
  planAnswers(subscriber);
  const router = visit("/profile", [
    { path: "/profile", element: <Profile /> },
    { path: "/billing", element: <SubscriptionBilling /> },
  ]);
  await screen.findByText("Premium Member");
  localStorage.removeItem("subscription-status");
  planFails();
  await router.navigate("/billing");
  const plan = within(await screen.findByRole("region", { name: "Current plan" }));
  await screen.findByText("Not up to date");
  expect(plan.getByText("Active Premium Plan")).toBeDefined();
  expect(screen.queryByText("No active plan")).toBeNull();
});

test("a cancellation shows although the plan can't be read again after it", async () => {
  answers.set("POST /functions/v1/cancel-subscription", () => Response.json({ success: true, cancelAt: "2026-12-24T12:00:00Z" }));
  planAnswers(subscriber);
  visit("/billing", [
    { path: "/billing", element: <SubscriptionBilling /> },
    { path: "/dashboard", element: <Dashboard /> },
  ]);
  fireEvent.click(await screen.findByRole("button", { name: "Cancel Subscription" }));
  planFails();
  fireEvent.click(screen.getByRole("button", { name: "Yes, Cancel" }));
  await screen.findByRole("region", { name: "Your subscription ends on Dec 24, 2026" });
  await screen.findByText("Not up to date");
  expect(screen.getByRole("region", { name: "Your subscription ends on Dec 24, 2026" })).toBeDefined();
});
