import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { LoginForm } from "./login-form.tsx";
import { answers, calls, patient, toasts, offline, refusal, session, SESSION_KEY, storeSession, visit } from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
beforeEach(() => {
  vi.mocked(wait).mockReset().mockResolvedValue();
});

function open(awaiting: string | null = null) {
  return visit("/login", [{ path: "/login", element: <LoginForm awaiting={awaiting} /> }]);
}
function submit(email: string, password: string) {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
}

test("both fields are needed, and the errors stand beside them", async () => {
  open();
  submit("", "");
  await screen.findByText("Please enter your email address");
  await screen.findByText("Please enter your password");
  expect(calls).toEqual([]);
});

test("a failed sign-in is told, also lastingly until the next try, and what was typed stays", async () => {
  answers.set("POST /auth/v1/token", () => refusal(400, "invalid_credentials", "Invalid login credentials"));
  open();
  submit("ruth@example.org", "wrong");
  await expect
    .poll(toasts, patient)
    .toContainEqual(["Login Failed", "Invalid email or password. Please try again or sign up if you don't have an account."]);
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "ruth@example.org");
  expect(screen.getByLabelText("Password")).toHaveProperty("value", "wrong");
  expect(screen.getByRole("alert").textContent).toBe(
    "Invalid email or password. Please try again or sign up if you don't have an account.",
  );
  let answer: ((response: Response) => void) | undefined;
  answers.set("POST /auth/v1/token", () => new Promise<Response>((resolve) => (answer = resolve)));
  submit("ruth@example.org", "right");
  await vi.waitFor(() => expect(answer).toBeDefined(), patient);
  expect(screen.queryByRole("alert")).toBeNull();
  await act(async () => answer?.(refusal(400, "user_banned", "User is banned")));
  expect((await screen.findByRole("alert")).textContent).toBe("Invalid email or password");
});

test("a second submit while one is running is ignored", async () => {
  let answer: ((response: Response) => void) | undefined;
  answers.set("POST /auth/v1/token", () => new Promise<Response>((resolve) => (answer = resolve)));
  open();
  submit("ruth@example.org", "wrong");
  const form = screen.getByLabelText("Email").closest("form");
  if (form) fireEvent.submit(form);
  await screen.findByRole("button", { name: "Signing in..." });
  await vi.waitFor(() => expect(answer).toBeDefined(), patient);
  await act(async () => answer?.(refusal(400, "invalid_credentials", "Invalid login credentials")));
  await screen.findByRole("button", { name: "Sign In" });
  expect(calls).toHaveLength(1);
});

test("an address that still has to be confirmed gets its mail again", async () => {
  answers.set("POST /auth/v1/token", () => refusal(400, "email_not_confirmed", "Email not confirmed"));
  answers.set("POST /auth/v1/resend", () => Response.json({}));
  open();
  submit("ruth@example.org", "right");
  await expect.poll(toasts, patient).toContainEqual(["Login Failed", "Please verify your email address before logging in"]);
  const inbox = await screen.findByRole("link", { name: /inbox/ });
  expect(inbox.getAttribute("href")).toBe(`${location.origin}/inbox`);
  fireEvent.click(screen.getByText("Send a new mail"));
  await screen.findByText(/on its way/);
  expect(calls.at(-1)).toMatchObject({ to: "POST /auth/v1/resend", body: { type: "signup", email: "ruth@example.org" } });
});

test("after the sign-up the page says to check the mail", async () => {
  open("ruth@example.org");
  await screen.findByRole("heading", { name: "Check your mail" });
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "ruth@example.org");
});

test("the code of the letter is as good as its link", async () => {
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  open("ruth@example.org");
  fireEvent.click(await screen.findByText("Type the code of the letter instead"));
  fireEvent.change(screen.getByLabelText("6-digit code"), { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await vi.waitFor(() => expect(localStorage.getItem(SESSION_KEY)).not.toBeNull(), patient);
  expect(calls.at(-1)).toMatchObject({
    to: "POST /auth/v1/verify",
    body: { email: "ruth@example.org", token: "123456", type: "email" },
  });
});

test("each provider that is on has a button, which leads there and back to the page that was asked for", async () => {
  answers.set("GET /auth/v1/settings", () =>
    Response.json({
      external: { email: true, phone: false, anonymous_users: true, google: true, apple: false, "our-church": true },
    }),
  );
  const assign = vi.fn<typeof location.assign>();
  location.assign = assign;
  visit({ pathname: "/login", state: { from: "/my-sermons" } }, [{ path: "/login", element: <LoginForm awaiting={null} /> }]);
  await screen.findByRole("button", { name: "Continue with Our church" });
  expect(screen.getAllByRole("button", { name: /^Continue with/ })).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Continue with Google" }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce(), patient);
  const address = new URL(String(assign.mock.calls[0]?.[0]));
  expect(address.pathname).toBe("/auth/v1/authorize");
  expect(address.searchParams.get("provider")).toBe("google");
  expect(address.searchParams.get("code_challenge_method")).toBe("s256");
  expect(new URL(address.searchParams.get("redirect_to") ?? "").pathname).toBe("/my-sermons");
});

test("where no provider is on, or none can be asked for, there is no such button", async () => {
  answers.set("GET /auth/v1/settings", () => new Response(null, { status: 404 }));
  open();
  await screen.findByRole("button", { name: "Sign In" });
  expect(screen.queryByRole("button", { name: /^Continue with/ })).toBeNull();
});

test("a wrong API key is told twice and closes the form", async () => {
  answers.set("POST /auth/v1/token", () => refusal(401, "no_authorization", "Invalid API key"));
  open();
  submit("ruth@example.org", "right");
  await expect
    .poll(toasts, patient)
    .toContainEqual(["Login Failed", "Authentication system configuration error. Please contact support."]);
  await expect.poll(toasts, patient).toContainEqual(["Error Details", "API key configuration issue detected"]);
  await screen.findByRole("button", { name: "Connection Error" });
  expect(screen.getByRole("alert").textContent).toContain("Authentication system configuration error. Please contact support.");
  expect(vi.mocked(wait).mock.calls.at(-1)).toEqual([500]);
});

test("the connection check backs off, says so from the second failure on, gives up, and begins again on Retry", async () => {
  const resume: (() => void)[] = [];
  const pauses: number[] = [];
  vi.mocked(wait).mockImplementation(async (ms, signal) => {
    // The session provider pauses as well; only the page's own check matters here.
    if (!signal) return;
    pauses.push(ms);
    await new Promise<void>((resolve) => resume.push(resolve));
  });
  const goOn = () => act(async () => resume.splice(0).forEach((resolve) => resolve()));
  answers.set("GET /auth/v1/health", offline);
  answers.set("GET /rest/v1/health_check", offline);
  open();
  const button = await screen.findByRole("button", { name: "Connection Error" });
  expect(button).toHaveProperty("disabled", true);
  expect(screen.queryByRole("alert")).toBeNull();
  await goOn();
  await screen.findByText("Connection attempt 2 failed. Retrying in 2s...");
  await goOn();
  await screen.findByText("Connection attempt 3 failed. Retrying in 4s...");
  await goOn();
  await screen.findByText(
    "Connection failed after maximum retry attempts. Please check your network connection and backend configuration.",
  );
  await expect
    .poll(toasts, patient)
    .toContainEqual(["Connection Error", "Unable to reach the authentication server. Please check your network connection."]);
  expect(pauses).toContain(4_000);

  answers.set("GET /auth/v1/health", () => Response.json({}));
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("button", { name: "Sign In" });
});

test("when only the auth service is away, its answer is told", async () => {
  answers.set("GET /auth/v1/health", () => new Response(null, { status: 502 }));
  answers.set("GET /rest/v1/health_check", () => Response.json([{ status: "ok" }]));
  open();
  await expect
    .poll(toasts, patient)
    .toContainEqual(["Connection Error", "Unable to connect to authentication server: the server answered with status 502"]);
});

test("a network that is away from the auth service alone, and a failure that nobody expects, are told apart", async () => {
  answers.set("GET /auth/v1/health", offline);
  answers.set("GET /rest/v1/health_check", () => Response.json([{ status: "ok" }]));
  open();
  await expect
    .poll(toasts, patient)
    .toContainEqual([
      "Connection Error",
      "Unable to connect to authentication server: Network error: Unable to reach authentication server",
    ]);
  answers.set("GET /auth/v1/health", () => {
    throw new Error("something else");
  });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await expect
    .poll(toasts, patient)
    .toContainEqual(["Connection Error", "Unable to connect to authentication server: Unexpected error during connection check"]);
});

test("the page clears what is stored, but only once nobody turns out to be signed in", async () => {
  localStorage.setItem("subscription", "cached");
  localStorage.setItem("app-theme", "dark");
  open();
  await vi.waitFor(() => expect(Object.keys(localStorage)).toEqual(["app-theme"]), patient);
});

test("a session survives the page while the service is away", async () => {
  storeSession();
  answers.set("GET /auth/v1/health", offline);
  answers.set("GET /rest/v1/health_check", offline);
  open();
  await screen.findByText(/maximum retry attempts/);
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});
