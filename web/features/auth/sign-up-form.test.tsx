import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { readPendingSignUp } from "./pending-sign-up.ts";
import { SignUpForm } from "./sign-up-form.tsx";
import { answers, calls, waitOptions, toasts, offline, refusal, testUser, visit } from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";
import { removeToast, toastStore } from "../../ui/toast-store.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
const assign = vi.fn<typeof location.assign>();
const CHECKOUT = "https://pay.example/checkout";

beforeEach(() => {
  vi.clearAllMocks();
  location.assign = assign;
  answers.set("POST /auth/v1/signup", () => Response.json(testUser));
  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ url: CHECKOUT, checkoutUrl: CHECKOUT }));
});

const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole("button", { name: "Continue" }));
const sent = (path: string) => calls.filter(({ to }) => to.endsWith(path)).map(({ body }) => body);

function signUp(password = "a long password") {
  visit("/sign-up", [{ path: "/sign-up", element: <SignUpForm /> }]);
  type("Name", " Ruth ");
  type("Email", "ruth@example.org");
  type("Password", password);
  type("Referral code (optional)", "NAOMI");
  press();
}

test("invalid fields show an error each, and nothing is sent", async () => {
  visit("/sign-up", [{ path: "/sign-up", element: <SignUpForm /> }]);
  type("Name", "R");
  type("Email", "ruth");
  type("Password", "12345");
  press();
  await screen.findByText("Name must be at least 2 characters");
  await screen.findByText("Please enter a valid email address");
  await screen.findByText("Password must be at least 8 characters");
  expect(calls).toEqual([]);
});

test("the name is limited to the length that the checkout accepts", () => {
  visit("/sign-up", [{ path: "/sign-up", element: <SignUpForm /> }]);
  expect(screen.getByLabelText<HTMLInputElement>("Name").maxLength).toBe(200);
});

test("a password that is too short for the service is rejected before it is sent", async () => {
  signUp("1234567");
  await expect.poll(toasts, waitOptions).toContainEqual(["Password Error", "Password must be at least 8 characters"]);
  expect(screen.getByRole("alert").textContent).toBe("Password must be at least 8 characters");
  expect(calls).toEqual([]);
});

test("the sign-up creates the account, stores it as pending and redirects to the checkout", async () => {
  signUp();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(CHECKOUT), waitOptions);
  expect(sent("/signup")).toMatchObject([
    { email: "ruth@example.org", password: "a long password", data: { full_name: "Ruth" } },
  ]);
  expect(calls[0]?.query.get("redirect_to")).toBe(`${location.origin}/dashboard`);
  expect(sent("/create-checkout-session")).toEqual([
    { userId: testUser.id, email: "ruth@example.org", name: "Ruth", referralCode: "NAOMI" },
  ]);
  const pending = { userId: testUser.id, email: "ruth@example.org", name: "Ruth", timestamp: expect.any(Number) as number };
  expect(JSON.parse(sessionStorage.getItem("pendingSignup") ?? "")).toEqual(pending);
  expect(JSON.parse(localStorage.getItem("pendingSignupBackup") ?? "")).toEqual(pending);
  expect(sessionStorage.getItem("checkout_in_progress")).toBe("true");
  expect(localStorage.getItem("checkout_in_progress")).toBe("true");
  expect(localStorage.getItem("checkout_user_id")).toBe(testUser.id);
  expect(screen.getByRole("button", { name: "Processing..." })).toHaveProperty("disabled", true);
});

test("an address that already has an account does not reach the checkout", async () => {
  answers.set("POST /auth/v1/signup", () => Response.json({ ...testUser, identities: [] }));
  signUp();
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual([
      "Account Already Exists",
      "This email is already registered. Please log in instead or use a different email address.",
    ]);
  expect(sent("/create-checkout-session")).toEqual([]);
  expect(readPendingSignUp()).toBeNull();
  for (const [name, to] of [
    ["Sign in with this address", "/login"],
    ["Choose a new password", "/reset-request"],
  ] as const)
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(to);
});

test("a checkout that can't be created is tried three times, 1.5 s apart; the next submit starts with it", async () => {
  answers.set("POST /functions/v1/create-checkout-session", () =>
    Response.json(
      { code: "unexpected_failure", message: "Something went wrong on our side. Please try again." },
      { status: 500 },
    ),
  );
  signUp();
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Payment Error", "Could not initialize payment process. Please try again."]);
  expect(screen.getByRole("alert").textContent).toBe("Could not initialize payment process. Please try again.");
  expect(sent("/create-checkout-session")).toHaveLength(3);
  expect(vi.mocked(wait).mock.calls.filter(([ms]) => ms === 1_500)).toHaveLength(2);
  expect(localStorage.getItem("checkout_in_progress")).toBeNull();

  answers.set("POST /functions/v1/create-checkout-session", () => Response.json({ checkoutUrl: CHECKOUT }));
  press();
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce(), waitOptions);
  expect(sent("/signup")).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a refused checkout shows the server's message and is not retried", async () => {
  const message = "The free trial has already been used with this email address or card. Please log in to subscribe.";
  answers.set("POST /functions/v1/create-checkout-session", () =>
    Response.json({ code: "trial_used", message }, { status: 409 }),
  );
  signUp();
  await expect.poll(toasts, waitOptions).toContainEqual(["Payment Error", message]);
  expect(sent("/create-checkout-session")).toHaveLength(1);
});

test.each([{}, { checkoutUrl: "javascript:alert(1)" }])(
  "a checkout answer without a valid URL (%j) does not redirect",
  async (body) => {
    answers.set("POST /functions/v1/create-checkout-session", () => Response.json(body));
    signUp();
    await expect.poll(toasts, waitOptions).toContainEqual(["Payment Error", "No checkout URL received from payment service"]);
    expect(assign).not.toHaveBeenCalled();
  },
);

test("a lost connection during the checkout is shown as a payment error", async () => {
  answers.set("POST /functions/v1/create-checkout-session", offline);
  signUp();
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Payment Error", "Could not initialize payment process. Please try again."]);
});

test.each([
  [
    422,
    "weak_password",
    "Password should be at least 12 characters.",
    "Password Error",
    "Password should be at least 12 characters.",
  ],
  [
    429,
    "over_email_send_rate_limit",
    "For security purposes, you can only request this after 42 seconds.",
    "Account Creation Failed",
    "For security purposes, you can only request this after 42 seconds.",
  ],
  [
    422,
    "user_already_exists",
    "User already registered",
    "Account Already Exists",
    "This email is already registered. Please log in instead or use a different email address.",
  ],
  [
    400,
    "unexpected",
    "Something odd",
    "Account Creation Failed",
    "We couldn't create your account. Please try again or contact support.",
  ],
  [
    500,
    "unexpected_failure",
    "Database error saving new user profile",
    "Sign Up Error",
    "Account created, but failed to store referral info. Write to us if you want it added.",
  ],
  [
    503,
    "unexpected_failure",
    "Service unavailable",
    "Service Unavailable",
    "The service is temporarily unavailable. Please try again in a few minutes.",
  ],
])("the error %d %s (%s) is shown as '%s'", async (status, code, message, title, description) => {
  answers.set("POST /auth/v1/signup", () => refusal(status, code, message));
  signUp();
  await expect.poll(toasts, waitOptions).toContainEqual([title, description]);
});

test("a lost connection is shown as a network error, before and during the sign-up", async () => {
  answers.set("POST /auth/v1/signup", offline);
  signUp();
  const networkError = [["Network Error", "Please check your internet connection and try again."]];
  await expect.poll(toasts, waitOptions).toEqual(networkError);
  for (const { id } of toastStore.current()) removeToast(id);
  answers.set("GET /auth/v1/health", offline);
  press();
  await expect.poll(toasts, waitOptions).toEqual(networkError);
});

test("a failing health check is shown as an unavailable service", async () => {
  answers.set("GET /auth/v1/health", () => new Response(null, { status: 503 }));
  signUp();
  await expect
    .poll(toasts, waitOptions)
    .toContainEqual(["Service Unavailable", "The service is temporarily unavailable. Please try again in a few minutes."]);
});

test("an unexpected error has a general message", async () => {
  assign.mockImplementationOnce(() => {
    throw new Error("the browser refuses");
  });
  signUp();
  await expect.poll(toasts, waitOptions).toContainEqual(["Sign Up Error", "Failed to start sign up process. Please try again."]);
});
