import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { LoginForm } from "../login-form.tsx";
import { LOGIN_FAILURE, signIn } from "../sign-in.ts";
import {
  answers,
  calls,
  offline,
  waitOptions,
  refusal,
  testUser,
  session,
  SESSION_KEY,
  storeSession,
  visit,
} from "../test-backend.tsx";
import { diagnosticLog, record } from "./diagnostic-log.ts";
import type { wait } from "../../../lib/wait.ts";

vi.mock(import("../../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
beforeEach(() => {
  answers.set("GET /rest/v1/health_check", () => Response.json([{ status: "ok" }]));
});

async function open() {
  visit("/login", [{ path: "/login", element: <LoginForm awaitingConfirmation={null} /> }]);
  fireEvent.click(await screen.findByRole("button", { name: "Show Login Diagnostics" }));
  await screen.findByRole("button", { name: "Test Connection" });
}
function type(email: string, password = "") {
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: password } });
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const issue = (text: string) => screen.findByText(text, { selector: "ul li" });
const issues = () => screen.queryAllByRole("listitem").flatMap((item) => (item.closest("ul") ? [item.textContent] : []));
const logged = () => diagnosticLog.current().map(({ message }) => message);

test("the panel is shown and hidden by its button", async () => {
  visit("/login", [{ path: "/login", element: <LoginForm awaitingConfirmation={null} /> }]);
  expect(screen.queryByText("Test Connection")).toBeNull();
  press("Show Login Diagnostics");
  await screen.findByText("Test Connection");
  expect(screen.getByRole("button", { name: "Create Test User (development only)" })).toHaveProperty("disabled", true);
  press("Hide Login Diagnostics");
  expect(screen.queryByText("Test Connection")).toBeNull();
});

test("Test Connection reports no issues for a working connection, else the reason", async () => {
  await open();
  press("Test Connection");
  await screen.findByText("No issues found");
  expect(calls.map(({ to, query }) => [to, query.toString()])).toEqual([["GET /rest/v1/health_check", "select=status&limit=1"]]);
  answers.set("GET /auth/v1/health", offline);
  answers.set("GET /rest/v1/health_check", offline);
  press("Test Connection");
  await issue("Connection failed: Network error: Unable to reach authentication server");
  answers.set("GET /auth/v1/health", () => {
    throw new Error("something else");
  });
  press("Test Connection");
  await issue("Connection failed: Unexpected error during connection check");
  expect(issues()).toHaveLength(1);
});

test("Check Session reports a missing token and session", async () => {
  await open();
  press("Check Session");
  await issue("No valid session");
  expect(issues()).toEqual(["No token in local storage", "No valid session"]);
});

test("Check Session finds a stored session even if the service is unreachable", async () => {
  storeSession();
  answers.set("GET /auth/v1/health", offline);
  await open();
  press("Check Session");
  await screen.findByText("No issues found");
  expect(logged()).toContain("session found");
});

test("Check Session distinguishes restricted storage from empty storage", async () => {
  await open();
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  press("Check Session");
  await issue("Storage restricted");
  expect(issues()).toContain("No token in local storage");
});

test("Test Login signs in and out without changing the page's session", async () => {
  answers.set("POST /auth/v1/token", () => Response.json(session()));
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  await open();
  type(" ruth@example.org ", "a secret password");
  press("Test Login");
  await screen.findByText("No issues found");
  expect(calls.map(({ to }) => to)).toEqual(["POST /auth/v1/token", "POST /auth/v1/logout"]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  expect(screen.getByRole("button", { name: "Sign In" })).toBeDefined();
});

test("a failed Test Login shows the error code; without credentials nothing is sent", async () => {
  answers.set("POST /auth/v1/token", () => refusal(400, "invalid_credentials", "Invalid login credentials"));
  await open();
  press("Test Login");
  await issue("You must provide either an email or phone number and a password");
  expect(calls).toEqual([]);
  type("ruth@example.org", "wrong");
  press("Test Login");
  await issue("Test login failed: invalid_credentials");
});

test("Full Diagnostic runs all checks and requests a code for the typed address", async () => {
  answers.set("POST /auth/v1/otp", () => Response.json({}));
  await open();
  type("ruth@example.org");
  press("Full Diagnostic");
  await issue("No valid session");
  expect(calls.at(-1)).toMatchObject({ to: "POST /auth/v1/otp", body: { email: "ruth@example.org", create_user: false } });
  expect(logged()).toContain("User with this email already exists, or not: the service answers the same, and mails a code if so");
  answers.set("POST /auth/v1/otp", () => refusal(429, "over_email_send_rate_limit", "email rate limit exceeded"));
  press("Full Diagnostic");
  await waitFor(() => expect(logged()).toContain("no one-time code could be asked for"), waitOptions);
  calls.length = 0;
  type("ruth");
  press("Full Diagnostic");
  await issue("Invalid email format");
  expect(calls.map(({ to }) => to)).not.toContain("POST /auth/v1/otp");
});

test("the log keeps the last 50 entries with timestamp, page load id, level, message and data", () => {
  for (let n = 1; n <= 60; n += 1) record("info", `entry ${n}`, { n });
  const entries = diagnosticLog.current();
  expect(entries).toHaveLength(50);
  expect(entries[0]?.message).toBe("entry 11");
  expect(entries.at(-1)).toEqual({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    sessionId: expect.stringMatching(/^\w{10}$/) as string,
    level: "info",
    message: "entry 60",
    data: { n: 60 },
  });
  expect(new Set(entries.map(({ sessionId }) => sessionId)).size).toBe(1);
});

test("the log never contains an address, a password, a token or the service's message", async () => {
  const onLoginFailure = vi.fn<(event: Event) => void>();
  window.addEventListener(LOGIN_FAILURE, onLoginFailure);
  answers.set("POST /auth/v1/token", () => refusal(400, "invalid_credentials", `Nobody is called ${testUser.email}`));
  answers.set("POST /auth/v1/otp", () => Response.json({}));
  await signIn(testUser.email, "a secret password").catch(() => {});
  await open();
  type(testUser.email, "a secret password");
  press("Test Login");
  await issue("Test login failed: invalid_credentials");
  press("Full Diagnostic");
  await waitFor(() => expect(logged()).toContain("full diagnostic done"), waitOptions);
  expect(onLoginFailure).toHaveBeenCalled();
  expect(logged()).toContain("sign-in failed");
  expect(JSON.stringify(diagnosticLog.current())).not.toMatch(/ruth|example\.org|secret|refresh|eyJ/);
});
