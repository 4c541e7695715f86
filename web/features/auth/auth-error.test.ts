import { expect, test } from "vitest";
import { authErrorCategory, errorLogData } from "./auth-error.ts";
import { answers, offline, refusal, storeSession } from "./test-backend.tsx";
import { createEphemeralClient } from "../../lib/supabase.ts";

async function signInError(answer: () => Response) {
  answers.set("POST /auth/v1/token", answer);
  const { error } = await (await createEphemeralClient()).auth.signInWithPassword({ email: "ruth@example.org", password: "x" });
  return error;
}

test.each([
  [400, "invalid_credentials", "Invalid login credentials", "credentials"],
  [400, "email_not_confirmed", "Email not confirmed", "credentials"],
  [429, "over_request_rate_limit", "Request rate limit reached", "rate_limit"],
  [422, "email_exists", "A user with this email address has already been registered", "user_exists"],
  [400, "email_address_invalid", "Email address is invalid", "invalid_email"],
  [422, "same_password", "New password should be different from the old password.", "weak_password"],
  [403, "otp_expired", "Token has expired or is invalid", "expired_token"],
  [403, "bad_jwt", "invalid JWT: token is expired", "expired_token"],
  [401, "insufficient_aal", "AAL2 session is required", "access_denied"],
  [401, "no_authorization", "Invalid API key", "access_denied"],
  [400, "validation_failed", "Something odd", "unknown"],
])("the client's error for %d %s (%s) is of the category %s", async (status, code, message, category) => {
  const error = await signInError(() => refusal(status, code, message));
  expect(authErrorCategory(error)).toBe(category);
  expect(errorLogData(error)).toEqual({ category, code, status });
});

test.each([502, 503, 504])("an answer with status %d is of the category connection", async (status) => {
  const error = await signInError(() => new Response("bad gateway", { status }));
  expect([error?.name, authErrorCategory(error)]).toEqual(["AuthRetryableFetchError", "connection"]);
});

test("a failed fetch is of the category connection", async () => {
  expect(authErrorCategory(await signInError(offline))).toBe("connection");
});

test("a weak-password error lists its reasons", async () => {
  const error = await signInError(() => {
    const weak = { code: "weak_password", message: "Password should be longer.", weak_password: { reasons: ["length"] } };
    return Response.json(weak, { status: 422, headers: { "x-supabase-api-version": "2024-01-01" } });
  });
  expect(error).toMatchObject({ name: "AuthWeakPasswordError", reasons: ["length"] });
  expect(authErrorCategory(error)).toBe("weak_password");
});

test("supabase-js refuses a sign-up without an e-mail address and an update without a session", async () => {
  const { auth } = await createEphemeralClient();
  const nobody = await auth.signUp(JSON.parse('{"password":"x"}') as Parameters<typeof auth.signUp>[0]);
  expect(nobody.error).toMatchObject({
    name: "AuthInvalidCredentialsError",
    message: "You must provide either an email or phone number and a password",
  });
  storeSession();
  const signedOut = await auth.updateUser({ password: "another password" });
  expect(signedOut.error).toMatchObject({ name: "AuthSessionMissingError" });
});
