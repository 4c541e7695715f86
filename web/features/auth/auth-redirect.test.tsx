import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useAuth } from "./auth-context.tsx";
import { patient, toasts, visit } from "./test-backend.tsx";

// The client reads the address once, when it is made: one arrival per file.
afterEach(() => history.replaceState(null, "", "/"));

function Page() {
  return useAuth().status;
}

test("an address that brings a refusal back says so in our words, and is cleaned before anybody is sent on", async () => {
  const query = "?tab=1&error=access_denied&error_code=otp_expired&error_description=Call+0900+now";
  const hash = "#error=access_denied&error_code=otp_expired&error_description=Call+0900+now&sb=";
  history.replaceState(null, "", `/page${query}${hash}`);
  const router = visit(`/page${query}${hash}`, [{ path: "/page", element: <Page /> }]);
  await screen.findByText("signed-out");
  await expect.poll(toasts, patient).toEqual([["Login Failed", "This link has expired or has already been used."]]);
  expect(router.state.location).toMatchObject({ pathname: "/page", search: "?tab=1", hash: "" });
});
