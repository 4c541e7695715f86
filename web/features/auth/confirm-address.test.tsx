import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfirmAddress } from "./confirm-address.tsx";
import { ResetPasswordForm } from "./reset-password-form.tsx";
import { answers, calls, offline, refusal, session, storeSession, visit } from "./test-backend.tsx";

const LINK = "#token_hash=secret&type=signup&next=%2Fmy-sermons%3Fx%3D1";

beforeEach(() => {
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
});
afterEach(() => {
  location.hash = "";
});

function open(hash: string) {
  location.hash = hash;
  return visit(`/auth/confirm${hash}`, [
    { path: "/auth/confirm", element: <ConfirmAddress /> },
    { path: "/my-sermons", element: "My sermons" },
    { path: "/dashboard", element: "The dashboard" },
    { path: "/reset-password", element: "Choose a password" },
  ]);
}
const press = async () => fireEvent.click(await screen.findByRole("button", { name: "Confirm my address" }));

test("opening the link sends nothing; the button verifies the token and opens the next page", async () => {
  const router = open(LINK);
  await screen.findByRole("button", { name: "Confirm my address" });
  expect(router.state.location.hash).toBe("");
  expect(calls).toEqual([]);
  await press();
  await screen.findByText("My sermons");
  expect(calls.map(({ to, body }) => [to, body])).toEqual([
    ["POST /auth/v1/verify", { token_hash: "secret", type: "signup", gotrue_meta_security: {} }],
  ]);
  expect(router.state.location.search).toBe("?x=1");
});

test("a next address on another site is ignored", async () => {
  open("#token_hash=secret&type=signup&next=https%3A%2F%2Fevil.example");
  await press();
  expect(await screen.findByText("The dashboard")).toBeDefined();
});

test("an expired or used link shows an error and offers a new mail", async () => {
  answers.set("POST /auth/v1/verify", () => refusal(403, "otp_expired", "Email link is invalid or has expired"));
  answers.set("POST /auth/v1/resend", () => Response.json({}));
  open(LINK);
  await press();
  await screen.findByText("This link has expired or has already been used.");
  fireEvent.click(screen.getByRole("button", { name: "Send a new email" }));
  await screen.findByText("Please enter your email address");
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "ruth@example.org" } });
  fireEvent.click(screen.getByRole("button", { name: "Send a new email" }));
  await screen.findByText("A new email is on its way. Only its link works from now on.");
  expect(calls.at(-1)).toMatchObject({ to: "POST /auth/v1/resend", body: { type: "signup", email: "ruth@example.org" } });

  answers.set("POST /auth/v1/resend", () =>
    refusal(429, "over_email_send_rate_limit", "For security purposes, you can only request this after 42 seconds."),
  );
  fireEvent.click(screen.getByRole("button", { name: "Send a new email" }));
  expect(await screen.findByText("For security purposes, you can only request this after 42 seconds.")).toBeDefined();
});

test("after a lost connection the button can be pressed again", async () => {
  answers.set("POST /auth/v1/verify", offline);
  open(LINK);
  await press();
  await screen.findByText("Your address could not be confirmed. Please try again.");
  answers.set("POST /auth/v1/verify", () => Response.json(session()));
  await press();
  expect(await screen.findByText("My sermons")).toBeDefined();
});

test.each(["", "#token_hash=secret", "#type=signup", "#token_hash=secret&type=recovery"])(
  "the hash %j is reported as an incomplete link",
  async (hash) => {
    open(hash);
    expect(await screen.findByText("This link is incomplete. Please open it from the email again.")).toBeDefined();
  },
);

test("the first link of an address change asks to open the second one", async () => {
  answers.set("POST /auth/v1/verify", () =>
    Response.json({ msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email", code: "200" }),
  );
  open("#token_hash=secret&type=email_change");
  await press();
  const message = "This address is confirmed. To finish the change, also open the link that we sent to your other address.";
  expect(await screen.findByText(message)).toBeDefined();
});

test("an invited user chooses a password next", async () => {
  open("#token_hash=secret&type=invite&next=%2Fdashboard");
  await press();
  expect(await screen.findByText("Choose a password")).toBeDefined();
});

test("if several sign-ups used the address, the user chooses a password next and is told why", async () => {
  answers.set("POST /auth/v1/verify", () => Response.json({ ...session(), password_needed: true }));
  location.hash = LINK;
  visit(`/auth/confirm${LINK}`, [
    { path: "/auth/confirm", element: <ConfirmAddress /> },
    { path: "/reset-password", element: <ResetPasswordForm /> },
  ]);
  await press();
  expect(await screen.findByText(/^Your address is confirmed\. More than one sign-up used it/)).toBeDefined();
  expect(screen.getByLabelText("New Password")).toBeDefined();
});

test("a signed-in user gets a link to continue", async () => {
  storeSession();
  open("");
  fireEvent.click(await screen.findByRole("link", { name: "Continue" }));
  expect(await screen.findByText("The dashboard")).toBeDefined();
});
