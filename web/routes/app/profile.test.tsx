import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { SubscriptionStatus } from "../../../shared/endpoints/billing.ts";
import { answers, calls, waitOptions, testUser, storeSession, visit } from "../../features/auth/test-backend.tsx";
import { formerSubscriber, inTrial, subscriber } from "../../features/billing/test-plans.ts";
import { toggleTheme } from "../../lib/theme.ts";
import Profile from "./profile.tsx";

beforeEach(() => {
  storeSession();
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  const profile = { full_name: "Ruth of Moab", avatar_url: null, bible_translation: "KJV" };
  answers.set("GET /rest/v1/profiles", () => Response.json([profile]));
});

function open(status: SubscriptionStatus, address = "/profile") {
  answers.set("POST /functions/v1/check-subscription", () => Response.json(status));
  return visit(address, [{ path: "/profile", element: <Profile /> }]);
}

test("the profile shows name and plan, and links to the account pages", async () => {
  open(subscriber);
  await screen.findByRole("heading", { level: 1, name: "Ruth of Moab" });
  await screen.findByText("Premium Member");
  await screen.findByText("Active Premium Plan");
  expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(["Subscription & Billing", "Account Settings", "Support & Resources"]),
  );
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Manage Subscription", "/subscription-billing"],
    ["Security", "/security"],
    ["Edit Profile", "/edit-profile"],
    ["Manage Subscription", "/subscription-billing"],
    ["Help & Support", "/support"],
    ["Contact Support", "/contact"],
    ["Help Center", "/support"],
  ]);
  expect(calls.find(({ to }) => to === "GET /rest/v1/profiles")?.query.get("id")).toBe(`eq.${testUser.id}`);
});

test.each([
  ["in the trial", inTrial, "Free Trial"],
  ["whose plan has ended", formerSubscriber, "No active plan"],
])("a user %s without a name is shown by email address", async (_, status, label) => {
  answers.set("GET /rest/v1/profiles", () => Response.json([]));
  open(status);
  await screen.findByRole("heading", { level: 1, name: testUser.email });
  expect(await screen.findAllByText(label)).toHaveLength(2);
});

test.each([
  ["in the trial", inTrial, "Then $14.99 on Nov 24, 2026, and every month until you cancel."],
  ["who pays monthly", subscriber, "Then $14.99 on Dec 24, 2026, for the next month."],
  [
    "who cancelled the trial",
    { ...inTrial, cancelAt: "2026-11-24T12:00:00Z" },
    "Cancelled, ends on Nov 24, 2026. Nothing will be charged.",
  ],
  [
    "who cancelled",
    { ...subscriber, cancelAt: "2026-12-24T12:00:00Z" },
    "Cancelled, ends on Dec 24, 2026. Nothing more will be charged.",
  ],
])("a user %s sees on the profile what is charged next, or that the plan ends", async (_, status, text) => {
  open(status);
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.queryAllByText(/Then \$14\.99/)).toHaveLength(status.cancelAt ? 0 : 1);
});

test("if the profile can't be loaded in three attempts, the page shows the email address", async () => {
  answers.set("GET /rest/v1/profiles", () => Response.json({ code: "XX000", message: "no" }, { status: 400 }));
  open(subscriber);
  await expect.poll(() => calls.filter(({ to }) => to === "GET /rest/v1/profiles").length, waitOptions).toBe(3);
  await screen.findByRole("heading", { level: 1, name: testUser.email });
});

test("the chosen Bible is selected", async () => {
  open(subscriber);
  const kingJames = await screen.findByRole<HTMLInputElement>("radio", { name: /King James Version/ });
  await expect.poll(() => kingJames.checked, waitOptions).toBe(true);
});

test("the billing anchor scrolls to and focuses the billing card", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  open(subscriber, "/profile#billing");
  const title = await screen.findByRole("heading", { name: "Subscription & Billing" });
  const card = title.closest("#billing");
  expect(card && within(card as HTMLElement).getByRole("link", { name: "Manage Subscription" })).toBeDefined();
  await expect.poll(() => scrolled.mock.contexts, waitOptions).toEqual([card]);
  expect(document.activeElement).toBe(card);
});

test("light, dark or the system's theme can be chosen, and the choice follows the header's button", async () => {
  open(subscriber);
  const radio = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
  await screen.findByRole("radio", { name: "Dark" });
  expect(radio("As on this device").checked).toBe(true);
  fireEvent.click(radio("Dark"));
  expect([document.documentElement.className, localStorage.getItem("app-theme")]).toEqual(["dark", "dark"]);
  toggleTheme();
  await expect.poll(() => radio("Light").checked, waitOptions).toBe(true);
  fireEvent.click(radio("As on this device"));
  expect([document.documentElement.className, localStorage.getItem("vite-ui-theme")]).toEqual(["", "system"]);
});
