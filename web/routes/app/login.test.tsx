import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ResetPasswordForm } from "../../features/auth/reset-password-form.tsx";
import {
  answers,
  calls,
  userWithFactor,
  factor,
  offline,
  waitOptions,
  refusal,
  session,
  SESSION_KEY,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import type { wait } from "../../lib/wait.ts";
import Login from "./login.tsx";
import SignedInOnly from "./signed-in.tsx";
import SignedOutOnly from "./signed-out.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const pages = [
  {
    element: <SignedInOnly />,
    children: [
      { path: "/profile", element: "Your profile" },
      { path: "/dashboard", element: "Home" },
    ],
  },
  {
    element: <SignedOutOnly />,
    children: [
      { path: "/login", element: <Login /> },
      { path: "/sign-up", element: "Begin here" },
    ],
  },
  { path: "/reset-password", element: <ResetPasswordForm /> },
];
const verifiedSession = () => Response.json(session({ user: userWithFactor, aal: "aal2" }));

beforeEach(() => {
  location.hash = "";
  answers.set("GET /auth/v1/user", () => Response.json(userWithFactor));
  answers.set("POST /auth/v1/token", () => Response.json(session({ user: userWithFactor })));
  answers.set(`POST /auth/v1/factors/${factor.id}/challenge`, () =>
    Response.json({ id: "challenge", type: "totp", expires_at: Date.now() / 1000 + 300 }),
  );
  answers.set(`POST /auth/v1/factors/${factor.id}/verify`, verifiedSession);
});

async function enterCode(code: string) {
  fireEvent.change(await screen.findByLabelText("6-digit code"), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
}

test("with an authenticator app, the code is required after the password, then the requested page opens", async () => {
  const router = visit("/profile", pages);
  await screen.findByRole("heading", { name: "Welcome Back" });
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ruth@example.org" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "right" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await screen.findByText("Enter the 6-digit code from your authenticator app");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("One more step");
  expect(document.activeElement).toBe(screen.getByLabelText("6-digit code"));
  expect(toasts()).toEqual([]);
  await enterCode("123 456");
  await screen.findByText("Your profile");
  expect(router.state.location.pathname).toBe("/profile");
  expect(calls.find(({ to }) => to.endsWith("/verify"))?.body).toMatchObject({ challenge_id: "challenge", code: "123456" });
  expect(toasts()).toEqual([["Welcome back!"]]);
});

test("who has just signed up is not told to go on where they left off", async () => {
  sessionStorage.setItem("awaiting_confirmation", "ruth@example.org");
  visit("/login", pages);
  await screen.findByRole("heading", { name: "Check your email" });
  expect(screen.getByText("Confirm your address first.")).toBeDefined();
  expect(screen.queryByText("Sign in to go on where you left off.")).toBeNull();
});

test("a session without a password leads to choosing one, whoever comes first", async () => {
  answers.set("POST /auth/v1/token", () => Response.json({ ...session(), password_needed: true }));
  const router = visit("/login", pages);
  await screen.findByRole("heading", { name: "Welcome Back" });
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ruth@example.org" } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "right" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign In" }));
  await expect.poll(() => router.state.location.pathname, waitOptions).toBe("/reset-password");
});

test("a mailed code in place of the password does not stand in for the authenticator app's", async () => {
  answers.set("POST /auth/v1/otp", () => Response.json({}));
  answers.set("POST /auth/v1/verify", () => Response.json(session({ user: userWithFactor })));
  visit("/login", pages);
  fireEvent.change(await screen.findByLabelText("Email"), { target: { value: "ruth@example.org" } });
  fireEvent.click(screen.getByRole("button", { name: "Email me a code instead" }));
  fireEvent.change(await screen.findByLabelText("6-digit code"), { target: { value: "123456" } });
  fireEvent.click(screen.getByRole("button", { name: "Sign in with the code" }));
  await screen.findByText("Enter the 6-digit code from your authenticator app");
  await enterCode("654321");
  expect(await screen.findByText("Home")).toBeDefined();
});

test("a wrong code shows an error at the field and can be corrected; a malformed one is not sent", async () => {
  storeSession({ user: userWithFactor });
  answers.set(`POST /auth/v1/factors/${factor.id}/verify`, () =>
    refusal(422, "mfa_verification_failed", "Invalid TOTP code entered"),
  );
  visit("/dashboard", pages);
  await enterCode("12345x");
  await screen.findByText("Please enter the 6 digits of the code");
  expect(calls.some(({ to }) => to.endsWith("/verify"))).toBe(false);
  await enterCode("123456");
  await screen.findByText("That code is not right. A new one appears every 30 seconds: try the one that is shown now.");
  answers.set(`POST /auth/v1/factors/${factor.id}/verify`, () =>
    refusal(429, "over_request_rate_limit", "Request rate limit reached"),
  );
  await enterCode("123456");
  await screen.findByText("Request rate limit reached");
  answers.set(`POST /auth/v1/factors/${factor.id}/verify`, verifiedSession);
  await enterCode("654321");
  await screen.findByText("Home");
});

test.each(["/profile", "/sign-up"])(
  "a stored session without the second factor is redirected from %s to the code step",
  async (path) => {
    storeSession({ user: userWithFactor });
    const router = visit(path, pages);
    await screen.findByText("Enter the 6-digit code from your authenticator app");
    expect(router.state.location.pathname).toBe("/login");
  },
);

test("a stored session with the second factor is not asked again", async () => {
  storeSession({ user: userWithFactor, aal: "aal2" });
  visit("/profile", pages);
  expect(await screen.findByText("Your profile")).toBeDefined();
});

test("Sign out at the code step ends only this session and shows the form", async () => {
  storeSession({ user: userWithFactor });
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  visit("/dashboard", pages);
  fireEvent.click(await screen.findByRole("button", { name: "Sign out" }));
  await screen.findByRole("heading", { name: "Welcome Back" });
  expect(calls.find(({ to }) => to === "POST /auth/v1/logout")?.query.get("scope")).toBe("local");
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test("a code that can't be checked because of a lost connection has our own message", async () => {
  storeSession({ user: userWithFactor });
  answers.set(`POST /auth/v1/factors/${factor.id}/verify`, offline);
  visit("/dashboard", pages);
  await enterCode("123456");
  expect(await screen.findByText("The code could not be checked. Please try again.")).toBeDefined();
});

test("if the app was removed meanwhile, Sign out is still offered", async () => {
  storeSession({ user: userWithFactor });
  answers.set("GET /auth/v1/user", () => Response.json({ ...userWithFactor, factors: [] }));
  visit("/dashboard", pages);
  await screen.findByText("No authenticator app is set up for this account any more. Please sign out and sign in again.");
  expect(screen.getByRole("button", { name: "Sign out" })).toBeDefined();
});

test("if the apps can't be loaded, a retry button is shown", async () => {
  storeSession({ user: userWithFactor });
  answers.set("GET /auth/v1/user", () => refusal(500, "unexpected_failure", "down"));
  visit("/dashboard", pages);
  const again = await screen.findByRole("button", { name: "Try again" });
  answers.set("GET /auth/v1/user", () => Response.json(userWithFactor));
  fireEvent.click(again);
  expect(await screen.findByLabelText("6-digit code")).toBeDefined();
});

test("with two apps the user chooses one", async () => {
  const other = { ...factor, id: "1c5ff1f8-2d0e-4c7e-9d0b-0a1b2c3d4e5f", friendly_name: "Authenticator app 2" };
  storeSession({ user: userWithFactor });
  answers.set("GET /auth/v1/user", () => Response.json({ ...userWithFactor, factors: [factor, other] }));
  visit("/dashboard", pages);
  await screen.findByLabelText("6-digit code");
  expect(screen.getByRole("combobox", { name: "Authenticator app" })).toHaveProperty("value", factor.id);
});

test("a password reset asks for the code first, then sets the password", async () => {
  answers.set("POST /auth/v1/verify", () => Response.json(session({ user: userWithFactor })));
  answers.set("PUT /auth/v1/user", () => Response.json(userWithFactor));
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  location.hash = "#token_hash=secret&type=recovery";
  visit("/reset-password#token_hash=secret&type=recovery", pages);
  for (const label of ["New Password", "Confirm New Password"])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: "another password" } });
  fireEvent.click(screen.getByRole("button", { name: "Update Password" }));
  await screen.findByText("Enter the 6-digit code from your authenticator app");
  expect(calls.some(({ to }) => to === "PUT /auth/v1/user")).toBe(false);
  await enterCode("123456");
  await vi.waitFor(() => expect(calls.some(({ to }) => to === "PUT /auth/v1/user")).toBe(true), waitOptions);
  expect(calls.find(({ to }) => to === "PUT /auth/v1/user")?.body).toMatchObject({ password: "another password" });
  await screen.findByRole("heading", { name: "Welcome Back" });
});

test("the login page lists the features and links to the sign-up and the password reset", async () => {
  visit("/login", pages);
  expect((await screen.findAllByRole("heading", { level: 2 })).map(({ textContent }) => textContent)).toEqual([
    "AI-Powered Sermons",
    "Secure Access",
  ]);
  expect(screen.getByRole("link", { name: "Sign up" }).getAttribute("href")).toBe("/signup");
  expect(screen.getByRole("link", { name: "Forgot Password?" }).getAttribute("href")).toBe("/reset-request");
});
