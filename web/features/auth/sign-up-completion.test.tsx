import { screen } from "@testing-library/react";
import { useSearchParams } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { markCheckoutStarted, storePendingSignUp } from "./pending-sign-up.ts";
import { SignUpCompletion } from "./sign-up-completion.tsx";
import { answers, calls, patient, toasts, offline, ruth, visit } from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
beforeEach(() => {
  vi.clearAllMocks();
  storePendingSignUp({ userId: ruth.id, email: ruth.email, name: "Ruth", timestamp: 1 });
  markCheckoutStarted(ruth.id);
});

function Completion() {
  const [query] = useSearchParams();
  return <SignUpCompletion sessionId={query.get("session_id")} userId={query.get("user_id")} />;
}
function comeBack(query: string) {
  return visit(`/sign-up-complete${query}`, [
    { path: "/sign-up-complete", element: <Completion /> },
    { path: "/dashboard", element: "The dashboard" },
    { path: "/sign-up", element: "The form" },
  ]);
}
const completed = () => calls.filter(({ to }) => to.endsWith("/complete-sign-up")).map(({ body }) => body);
const pauses = () => vi.mocked(wait).mock.calls.map(([ms]) => ms);

test("the server completes the sign-up, the flags are cleared, and the dashboard follows", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () => Response.json({ success: true, profileSaved: true }));
  comeBack(`?session_id=cs_1&user_id=${ruth.id}`);
  await screen.findByText("The dashboard");
  await expect
    .poll(toasts, patient)
    .toContainEqual(["Your free trial has begun", "One step is left: confirm your email address."]);
  expect(completed()).toEqual([{ session_id: "cs_1", user_id: ruth.id }]);
  expect(pauses()).toEqual([1_500]);
  expect(localStorage).toHaveLength(0);
  expect(sessionStorage).toHaveLength(1);
  expect(sessionStorage.getItem("awaiting_confirmation")).toBe(ruth.email);
});

test("an address without the user falls back to the one who left for the checkout", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () => Response.json({ success: true, profileSaved: true }));
  comeBack("?session_id=cs_1");
  await screen.findByText("The dashboard");
  expect(completed()).toEqual([{ session_id: "cs_1", user_id: ruth.id }]);
});

test("without any user the form comes back after 2 s", async () => {
  localStorage.clear();
  comeBack("?session_id=cs_1");
  await screen.findByText("The form");
  await expect.poll(toasts, patient).toContainEqual(["Missing user information. Please try signing up again."]);
  expect(pauses()).toEqual([2_000]);
  expect(completed()).toEqual([]);
});

test("a profile that could not be stored is only a warning", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () => Response.json({ success: true, profileSaved: false }));
  comeBack(`?session_id=cs_1&user_id=${ruth.id}`);
  await screen.findByText("The dashboard");
  await expect
    .poll(toasts, patient)
    .toContainEqual([
      "Your free trial has begun",
      "Your account was created but some profile data couldn't be saved. You can update it later.",
    ]);
});

test("a refused completion leads back to the form, and the flags stay for another try", async () => {
  answers.set("POST /functions/v1/complete-sign-up", () =>
    Response.json({ code: "checkout_mismatch", message: "This checkout belongs to another sign-up." }, { status: 403 }),
  );
  comeBack(`?session_id=cs_1&user_id=${ruth.id}`);
  await screen.findByText("The form");
  await expect.poll(toasts, patient).toContainEqual(["Error setting up account"]);
  expect(completed()).toHaveLength(1);
  expect(pauses()).toEqual([2_000]);
  expect(localStorage.getItem("checkout_user_id")).toBe(ruth.id);
});

test("a lost connection is tried again before it is an error", async () => {
  answers.set("POST /functions/v1/complete-sign-up", offline);
  comeBack(`?session_id=cs_1&user_id=${ruth.id}`);
  await screen.findByText("The form");
  expect(completed()).toHaveLength(3);
});
