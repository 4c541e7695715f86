import type { User } from "@supabase/supabase-js";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "../auth-context.tsx";
import {
  answers,
  calls,
  userWithFactor,
  factor,
  offline,
  waitOptions,
  refusal,
  testUser,
  session,
  storeSession,
  toasts,
  visit,
} from "../test-backend.tsx";
import { ChangePassword } from "./change-password.tsx";
import { useReauthentication } from "./reauthentication.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { SessionList } from "./session-list.tsx";

const currentDevice = {
  id: "a",
  created_at: "2026-11-01T08:00:00Z",
  last_used_at: "2026-11-20T08:00:00Z",
  user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  is_current: true,
};
const phone = {
  id: "b",
  created_at: "2026-11-02T08:00:00Z",
  last_used_at: "2026-11-21T08:00:00Z",
  user_agent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
  is_current: false,
};
const unknownDevice = { ...phone, id: "c", last_used_at: null, user_agent: null };
let deviceRows: object[];

beforeEach(() => {
  storeSession();
  deviceRows = [unknownDevice, phone, currentDevice];
  answers.set("POST /rest/v1/rpc/list_sessions", () => Response.json(deviceRows));
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("PUT /auth/v1/user", () => Response.json(testUser));
});

function Security() {
  const { user } = useAuth();
  return user ? <SecuritySections user={user} /> : null;
}
function SecuritySections({ user }: { user: User }) {
  const { withReauthentication, reauthenticationDialog } = useReauthentication(user);
  return (
    <>
      <ChangePassword user={user} />
      <SecondFactor withReauthentication={withReauthentication} />
      <SessionList />
      {reauthenticationDialog}
    </>
  );
}
const open = () => visit("/security", [{ path: "/security", element: <Security /> }]);
const bodiesOf = (to: string) => calls.filter((call) => call.to === to).map(({ body }) => body);
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

async function changePassword(current: string, password: string, confirmation = password) {
  await screen.findByLabelText("New Password");
  if (screen.queryByLabelText("Current Password")) type("Current Password", current);
  type("New Password", password);
  type("Confirm New Password", confirmation);
  press("Change Password");
}

test("changing the password sends the current one and reloads the list of devices", async () => {
  open();
  await screen.findByText("This device");
  deviceRows = [currentDevice];
  await changePassword("the old password", "the new password");
  await screen.findByText("Your password has been changed. You stay signed in here; every other device has been signed out.");
  expect(bodiesOf("PUT /auth/v1/user")).toMatchObject([{ password: "the new password", current_password: "the old password" }]);
  expect(screen.getByLabelText("New Password")).toHaveProperty("value", "");
  await vi.waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull(), waitOptions);
});

test.each([
  ["", "the new password", "the new password", "Please enter your current password"],
  ["old", "the new password", "another password", "Passwords do not match"],
  ["old", "1234567", "1234567", "Password must be at least 8 characters long"],
])(
  "current password %j, new %j and confirmation %j are rejected without a request: %s",
  async (current, password, confirmation, message) => {
    open();
    await changePassword(current, password, confirmation);
    await screen.findByText(message);
    expect(bodiesOf("PUT /auth/v1/user")).toEqual([]);
  },
);

test.each([
  [400, "current_password_invalid", "The current password is not right", "Current Password"],
  [422, "same_password", "New password should be different from the old password.", "New Password"],
])("the error %d %s is shown at its field", async (status, code, message, label) => {
  answers.set("PUT /auth/v1/user", () => refusal(status, code, message));
  open();
  await changePassword("old", "the new password");
  await screen.findByText(message);
  expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
});

test("when the service requires reauthentication, a mailed code is sent with the new password", async () => {
  answers.set("PUT /auth/v1/user", () => refusal(400, "reauthentication_needed", "Password update requires reauthentication"));
  answers.set("GET /auth/v1/reauthenticate", () => Response.json({}));
  open();
  await changePassword("old", "the new password");
  await screen.findByText("To be sure that it is you, we have sent a code to your email address. Enter it to finish.");
  answers.set("PUT /auth/v1/user", () => Response.json(testUser));
  type("6-digit code", "123456");
  press("Change Password");
  await screen.findByText(/Your password has been changed/);
  expect(bodiesOf("PUT /auth/v1/user").at(-1)).toMatchObject({ password: "the new password", nonce: "123456" });
});

test("a lost connection has our own message", async () => {
  answers.set("PUT /auth/v1/user", offline);
  open();
  await changePassword("old", "the new password");
  expect(await screen.findByText("Your password could not be changed. Please try again.")).toBeDefined();
});

test("users of an OAuth provider are not asked for a current password", async () => {
  storeSession({ user: { ...testUser, identities: [{ id: "1", provider: "google" }] } });
  open();
  await changePassword("", "the new password");
  await screen.findByText(/Your password has been changed/);
  expect(bodiesOf("PUT /auth/v1/user")).toEqual([
    expect.not.objectContaining({ current_password: expect.anything() as unknown }),
  ]);
});

test("devices are deviceRows, this one first, then by last use; one can be signed out", async () => {
  answers.set("POST /rest/v1/rpc/end_session", () => new Response(null, { status: 204 }));
  open();
  await screen.findByText("This device");
  const devices = () => screen.getAllByText(/^Last used/).map((line) => line.closest("li")?.querySelector("p")?.textContent);
  expect(devices()).toEqual(["Firefox on LinuxThis device", "Safari on iPhone", "Unknown device"]);
  expect(screen.queryByRole("button", { name: "Sign out Firefox on Linux" })).toBeNull();
  deviceRows = [currentDevice, unknownDevice];
  press("Sign out Safari on iPhone");
  await vi.waitFor(() => expect(devices()).toHaveLength(2), waitOptions);
  expect(bodiesOf("POST /rest/v1/rpc/end_session")).toEqual([{ p_session: "b" }]);
  expect(toasts()).toEqual([["That device has been signed out."]]);
});

test("all other devices can be signed out at once; a failure is shown", async () => {
  answers.set("POST /auth/v1/logout", () => refusal(500, "unexpected_failure", "down"));
  open();
  await screen.findByText("This device");
  press("Sign out all other devices");
  await expect.poll(toasts, waitOptions).toContainEqual(["The other devices could not be signed out. Please try again."]);
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  deviceRows = [currentDevice];
  press("Sign out all other devices");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Sign out all other devices" })).toBeNull(), waitOptions);
  expect(calls.findLast(({ to }) => to === "POST /auth/v1/logout")?.query.get("scope")).toBe("others");
  expect(screen.getByText("This device")).toBeDefined();
});

test("an authenticator app is set up by QR code or key and is active after the first valid code", async () => {
  const unfinished = { ...factor, id: "left", status: "unverified" };
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#000"/></svg>';
  answers.set("GET /auth/v1/user", () => Response.json({ ...testUser, factors: [unfinished] }));
  answers.set("DELETE /auth/v1/factors/left", () => Response.json({ id: "left" }));
  answers.set("POST /auth/v1/factors", () =>
    Response.json({ id: factor.id, type: "totp", totp: { qr_code: svg, secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x" } }),
  );
  answers.set(`POST /auth/v1/factors/${factor.id}/challenge`, () =>
    Response.json({ id: "challenge", type: "totp", expires_at: 1 }),
  );
  answers.set(`POST /auth/v1/factors/${factor.id}/verify`, () =>
    refusal(422, "mfa_verification_failed", "Invalid TOTP code entered"),
  );
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Set up an authenticator app" }));
  const picture = await screen.findByAltText("QR code for your authenticator app");
  expect(picture.getAttribute("src")).toBe(`data:image/svg+xml,${encodeURIComponent(svg)}`);
  expect(screen.getByText("JBSWY3DPEHPK3PXP")).toBeDefined();
  expect(bodiesOf("DELETE /auth/v1/factors/left")).toHaveLength(1);
  expect(bodiesOf("POST /auth/v1/factors")).toMatchObject([
    { factor_type: "totp", friendly_name: "Authenticator app 1", issuer: "Lampstand" },
  ]);

  const setup = within(screen.getByRole("region", { name: "Set up an authenticator app" }));
  const enter = (code: string) => {
    fireEvent.change(setup.getByLabelText("6-digit code"), { target: { value: code } });
    fireEvent.click(setup.getByRole("button", { name: "Turn on" }));
  };
  enter("111111");
  await setup.findByText(/That code is not right/);
  answers.set(`POST /auth/v1/factors/${factor.id}/verify`, () => Response.json(session({ user: userWithFactor, aal: "aal2" })));
  answers.set("GET /auth/v1/user", () => Response.json(userWithFactor));
  enter("123456");
  await screen.findByText("Authenticator app 1");
  expect(toasts()).toEqual([
    ["Your authenticator app is set up. From now on, signing in asks for its code. Your other devices have been signed out."],
  ]);
  expect(screen.getByRole("button", { name: "Add another authenticator app" })).toBeDefined();
});

test("removing the only app shows a warning and refreshes the session", async () => {
  storeSession({ user: userWithFactor, aal: "aal2" });
  answers.set("GET /auth/v1/user", () => Response.json(userWithFactor));
  answers.set(`DELETE /auth/v1/factors/${factor.id}`, () => Response.json({ id: factor.id }));
  answers.set("POST /auth/v1/token", () => Response.json(session()));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Remove Authenticator app 1" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/Your password alone will then be enough/)).toBeDefined();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
  await screen.findByRole("button", { name: "Set up an authenticator app" });
  expect(calls.some(({ to, query }) => to === "POST /auth/v1/token" && query.get("grant_type") === "refresh_token")).toBe(true);
  expect(toasts()).toEqual([["The authenticator app has been removed."]]);
});

test("adding and removing an app ask to reauthenticate after a while, then continue", async () => {
  storeSession({ user: userWithFactor, aal: "aal2" });
  answers.set("GET /auth/v1/user", () => Response.json(userWithFactor));
  let proven = false;
  const needed = (what: string) => refusal(400, "reauthentication_needed", `${what} requires reauthentication`);
  answers.set("PUT /auth/v1/user", () => {
    proven = true;
    return Response.json(userWithFactor);
  });
  answers.set("POST /auth/v1/factors", () =>
    proven
      ? Response.json({
          id: "new",
          type: "totp",
          totp: { qr_code: "<svg/>", secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x" },
        })
      : needed("Factor enrollment"),
  );
  answers.set(`DELETE /auth/v1/factors/${factor.id}`, () =>
    proven ? Response.json({ id: factor.id }) : needed("Factor removal"),
  );
  answers.set("POST /auth/v1/token", () => Response.json(session()));
  open();
  const confirm = async () => {
    const dialog = within(await screen.findByRole("dialog", { name: "Confirm it is you" }));
    fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "the present one" } });
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  };
  fireEvent.click(await screen.findByRole("button", { name: "Add another authenticator app" }));
  await confirm();
  await screen.findByAltText("QR code for your authenticator app");
  press("Cancel");

  proven = false;
  fireEvent.click(screen.getByRole("button", { name: "Remove Authenticator app 1" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await confirm();
  await expect.poll(toasts, waitOptions).toEqual([["The authenticator app has been removed."]]);
});
