import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import {
  answers,
  calls,
  offline,
  waitOptions,
  refusal,
  testUser,
  SESSION_KEY,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import { saveFile } from "../../lib/save-file.ts";
import Security from "./security.tsx";
import SignedInOnly from "./signed-in.tsx";

vi.mock(import("../../lib/save-file.ts"), () => ({ saveFile: vi.fn<typeof saveFile>() }));

beforeEach(() => {
  vi.clearAllMocks();
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("POST /rest/v1/rpc/list_sessions", () => Response.json([]));
  answers.set("POST /auth/v1/logout", () => refusal(403, "user_not_found", "User from sub claim in JWT does not exist"));
});

const open = () =>
  visit("/security", [
    { element: <SignedInOnly />, children: [{ path: "/security", element: <Security /> }] },
    { path: "/login", element: "Sign in here" },
  ]);
const errorResponse = (status: number, code: string, message: string) => () => Response.json({ code, message }, { status });

async function submitDeletion(typed: string) {
  const router = open();
  fireEvent.click(await screen.findByRole("button", { name: "Delete account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  fireEvent.change(dialog.getByLabelText("Type ruth@example.org to confirm"), { target: { value: typed } });
  fireEvent.click(dialog.getByRole("button", { name: "Delete for good" }));
  return { dialog, router };
}
const deletionRequests = () => calls.filter(({ to }) => to.endsWith("/delete-account")).map(({ body }) => body);

test("a wrong confirmation address deletes nothing", async () => {
  const { dialog } = await submitDeletion("naomi@example.org");
  await dialog.findByText("This is not the email address of your account");
  expect(deletionRequests()).toEqual([]);
});

test("when the deletion has started, the session is removed and a toast says so", async () => {
  const started = "Your account is being deleted. This takes a few minutes; you have been signed out.";
  answers.set("POST /functions/v1/delete-account", () => Response.json({ started: true }));
  const { router } = await submitDeletion(" Ruth@Example.org ");
  await screen.findByText("Sign in here");
  expect(deletionRequests()).toEqual([{ confirmation: "Ruth@Example.org" }]);
  expect(localStorage.getItem(SESSION_KEY)).toBeNull();
  await expect.poll(toasts, waitOptions).toEqual([[started], ["Signed out successfully"]]);
  // The next person to sign in here should not land on this page.
  await vi.waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/login", state: null }), waitOptions);
});

test("a failed deletion shows the server's message, or ours after a lost connection, and keeps the session", async () => {
  answers.set("POST /functions/v1/delete-account", errorResponse(409, "not_now", "A payment is under way."));
  const { dialog } = await submitDeletion(testUser.email);
  await dialog.findByText("A payment is under way.");
  answers.set("POST /functions/v1/delete-account", offline);
  fireEvent.click(dialog.getByRole("button", { name: "Delete for good" }));
  await dialog.findByText("Your account could not be deleted. Please try again.");
  expect(localStorage.getItem(SESSION_KEY)).not.toBeNull();
});

test("the data is saved as a file, unchanged, under the name that the server sent", async () => {
  const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe]);
  let answer: ((response: Response) => void) | undefined;
  answers.set("POST /functions/v1/download-my-data", () => new Promise<Response>((resolve) => (answer = resolve)));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  expect(await screen.findByRole("button", { name: "Collecting your data..." })).toHaveProperty("disabled", true);
  await vi.waitFor(() => expect(answer).toBeDefined(), waitOptions);
  answer?.(
    new Response(bytes, {
      headers: { "content-type": "application/zip", "content-disposition": 'attachment; filename="lampstand-data.zip"' },
    }),
  );
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce(), waitOptions);
  const [content, name] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect(name).toBe("lampstand-data.zip");
  expect(new Uint8Array((await content?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
  expect(toasts()).toEqual([["Your data has been downloaded."]]);
});

test("a failed download shows the server's message, or ours after a lost connection", async () => {
  answers.set("POST /functions/v1/download-my-data", errorResponse(429, "too_many_requests", "Please wait a minute."));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  await expect.poll(toasts, waitOptions).toContainEqual(["Please wait a minute."]);
  answers.set("POST /functions/v1/download-my-data", offline);
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  await expect.poll(toasts, waitOptions).toContainEqual(["Your data could not be collected. Please try again."]);
  expect(saveFile).not.toHaveBeenCalled();
});

const reauthenticationNeeded = () =>
  Response.json({ code: "reauthentication_needed", message: "Please confirm" }, { status: 403 });
/** Makes an endpoint require reauthentication until the user has sent a valid password or code. */
function requireReauthentication(name: string, answer: () => Response) {
  let proven = false;
  answers.set(`POST /functions/v1/${name}`, () => (proven ? answer() : reauthenticationNeeded()));
  answers.set("PUT /auth/v1/user", ({ body }) => {
    const { current_password: password, nonce } = body as { current_password?: string; nonce?: string };
    if (password !== undefined && password !== "the present one")
      return refusal(400, "current_password_invalid", "The current password is not right");
    if (nonce !== undefined && nonce !== "123456")
      return refusal(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
    proven = true;
    return Response.json(testUser);
  });
  answers.set("GET /auth/v1/reauthenticate", () => Response.json({}));
}
const zipResponse = () => new Response("PK", { headers: { "content-type": "application/zip" } });
const reauthenticationDialog = async () => within(await screen.findByRole("dialog", { name: "Confirm it is you" }));
const reauthentications = () => calls.filter(({ to }) => to === "PUT /auth/v1/user").map(({ body }) => body);

test("when reauthentication is needed, the password is asked for and the action continues", async () => {
  requireReauthentication("download-my-data", zipResponse);
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  const dialog = await reauthenticationDialog();
  expect(document.activeElement).toBe(dialog.getByLabelText("Password"));
  fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  await dialog.findByText("Please enter your password");
  expect(reauthentications()).toEqual([]);
  const confirm = (password: string) => {
    fireEvent.change(dialog.getByLabelText("Password"), { target: { value: password } });
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  };
  confirm("a wrong one");
  await dialog.findByText("The current password is not right");
  expect(dialog.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true");
  expect(saveFile).not.toHaveBeenCalled();
  confirm("the present one");
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce(), waitOptions);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(reauthentications().at(-1)).toMatchObject({ current_password: "the present one" });
});

test("a mailed code can be used instead of the password", async () => {
  requireReauthentication("download-my-data", zipResponse);
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  const dialog = await reauthenticationDialog();
  fireEvent.click(dialog.getByRole("button", { name: "Mail me a code instead" }));
  await dialog.findByText("We have sent a code to ruth@example.org. Enter it to go on.");
  const enter = (code: string) => {
    fireEvent.change(dialog.getByLabelText("6-digit code"), { target: { value: code } });
    fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  };
  enter("000000");
  await dialog.findByText("That code is not right, or has expired.");
  enter("123 456");
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce(), waitOptions);
  expect(reauthentications().at(-1)).toMatchObject({ nonce: "123456" });
});

test("users of an OAuth provider are asked for a mailed code only", async () => {
  storeSession({ user: { ...testUser, identities: [{ id: "1", provider: "google" }] } });
  requireReauthentication("download-my-data", zipResponse);
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  const dialog = await reauthenticationDialog();
  expect(dialog.queryByLabelText("Password")).toBeNull();
  answers.set("GET /auth/v1/reauthenticate", () => refusal(429, "over_email_send_rate_limit", "email rate limit exceeded"));
  fireEvent.click(dialog.getByRole("button", { name: "Mail me a code" }));
  await dialog.findByText("email rate limit exceeded");
  answers.set("GET /auth/v1/reauthenticate", () => Response.json({}));
  fireEvent.click(dialog.getByRole("button", { name: "Mail me a code" }));
  fireEvent.change(await dialog.findByLabelText("6-digit code"), { target: { value: "123456" } });
  fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce(), waitOptions);
});

test("closing the reauthentication dialog cancels the action without an error", async () => {
  requireReauthentication("download-my-data", zipResponse);
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  fireEvent.click((await reauthenticationDialog()).getByRole("button", { name: "Cancel" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), waitOptions);
  expect(await screen.findByRole("button", { name: "Download my data" })).toHaveProperty("disabled", false);
  expect(toasts()).toEqual([]);
  expect(saveFile).not.toHaveBeenCalled();
});

test("deleting the account opens the reauthentication dialog over its own", async () => {
  requireReauthentication("delete-account", () => Response.json({ started: true }));
  await submitDeletion(testUser.email);
  const dialog = await reauthenticationDialog();
  fireEvent.change(dialog.getByLabelText("Password"), { target: { value: "the present one" } });
  fireEvent.click(dialog.getByRole("button", { name: "Confirm" }));
  await screen.findByText("Sign in here");
  expect(deletionRequests()).toEqual([{ confirmation: testUser.email }, { confirmation: testUser.email }]);
});
