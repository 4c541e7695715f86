import { beforeEach, expect, test, vi } from "vitest";
import { signUp } from "./sign-up.ts";
import { answers, calls, offline, refusal, testUser } from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
beforeEach(() => {
  vi.clearAllMocks();
  answers.set("POST /auth/v1/signup", () => Response.json(testUser));
});

const account = { email: testUser.email, name: "Ruth", password: "a long password" };

test("signUp waits 150 ms after the health check and resolves to the new user", async () => {
  const result = await signUp(account);
  expect(result).toMatchObject({ success: true, user: { id: testUser.id }, error: null, errorCategory: null });
  expect(result.diagnostic).toEqual({
    sessionId: expect.stringMatching(/^\w{10}$/) as string,
    step: "done",
    code: null,
    milliseconds: expect.any(Number) as number,
  });
  expect(vi.mocked(wait).mock.calls).toEqual([[150]]);
});

test.each([
  [{ email: "ruth" }, "Invalid email format", "invalid_email"],
  [{ password: "1234567" }, "Password must be at least 8 characters", "weak_password"],
])("%j is rejected before anything is sent: %s", async (change, message, errorCategory) => {
  const result = await signUp({ ...account, ...change });
  expect(result).toMatchObject({ success: false, user: null, error: { message }, errorCategory, diagnostic: { step: "input" } });
  expect(calls).toEqual([]);
});

test("an address that already has an account is a failure, although the service reports success", async () => {
  answers.set("POST /auth/v1/signup", () => Response.json({ ...testUser, identities: [] }));
  expect(await signUp(account)).toMatchObject({
    error: { message: "User with this email already exists" },
    errorCategory: "user_exists",
    diagnostic: { step: "request" },
  });
});

test.each([
  [422, "user_already_exists", "User already registered", "user_exists"],
  [429, "over_email_send_rate_limit", "Email rate limit exceeded", "rate_limit"],
  [429, "over_email_send_rate_limit", "For security purposes, you can only request this after 42 seconds.", "rate_limit"],
  [400, "email_address_invalid", "This is an invalid email", "invalid_email"],
  [422, "weak_password", "Password should be at least 12 characters.", "weak_password"],
  [422, "signup_disabled", "Signups not allowed for this instance", "unknown"],
])("the error %d %s (%s) is of the category %s", async (status, code, message, errorCategory) => {
  answers.set("POST /auth/v1/signup", () => refusal(status, code, message));
  expect(await signUp(account)).toMatchObject({ error: { message }, errorCategory, diagnostic: { step: "request", code } });
});

test("an unreachable service is of the category connection, before and during the sign-up", async () => {
  answers.set("POST /auth/v1/signup", offline);
  expect(await signUp(account)).toMatchObject({ errorCategory: "connection", diagnostic: { step: "request" } });
  answers.set("GET /auth/v1/health", offline);
  expect(await signUp(account)).toMatchObject({
    error: { message: "Authentication service unavailable" },
    errorCategory: "connection",
    diagnostic: { step: "service" },
  });
});
