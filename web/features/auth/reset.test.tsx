import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResetPasswordForm } from "./reset-password-form.tsx";
import { ResetRequestForm } from "./reset-request-form.tsx";
import { answers, calls, offline, waitOptions, refusal, testUser, session, SESSION_KEY, visit } from "./test-backend.tsx";
import { wait } from "../../lib/wait.ts";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));
const CHECK = "POST /rest/v1/rpc/reset_link_is_open";
beforeEach(() => {
  vi.clearAllMocks();
  answers.set(CHECK, () => Response.json(true));
});
afterEach(() => {
  location.hash = "";
});

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function openRequest() {
  return visit("/reset-request", [
    { path: "/reset-request", element: <ResetRequestForm /> },
    { path: "/reset-password", element: <ResetPasswordForm /> },
  ]);
}
function openReset(hash = "#token_hash=secret&type=recovery") {
  location.hash = hash;
  return visit(`/reset-password${hash}`, [
    { path: "/reset-password", element: <ResetPasswordForm /> },
    { path: "/login", element: "The login page" },
  ]);
}
function choose(password: string, confirmation = password) {
  type("New Password", password);
  type("Confirm New Password", confirmation);
  press("Update Password");
}

test("requesting a reset mail shows a success message", async () => {
  answers.set("POST /auth/v1/recover", () => Response.json({}));
  openRequest();
  type("Email", "ruth@example.org");
  press("Send Reset Link");
  const message = await screen.findByText(
    "Password reset email sent. Please check your inbox and follow the link to reset your password.",
  );
  expect(message.className).toContain("text-positive");
  expect(calls[0]).toMatchObject({ to: "POST /auth/v1/recover", body: { email: "ruth@example.org" } });
  expect(calls[0]?.query.get("redirect_to")).toBe(`${location.origin}/reset-password`);
});

test("the code of the mail works like its link", async () => {
  answers.set("POST /auth/v1/recover", () => Response.json({}));
  answers.set("POST /auth/v1/verify", () => refusal(403, "otp_expired", "Token has expired or is invalid"));
  const router = openRequest();
  expect(screen.queryByText(/Type the code/)).toBeNull();
  type("Email", "ruth@example.org");
  press("Send Reset Link");
  fireEvent.click(await screen.findByText("Type the code of the email instead"));
  type("6-digit code", "111111");
  press("Continue");
  await screen.findByText("Token has expired or is invalid");
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  type("6-digit code", "123456");
  press("Continue");
  await screen.findByText("Password reset link verified. Please enter your new password.");
  expect(router.state.location.pathname).toBe("/reset-password");
  expect(calls.at(-1)).toMatchObject({
    to: "POST /auth/v1/verify",
    body: { email: "ruth@example.org", token: "123456", type: "recovery" },
  });
});

test("an empty address shows an error at the field", async () => {
  openRequest();
  press("Send Reset Link");
  await screen.findByText("Please enter your email address");
  expect(calls).toEqual([]);
});

test("the service's error message is shown; a lost connection has our own message", async () => {
  const message = "For security purposes, you can only request this after 42 seconds.";
  answers.set("POST /auth/v1/recover", () => refusal(429, "over_email_send_rate_limit", message));
  openRequest();
  type("Email", "ruth@example.org");
  press("Send Reset Link");
  expect((await screen.findByText(message)).className).toContain("text-destructive");
  answers.set("POST /auth/v1/recover", offline);
  press("Send Reset Link");
  expect(await screen.findByText("An error occurred while sending the reset email. Please try again.")).toBeDefined();
});

test("the token is removed from the address bar, used with the new password, and the session ends", async () => {
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  answers.set("PUT /auth/v1/user", () => Response.json(testUser));
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const router = openReset();
  await screen.findByText("Password reset link verified. Please enter your new password.");
  expect(router.state.location.hash).toBe("");
  expect(calls).toMatchObject([{ to: CHECK, body: { p_token_hash: "secret" } }]);
  choose("another password");
  await screen.findByText("The login page");
  expect(calls.map(({ to }) => to)).toEqual([CHECK, "POST /auth/v1/verify", "PUT /auth/v1/user", "POST /auth/v1/logout"]);
  expect(calls[1]?.body).toMatchObject({ token_hash: "secret", type: "recovery" });
  expect(calls[2]?.body).toMatchObject({ password: "another password" });
  expect(vi.mocked(wait).mock.calls.map(([ms]) => ms)).toEqual([2_000]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
});

test.each([
  ["another password", "an other password", "Passwords do not match"],
  ["1234567", "1234567", "Password must be at least 8 characters long"],
  ["", "", "Please enter a new password"],
])("the password %j with the confirmation %j is rejected: %s", async (password, confirmation, message) => {
  openReset();
  choose(password, confirmation);
  expect(await screen.findAllByText(message)).not.toHaveLength(0);
  expect(calls.filter(({ to }) => to !== CHECK)).toEqual([]);
});

test("after the password is set, a success message is shown and the form is disabled", async () => {
  vi.mocked(wait).mockReturnValueOnce(new Promise(() => {}));
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  answers.set("PUT /auth/v1/user", () => Response.json(testUser));
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  openReset();
  choose("another password");
  expect(await screen.findByRole("button", { name: "Updating..." })).toHaveProperty("disabled", true);
  const message = await screen.findByText("Your password has been updated. You can sign in with it in a moment.");
  expect(message.className).toContain("text-positive");
  expect(screen.getByRole("button", { name: "Update Password" })).toHaveProperty("disabled", true);
});

test("after a rejected password another one can be submitted with the same link", async () => {
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  answers.set("PUT /auth/v1/user", () =>
    refusal(422, "same_password", "New password should be different from the old password."),
  );
  openReset();
  choose("the old password");
  await screen.findByText("New password should be different from the old password.");
  answers.set("PUT /auth/v1/user", () => Response.json(testUser));
  choose("another password");
  await screen.findByText("The login page");
  expect(calls.filter(({ to }) => to === "POST /auth/v1/verify")).toHaveLength(1);
});

test("a used link says so at once, without a form, and leads to a new one", async () => {
  answers.set(CHECK, () => Response.json(false));
  openReset();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("This link has expired or has already been used. Nothing has changed.");
  expect(screen.queryByLabelText("New Password")).toBeNull();
  expect(screen.queryByText(/link verified/)).toBeNull();
  expect(screen.getByRole("link", { name: "Request a new link" }).getAttribute("href")).toBe("/reset-request");
});

test("a link that expires while the password is typed shows an error and a link to request a new one", async () => {
  answers.set("POST /auth/v1/verify", () => refusal(403, "otp_expired", "Email link is invalid or has expired"));
  openReset();
  choose("another password");
  await screen.findByText("Email link is invalid or has expired");
  expect(screen.getByRole("link", { name: "Request a new link" }).getAttribute("href")).toBe("/reset-request");
});

test("a lost connection has our own message, and the link is not called verified", async () => {
  answers.set(CHECK, offline);
  answers.set("POST /auth/v1/verify", offline);
  openReset();
  choose("another password");
  expect(await screen.findByText("An error occurred during password update")).toBeDefined();
  expect(screen.queryByText(/link verified/)).toBeNull();
});

test("without a link and a session the page asks for the link, before and after a submit", async () => {
  openReset("");
  const missing = "Please open this page with the link in your reset email.";
  await screen.findByText(missing);
  choose("another password", "an other password");
  await screen.findByText("Passwords do not match");
  choose("another password");
  await expect.poll(() => screen.queryByRole("alert")?.textContent, waitOptions).toBe(missing);
  expect(screen.getByRole("link", { name: "Request a new link" }).getAttribute("href")).toBe("/reset-request");
  expect(calls).toEqual([]);
});
