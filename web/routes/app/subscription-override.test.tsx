import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answers, testUser, storeSession, visit } from "../../features/auth/test-backend.tsx";
import { readCachedStatus, useSubscriptionStatus } from "../../features/billing/subscription-status.ts";
import { neverSubscribed } from "../../features/billing/test-plans.ts";

function Plan() {
  const { status } = useSubscriptionStatus(testUser.id);
  return status ? <p>{status.subscribed ? "subscribed" : "not subscribed"}</p> : null;
}

beforeEach(() => {
  storeSession();
  const config = { supabaseUrl: location.origin, supabaseAnonKey: "a.b.c", subscribedOverride: true };
  answers.set("GET /config.json", () => Response.json(config));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () => Response.json(neverSubscribed));
});

test("subscribedOverride shows everybody as a subscriber, and the cached status is the real one", async () => {
  visit("/", [{ path: "/", element: <Plan /> }]);
  expect(await screen.findByText("subscribed")).toBeDefined();
  expect(readCachedStatus(testUser.id)?.subscribed).toBe(false);
});
