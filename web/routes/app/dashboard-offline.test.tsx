import { onlineManager } from "@tanstack/react-query";
import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answers, calls, offline, storeSession, testUser, toasts, visit } from "../../features/auth/test-backend.tsx";
import { subscriber } from "../../features/billing/test-plans.ts";
import Dashboard from "./dashboard.tsx";

function setOnline(online: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
  onlineManager.setOnline(online);
}

beforeEach(() => {
  storeSession();
  setOnline(false);
  answers.set("GET /config.json", offline);
});
afterEach(() => {
  vi.restoreAllMocks();
  onlineManager.setOnline(true);
});

const minutesLeft = { ...subscriber, quota: { baseMinutes: 60, additionalMinutes: 0, minutesUsed: 7 } };
const open = () => visit("/dashboard", [{ path: "/dashboard", element: <Dashboard /> }]);

test("without a network the dashboard opens with the plan as it was last known, and asks for nothing", async () => {
  localStorage.setItem("subscription-status", JSON.stringify({ data: minutesLeft, timestamp: Date.now(), userId: testUser.id }));
  open();
  const plan = within(await screen.findByRole("complementary", { name: "Your plan" }));
  expect(plan.getByText("53")).toBeDefined();
  expect([calls, toasts()]).toEqual([[], []]);
});

test("without a network nobody is told that they have no plan, and the plan is asked for when it is back", async () => {
  open();
  await screen.findByRole("textbox");
  expect(screen.queryByText(/not started|no active plan/i)).toBeNull();
  answers.set("GET /config.json", () => Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "a.b.c" }));
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("GET /rest/v1/generations", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(minutesLeft));
  act(() => {
    setOnline(true);
    window.dispatchEvent(new Event("online"));
  });
  expect(await screen.findByText("53")).toBeDefined();
  expect(toasts()).toEqual([]);
});
