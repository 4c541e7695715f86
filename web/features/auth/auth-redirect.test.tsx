import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useAuth } from "./auth-context.tsx";
import { waitOptions, toasts, visit } from "./test-backend.tsx";

// supabase-js reads the address only when it is created, so this file has one test.
afterEach(() => history.replaceState(null, "", "/"));

function Page() {
  return useAuth().status;
}

test("a failed auth redirect shows our own message, and its parameters are removed from the address", async () => {
  const query = "?tab=1&error=access_denied&error_code=otp_expired&error_description=Call+0900+now";
  const hash = "#error=access_denied&error_code=otp_expired&error_description=Call+0900+now&sb=";
  history.replaceState(null, "", `/page${query}${hash}`);
  const router = visit(`/page${query}${hash}`, [{ path: "/page", element: <Page /> }]);
  await screen.findByText("signed-out");
  await expect.poll(toasts, waitOptions).toEqual([["Login Failed", "This link has expired or has already been used."]]);
  expect(router.state.location).toMatchObject({ pathname: "/page", search: "?tab=1", hash: "" });
});
