import { expect, test } from "vitest";
import {
  COMPLETION,
  CONNECTION,
  DIAGNOSTICS,
  LOGIN,
  RESET,
  SECOND_FACTOR,
  SIGN_UP,
  STARTUP,
} from "../../../shared/messages/auth.ts";

const sources = import.meta.glob<string>(["./**/*.test.{ts,tsx}", "../../routes/app/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const sourceOf = (file: string) => sources[`./${file}`] ?? sources[`../../routes/app/${file}`] ?? "";

// Spec section 8 (Login, Sign-up, Reset), with the texts of sections 2, 4 and 5 that these screens show, and the file that brings each
// of them to the screen. An ellipsis is where the catalogue leaves the text open.
const TABLE: [text: string, file: string][] = [
  // Startup
  ["Initializing authentication...", "session-gate.test.tsx"],
  ["Loading...", "session-gate.test.tsx"],
  ["Welcome back!", "auth-provider.test.tsx"],
  ["Signed out successfully", "auth-provider.test.tsx"],
  ["Error signing out", "auth-provider.test.tsx"],
  ["Unable to connect to authentication service. You will be redirected to login.", "session-gate.test.tsx"],
  // Login
  ["Login Failed", "login-form.test.tsx"],
  ["Please verify your email address before logging in", "sign-in.test.ts"],
  ["Invalid email or password. Please try again or sign up if you don't have an account.", "sign-in.test.ts"],
  ["Invalid email or password", "sign-in.test.ts"],
  ["Authentication system configuration error. Please contact support.", "sign-in.test.ts"],
  ["Error Details", "login-form.test.tsx"],
  ["API key configuration issue detected", "login-form.test.tsx"],
  ["Session error. Please try clearing your browser's cache and cookies.", "sign-in.test.ts"],
  ["Network error. Please check your internet connection.", "sign-in.test.ts"],
  ["Please enter your email address", "login-form.test.tsx"],
  ["Please enter your password", "login-form.test.tsx"],
  ["You must provide either an email or phone number and a password", "diagnostics/diagnostics.test.tsx"],
  // Connection
  ["Connection Error", "login-form.test.tsx"],
  ["Connection attempt 2 failed. Retrying in 2s...", "login-form.test.tsx"],
  [
    "Connection failed after maximum retry attempts. Please check your network connection and backend configuration.",
    "login-form.test.tsx",
  ],
  ["Network error: Unable to reach authentication server", "login-form.test.tsx"],
  ["Unexpected error during connection check", "login-form.test.tsx"],
  ["Unable to connect to authentication server: the server answered with status 502", "login-form.test.tsx"],
  ["Unable to reach the authentication server. Please check your network connection.", "login-form.test.tsx"],
  ["Unable to connect to authentication service", "sign-in.test.ts"],
  ["Authentication service unavailable", "sign-up.test.ts"],
  ["useAuth must be used within an AuthProvider", "auth-context.test.tsx"],
  // Diagnostics
  ["Show Login Diagnostics", "diagnostics/diagnostics.test.tsx"],
  ["Hide Login Diagnostics", "diagnostics/diagnostics.test.tsx"],
  ["Test Connection", "diagnostics/diagnostics.test.tsx"],
  ["Check Session", "diagnostics/diagnostics.test.tsx"],
  ["Test Login", "diagnostics/diagnostics.test.tsx"],
  ["Full Diagnostic", "diagnostics/diagnostics.test.tsx"],
  ["Create Test User (development only)", "diagnostics/diagnostics.test.tsx"],
  ["Connection failed", "diagnostics/diagnostics.test.tsx"],
  ["No valid session", "diagnostics/diagnostics.test.tsx"],
  ["Anon key missing", "diagnostics/missing-key.test.tsx"],
  ["No token in local storage", "diagnostics/diagnostics.test.tsx"],
  ["Storage restricted", "diagnostics/diagnostics.test.tsx"],
  ["Test login failed", "diagnostics/diagnostics.test.tsx"],
  // Sign-up
  ["Please enter a valid email address", "sign-up-form.test.tsx"],
  ["Name must be at least 2 characters", "sign-up-form.test.tsx"],
  ["Password must be at least 6 characters", "sign-up-form.test.tsx"],
  ["Password must be at least 8 characters", "sign-up-form.test.tsx"],
  ["Invalid email format", "sign-up.test.ts"],
  ["User with this email already exists", "sign-up.test.ts"],
  ["Sign Up Error", "sign-up-form.test.tsx"],
  ["Failed to start sign up process. Please try again.", "sign-up-form.test.tsx"],
  ["Account Creation Failed", "sign-up-form.test.tsx"],
  ["We couldn't create your account. Please try again or contact support.", "sign-up-form.test.tsx"],
  ["Account created, but failed to store referral info. Write to us if you want it added.", "sign-up-form.test.tsx"],
  ["Payment Error", "sign-up-form.test.tsx"],
  ["Could not initialize payment process. Please try again.", "sign-up-form.test.tsx"],
  ["No checkout URL received from payment service", "sign-up-form.test.tsx"],
  ["Account Already Exists", "sign-up-form.test.tsx"],
  ["This email is already registered. Please log in instead or use a different email address.", "sign-up-form.test.tsx"],
  ["Password Error", "sign-up-form.test.tsx"],
  ["Service Unavailable", "sign-up-form.test.tsx"],
  ["The service is temporarily unavailable. Please try again in a few minutes.", "sign-up-form.test.tsx"],
  ["Network Error", "sign-up-form.test.tsx"],
  ["Please check your internet connection and try again.", "sign-up-form.test.tsx"],
  // Completion
  ["Your free trial has begun", "sign-up-completion.test.tsx"],
  ["One step is left: confirm your email address.", "sign-up-completion.test.tsx"],
  ["Missing user information. Please try signing up again.", "sign-up-completion.test.tsx"],
  ["Your account was created but some profile data couldn't be saved. You can update it later.", "sign-up-completion.test.tsx"],
  ["Error setting up account", "sign-up-completion.test.tsx"],
  // Reset
  ["An error occurred while sending the reset email. Please try again.", "reset.test.tsx"],
  ["Password reset email sent. Please check your inbox and follow the link to reset your password.", "reset.test.tsx"],
  ["Password reset link verified. Please enter your new password.", "reset.test.tsx"],
  ["Please open this page with the link in your reset email.", "reset.test.tsx"],
  ["Please enter a new password", "reset.test.tsx"],
  ["Passwords do not match", "reset.test.tsx"],
  ["Password must be at least 8 characters long", "reset.test.tsx"],
  ["An error occurred during password update", "reset.test.tsx"],
  ["Your password has been updated. You can sign in with it in a moment.", "reset.test.tsx"],
  // Second factor
  ["One more step", "login.test.tsx"],
  ["Enter the 6-digit code from your authenticator app", "login.test.tsx"],
  ["That code is not right. A new one appears every 30 seconds: try the one that is shown now.", "login.test.tsx"],
  ["The code could not be checked. Please try again.", "login.test.tsx"],
  ["No authenticator app is set up for this account any more. Please sign out and sign in again.", "login.test.tsx"],
];

test.each(TABLE)("'%s' is proven in %s", (text, file) => {
  expect(sourceOf(file)).toContain(text);
});

test("no text of these screens is missing from the table", () => {
  const listed = new Set(TABLE.map(([text]) => text));
  const kept = [STARTUP, LOGIN, CONNECTION, DIAGNOSTICS, SIGN_UP, COMPLETION, RESET, SECOND_FACTOR].flatMap((group) =>
    Object.values<unknown>(group),
  );
  const texts = kept.filter((text) => typeof text === "string");
  expect(texts.filter((text) => !listed.has(text))).toEqual([]);
});
