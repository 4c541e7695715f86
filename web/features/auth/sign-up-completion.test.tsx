import { screen } from "@testing-library/react";
import { useSearchParams } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { markCheckoutStarted, storePendingSignUp } from "./pending-sign-up.ts";
import { SignUpCompletion } from "./sign-up-completion.tsx";
import { answers, calls, waitOptions, toasts, offline, testUser, visit } from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
beforeEach(() => {
  vi.clearAllMocks();
  storePendingSignUp({ userId: testUser.id, email: testUser.email, name: "Ruth", timestamp: 1 });
  markCheckoutStarted(testUser.id);
});

function Completion() {
  const [query] = useSearchParams();
  return <SignUpCompletion sessionId={query.get("session_id")} userId={query.get("user_id")} />;
}
function openCompletion(query: string) {
  return visit(`/sign-up-complete${query}`, [
    { path: "/sign-up-complete", element: <Completion /> },
    { path: "/dashboard", element: "The dashboard" },
    { path: "/sign-up", element: "The form" },
  ]);
}
const completed = () => calls.filter(({ to }) => to.endsWith("/complete-sign-up")).map(({ body }) => body);
const pauses = () => vi.mocked(wait).mock.calls.map(([ms]) => ms);

test("a completed sign-up clears the stored flags and opens the dashboard", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () => Response.json({ success: true, profileSaved: true }));
  openCompletion(`?session_id=cs_1&user_id=${testUser.id}`);
  await screen.findByText("The dashboard");
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Your free trial has begun", "One step is left: confirm your email address."]);
  expect(completed()).toEqual([{ session_id: "cs_1", user_id: testUser.id }]);
  expect(pauses()).toEqual([1_500]);
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(1);
  expect(sessionStorage.getItem("awaiting_confirmation")).toBe(testUser.email);
});

test("without a user in the address, the stored user of the checkout is used", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () => Response.json({ success: true, profileSaved: true }));
  openCompletion("?session_id=cs_1");
  await screen.findByText("The dashboard");
  expect(completed()).toEqual([{ session_id: "cs_1", user_id: testUser.id }]);
});

test("without any user the sign-up form is shown after 2 s", async () => {
  localStorage.clear();
  openCompletion("?session_id=cs_1");
  await screen.findByText("The form");
  await expect.poll(toasts, waitOptions).toContainEqual(["Missing user information. Please try signing up again."]);
  expect(pauses()).toEqual([2_000]);
  expect(completed()).toEqual([]);
});

test("a profile that could not be stored causes only a warning", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () => Response.json({ success: true, profileSaved: false }));
  openCompletion(`?session_id=cs_1&user_id=${testUser.id}`);
  await screen.findByText("The dashboard");
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual([
      "Your free trial has begun",
      "Your account was created but some profile data couldn't be saved. You can update it later.",
    ]);
});

test("a refused completion returns to the form and keeps the stored flags", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () =>
    Response.json({ code: "checkout_mismatch", message: "This checkout belongs to another sign-up." }, { status: 403 }),
  );
  openCompletion(`?session_id=cs_1&user_id=${testUser.id}`);
  await screen.findByText("The form");
  await expect.poll(toasts, waitOptions).toContainEqual(["Error setting up account"]);
  expect(completed()).toHaveLength(1);
  expect(pauses()).toEqual([2_000]);
  expect(localStorage.getItem("checkout_user_id")).toBe(testUser.id);
});

test("after a lost connection the completion is tried three times", async () => {
  answers.set("POST /functions/v1/complete-sign-up", offline);
  openCompletion(`?session_id=cs_1&user_id=${testUser.id}`);
  await screen.findByText("The form");
  expect(completed()).toHaveLength(3);
});
