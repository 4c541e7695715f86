import { expect, test, vi } from "vitest";
import { describeLoginFailure, LOGIN_FAILURE, signIn } from "./sign-in.ts";
import { answers, calls, offline, refusal, session } from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

async function failedSignIn(): Promise<{ announced: unknown; described: ReturnType<typeof describeLoginFailure> }> {
  const announce = vi.fn<(event: Event) => void>();
  window.addEventListener(LOGIN_FAILURE, announce);
  const error: unknown = await signIn("ruth@example.org", "secret").then(
    () => null,
    (error: unknown) => error,
  );
  window.removeEventListener(LOGIN_FAILURE, announce);
  const [event] = announce.mock.calls[0] ?? [];
  expect(event).toMatchObject({ detail: { email: "ruth@example.org" } });
  return { announced: (event as CustomEvent<{ error: unknown }>).detail.error, described: describeLoginFailure(error) };
}

test("signing in clears stored state and waits 500 ms and 150 ms before sending the password", async () => {
  localStorage.setItem("sb-old-auth-token", "stale");
  answers.set("POST /auth/v1/token", () => Response.json(session()));
  await signIn("ruth@example.org", "secret");
  expect(localStorage.getItem("sb-old-auth-token")).toBeNull();
  expect(vi.mocked(wait).mock.calls.map(([ms]) => ms)).toEqual([500, 150]);
  expect(calls.map(({ to, body }) => [to, body])).toEqual([
    ["POST /auth/v1/token", { email: "ruth@example.org", password: "secret", gotrue_meta_security: {} }],
  ]);
});

test.each([
  [400, "email_not_confirmed", "Email not confirmed", "Please verify your email address before logging in"],
  [
    400,
    "invalid_credentials",
    "Invalid login credentials",
    "Invalid email or password. Please try again or sign up if you don't have an account.",
  ],
  [401, "no_authorization", "Invalid API key", "Authentication system configuration error. Please contact support."],
  [403, "bad_jwt", "invalid JWT: expired", "Session error. Please try clearing your browser's cache and cookies."],
  [400, "user_banned", "User is banned", "Invalid email or password"],
  [503, "unexpected_failure", "down", "Network error. Please check your internet connection."],
])("the error %d %s has its message and dispatches the login failure event", async (status, code, message, text) => {
  answers.set("POST /auth/v1/token", () => refusal(status, code, message));
  const { announced, described } = await failedSignIn();
  expect(announced).toMatchObject({ message });
  expect(described).toMatchObject({ title: "Login Failed", description: text });
});

test("a connection lost after the health check is reported as a network error", async () => {
  answers.set("POST /auth/v1/token", offline);
  expect((await failedSignIn()).described.description).toBe("Network error. Please check your internet connection.");
});

test("if the health check fails the password is not sent", async () => {
  answers.set("GET /auth/v1/health", offline);
  const { announced, described } = await failedSignIn();
  expect(announced).toMatchObject({ message: "Unable to connect to authentication service" });
  expect(described).toEqual({
    title: "Connection Error",
    description: "Unable to reach the authentication server. Please check your network connection.",
  });
  answers.set("GET /auth/v1/health", () => new Response(null, { status: 500 }));
  expect((await failedSignIn()).described.description).toBe(
    "Unable to connect to authentication server: the server answered with status 500",
  );
  expect(calls).toEqual([]);
});
