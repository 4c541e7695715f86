import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { LoginForm } from "./login-form.tsx";
import {
  answers,
  calls,
  waitOptions,
  toasts,
  offline,
  refusal,
  session,
  SESSION_KEY,
  storeSession,
  visit,
} from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
beforeEach(() => {
  vi.mocked(wait).mockReset().mockResolvedValue();
});

function open(awaitingConfirmation: string | null = null) {
  return visit("/login", [{ path: "/login", element: <LoginForm awaitingConfirmation={awaitingConfirmation} /> }]);
}
function submit(email: string, password: string) {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
}

test("empty fields show an error each", async () => {
  open();
  submit("", "");
  await screen.findByText("Please enter your email address");
  await screen.findByText("Please enter your password");
  expect(calls).toEqual([]);
});

test("a failed sign-in shows a toast and an error that stays until the next attempt, and keeps the input", async () => {
  answers.set("POST /auth/v1/token", () => refusal(400, "invalid_credentials", "Invalid login credentials"));
  open();
  submit("ruth@example.org", "wrong");
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Login Failed", "Invalid email or password. Please try again or sign up if you don't have an account."]);
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "ruth@example.org");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "wrong");
  expect(screen.getByRole("alert").textContent).toBe(
    "Invalid email or password. Please try again or sign up if you don't have an account.",
  );
  let answer: ((response: Response) => void) | undefined;
  answers.set("POST /auth/v1/token", () => new Promise<Response>((resolve) => (answer = resolve)));
  submit("ruth@example.org", "right");
  await vi.waitFor(() => expect(answer).toBeDefined(), waitOptions);
  expect(screen.queryByRole("alert")).toBeNull();
  await act(async () => answer?.(refusal(400, "user_banned", "User is banned")));
  expect((await screen.findByRole("alert")).textContent).toBe("Invalid email or password");
});

test("a second submit while one is pending is ignored", async () => {
  let answer: ((response: Response) => void) | undefined;
  answers.set("POST /auth/v1/token", () => new Promise<Response>((resolve) => (answer = resolve)));
  open();
  submit("ruth@example.org", "wrong");
  const form = screen.getByLabelText("Email").closest("form");
  if (form) fireEvent.submit(form);
  await screen.findByRole("button", { name: "Signing in..." });
  await vi.waitFor(() => expect(answer).toBeDefined(), waitOptions);
  await act(async () => answer?.(refusal(400, "invalid_credentials", "Invalid login credentials")));
  await screen.findByRole("button", { name: "Sign In" });
  expect(calls).toHaveLength(1);
});

test("for an unconfirmed address the confirmation mail can be sent again", async () => {
  answers.set("POST /auth/v1/token", () => refusal(400, "email_not_confirmed", "Email not confirmed"));
  answers.set("POST /auth/v1/resend", () => Response.json({}));
  open();
  submit("ruth@example.org", "right");
  await expect.poll(toasts, waitOptions).toContainEqual(["Login Failed", "Please verify your email address before logging in"]);
  const inbox = await screen.findByRole("link", { name: /inbox/ });
  expect(inbox.getAttribute("href")).toBe(`${location.origin}/inbox`);
  fireEvent.click(screen.getByText("Send a new email"));
  await screen.findByText(/on its way/);
  expect(calls.at(-1)).toMatchObject({ to: "POST /auth/v1/resend", body: { type: "signup", email: "ruth@example.org" } });
});

test("after a sign-up the page asks to check the mail", async () => {
  open("ruth@example.org");
  await screen.findByRole("heading", { name: "Check your email" });
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "ruth@example.org");
});

test("the code of the mail signs in like its link", async () => {
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  open("ruth@example.org");
  fireEvent.click(await screen.findByText("Type the code from the email instead"));
  fireEvent.change(screen.getByLabelText("6-digit code"), { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).not.toBeNull(), waitOptions);
  expect(calls.at(-1)).toMatchObject({
    to: "POST /auth/v1/verify",
    body: { email: "ruth@example.org", token: "123456", type: "email" },
  });
});

test("each enabled provider has a button whose redirect returns to the requested page", async () => {
  answers.set("GET /auth/v1/settings", () =>
    Response.json({
      external: { email: true, phone: false, anonymous_users: true, google: true, apple: false, "our-church": true },
    }),
  );
  const assign = vi.fn<typeof location.assign>();
  location.assign = assign;
  visit({ pathname: "/login", state: { from: "/my-sermons" } }, [
    { path: "/login", element: <LoginForm awaitingConfirmation={null} /> },
  ]);
  await screen.findByRole("button", { name: "Continue with Our church" });
  expect(screen.getAllByRole("button", { name: /^Continue with/ })).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Continue with Google" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce(), waitOptions);
  const address = new URL(String(assign.mock.calls[0]?.[0]));
  expect(address.pathname).toBe("/auth/v1/authorize");
  expect(address.searchParams.get("provider")).toBe("google");
  expect(address.searchParams.get("code_challenge_method")).toBe("s256");
  expect(new URL(address.searchParams.get("redirect_to") ?? "").pathname).toBe("/my-sermons");
});

test("without enabled providers, or if they can't be loaded, there are no provider buttons", async () => {
  answers.set("GET /auth/v1/settings", () => new Response(null, { status: 404 }));
  open();
  await screen.findByRole("button", { name: "Sign In" });
  expect(screen.queryByRole("button", { name: /^Continue with/ })).toBeNull();
});

test("a wrong API key shows two toasts and disables the form", async () => {
  answers.set("POST /auth/v1/token", () => refusal(401, "no_authorization", "Invalid API key"));
  open();
  submit("ruth@example.org", "right");
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Login Failed", "Authentication system configuration error. Please contact support."]);
  await expect.poll(toasts, waitOptions).toContainEqual(["Error Details", "API key configuration issue detected"]);
  await screen.findByRole("button", { name: "Connection Error" });
  expect(screen.getByRole("alert").textContent).toContain("Authentication system configuration error. Please contact support.");
  expect(vi.mocked(wait).mock.calls.at(-1)).toEqual([500]);
});

test("the connection check retries with growing delays, shows a message from the second failure on, gives up, and restarts on Retry", async () => {
  const resume: (() => void)[] = [];
  const pauses: number[] = [];
  vi.mocked(wait).mockImplementation(async (ms, signal) => {
    // The AuthProvider waits as well, without a signal; only the page's own check matters here.
    if (!signal) return;
    pauses.push(ms);
    await new Promise<void>((resolve) => resume.push(resolve));
  });
  const endPauses = () => act(async () => resume.splice(0).forEach((resolve) => resolve()));
  answers.set("GET /auth/v1/health", offline);
  answers.set("GET /rest/v1/health_check", offline);
  open();
  const button = await screen.findByRole("button", { name: "Connection Error" });
  expect(button).toHaveProperty("disabled", true);
  expect(screen.queryByRole("alert")).toBeNull();
  await endPauses();
  await screen.findByText("Connection attempt 2 failed. Retrying in 2s...");
  await endPauses();
  await screen.findByText("Connection attempt 3 failed. Retrying in 4s...");
  await endPauses();
  await screen.findByText(
    "Connection failed after maximum retry attempts. Please check your network connection and backend configuration.",
  );
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Connection Error", "Unable to reach the authentication server. Please check your network connection."]);
  expect(pauses).toContain(4_000);

  answers.set("GET /auth/v1/health", () => Response.json({}));
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("button", { name: "Sign In" });
});

test("when only the auth service fails, its status is shown", async () => {
  answers.set("GET /auth/v1/health", () => new Response(null, { status: 502 }));
  answers.set("GET /rest/v1/health_check", () => Response.json([{ status: "ok" }]));
  open();
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Connection Error", "Unable to connect to authentication server: the server answered with status 502"]);
});

test("a network error of the auth service alone and an unexpected error have different messages", async () => {
  answers.set("GET /auth/v1/health", offline);
  answers.set("GET /rest/v1/health_check", () => Response.json([{ status: "ok" }]));
  open();
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual([
      "Connection Error",
      "Unable to connect to authentication server: Network error: Unable to reach authentication server",
    ]);
  answers.set("GET /auth/v1/health", () => {
    throw new Error("something else");
  });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Connection Error", "Unable to connect to authentication server: Unexpected error during connection check"]);
});

test("the page clears stored state once it is known that nobody is signed in", async () => {
  localStorage.setItem("subscription", "cached");
  localStorage.setItem("app-theme", "dark");
  open();
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual(["app-theme"]), waitOptions);
});

test("a stored session is kept while the service is unreachable", async () => {
  storeSession();
  answers.set("GET /auth/v1/health", offline);
  answers.set("GET /rest/v1/health_check", offline);
  open();
  await screen.findByText(/maximum retry attempts/);
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});

test("a code is mailed instead of the password: for accounts that exist, with the same words for others, and it signs in", async () => {
  answers.set("POST /auth/v1/otp", () => Response.json({}));
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  visit({ pathname: "/login", state: { from: "/my-sermons" } }, [
    { path: "/login", element: <LoginForm awaitingConfirmation={null} /> },
  ]);
  const ask = () => fireEvent.click(screen.getByRole("button", { name: "Email me a code instead" }));
  ask();
  await screen.findByText("Please enter your email address");
  expect(calls).toEqual([]);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ruth@example.org" } });
  ask();
  await screen.findByText(
    "If ruth@example.org has an account, an email with a code is on its way to it. The code works for an hour.",
  );
  expect(calls[0]).toMatchObject({ to: "POST /auth/v1/otp", body: { email: "ruth@example.org", create_user: false } });
  expect(calls[0]?.query.get("redirect_to")).toBe(`${location.origin}/my-sermons`);
  expect(document.activeElement).toBe(screen.getByLabelText("6-digit code"));
  fireEvent.change(screen.getByLabelText("6-digit code"), { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in with the code" }));
  await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).not.toBeNull(), waitOptions);
  expect(calls.at(-1)?.body).toMatchObject({ email: "ruth@example.org", token: "123456", type: "email" });
});

test.each([
  [
    () => refusal(429, "over_email_send_rate_limit", "For security purposes, you can only request this after 42 seconds."),
    "A code was asked for a moment ago. You can ask for another one in 42 seconds.",
  ],
  [
    () => refusal(429, "over_email_send_rate_limit", "Email rate limit exceeded"),
    "Several codes were asked for in a short time. Please wait a few minutes, then ask again.",
  ],
  [offline, "The code could not be sent. Please check your connection and try again."],
])("a code that can't be sent says why, and what to do (%#)", async (answer, text) => {
  answers.set("POST /auth/v1/otp", answer);
  open();
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ruth@example.org" } });
  fireEvent.click(screen.getByRole("button", { name: "Email me a code instead" }));
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect(screen.queryByLabelText("6-digit code")).toBeNull();
});

test("an address that another screen handed on is filled in", async () => {
  visit({ pathname: "/login", state: { email: "ruth@example.org" } }, [
    { path: "/login", element: <LoginForm awaitingConfirmation={null} /> },
  ]);
  await vi.waitFor(() => expect(screen.getByLabelText("Email")).toHaveProperty("value", "ruth@example.org"), waitOptions);
});
