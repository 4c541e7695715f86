import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  answers,
  calls,
  waitOptions,
  refusal,
  testUser,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import EditProfile from "./edit-profile.tsx";

const NEW_FILE = `${testUser.id}-42.png`;
const publicAddress = (name: string) => `${location.origin}/storage/v1/object/public/avatars/${name}`;
const noContent = () => new Response(null, { status: 204 });
const forbidden = () => Response.json({ code: "42501", message: "no" }, { status: 403 });

let stored: { full_name: string | null; avatar_url: string | null };
beforeEach(() => {
  storeSession();
  stored = { full_name: "Ruth of Moab", avatar_url: `https://old.example/storage/v1/object/public/avatars/${testUser.id}-7.jpg` };
  answers.set("GET /rest/v1/profiles", () => Response.json([stored]));
  answers.set("PATCH /rest/v1/profiles", noContent);
  answers.set("PUT /auth/v1/user", () => Response.json(testUser));
  answers.set(`POST /storage/v1/object/avatars/${NEW_FILE}`, () => Response.json({ Id: "1", Key: `avatars/${NEW_FILE}` }));
  answers.set("DELETE /storage/v1/object/avatars", () => Response.json([]));
  vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
    if (array instanceof Uint32Array) array[0] = 42;
    return array;
  });
});
afterEach(() => void vi.restoreAllMocks());

async function open() {
  const router = visit("/edit-profile", [
    { path: "/edit-profile", element: <EditProfile /> },
    { path: "/profile", element: "The profile" },
  ]);
  await screen.findByLabelText("Full Name");
  return router;
}
const name = () => screen.getByLabelText<HTMLInputElement>("Full Name");
const type = (text: string) => fireEvent.change(name(), { target: { value: text } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
/** Requests other than GET, in order. */
const changes = () => calls.filter(({ to }) => !to.startsWith("GET")).map(({ to, body }) => [to, body]);
const pictureFile = (mime = "image/png", bytes = 3) => new File([new Uint8Array(bytes)], "Me.PNG", { type: mime });
const choose = (file: File) => {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no way to choose a file");
  fireEvent.change(input, { target: { files: [file] } });
};
const shown = () => document.querySelector("img")?.getAttribute("src");

test("name, picture and the read-only email address are shown", async () => {
  await open();
  expect(name().value).toBe("Ruth of Moab");
  const email = screen.getByLabelText<HTMLInputElement>("Email");
  expect([email.value, email.readOnly]).toEqual([testUser.email, true]);
  expect(screen.getByText("Email cannot be changed")).toBeDefined();
  expect(screen.getByRole("link", { name: "Back to Profile" }).getAttribute("href")).toBe("/profile");
  expect(document.querySelector("input[type=file]")?.getAttribute("accept")).toBe("image/*");
  // The stored address names an old host; the file is loaded from this one.
  expect(shown()).toBe(publicAddress(`${testUser.id}-7.jpg`));
});

test("a new name is stored in the profile and the account, then the profile opens", async () => {
  const router = await open();
  type("  Ruth  ");
  save();
  await screen.findByText("The profile");
  expect(router.state.location.pathname).toBe("/profile");
  expect(toasts()).toEqual([["Profile updated successfully"]]);
  expect(changes()).toEqual([
    ["PATCH /rest/v1/profiles", { full_name: "Ruth", updated_at: expect.stringMatching(/^\d{4}-.+Z$/) as string }],
    ["PUT /auth/v1/user", expect.objectContaining({ data: { full_name: "Ruth" } }) as object],
  ]);
  expect(calls.find(({ to }) => to.startsWith("PATCH"))?.query.get("id")).toBe(`eq.${testUser.id}`);
});

test.each([
  [" R ", "R"],
  ["", ""],
])("a short or empty name ('%s') is stored", async (typed, full_name) => {
  await open();
  type(typed);
  save();
  await screen.findByText("The profile");
  expect(changes()[0]).toEqual(["PATCH /rest/v1/profiles", { full_name, updated_at: expect.any(String) as string }]);
});

test.each([
  ["profile", "PATCH /rest/v1/profiles", forbidden],
  ["account", "PUT /auth/v1/user", () => refusal(422, "validation_failed", "no")],
])("if the %s can't be updated, an error is shown and the input stays", async (_what, call, answer) => {
  answers.set(call, answer);
  await open();
  type("Naomi");
  save();
  await expect.poll(toasts, waitOptions).toEqual([["Failed to update profile"]]);
  expect(name().value).toBe("Naomi");
});

test("a save that fails once the form has been left is told all the same", async () => {
  const answer = Promise.withResolvers<Response>();
  answers.set("PATCH /rest/v1/profiles", () => answer.promise);
  await open();
  type("Naomi");
  save();
  await screen.findByRole("button", { name: "Saving..." });
  fireEvent.click(screen.getByRole("link", { name: "Back to Profile" }));
  await screen.findByText("The profile");
  answer.resolve(forbidden());
  await expect.poll(toasts, waitOptions).toEqual([["Failed to update profile"]]);
});

test("a new picture is uploaded, then set in the profile, then the former one is removed", async () => {
  const upload = Promise.withResolvers<Response>();
  answers.set(`POST /storage/v1/object/avatars/${NEW_FILE}`, () => upload.promise);
  await open();
  choose(pictureFile());
  await screen.findByText("Uploading...");
  expect(shown()).toMatch(/^blob:/);
  upload.resolve(Response.json({ Id: "1", Key: `avatars/${NEW_FILE}` }));
  await expect.poll(toasts, waitOptions).toEqual([["Profile picture updated successfully"]]);
  const avatar_url = publicAddress(NEW_FILE);
  expect(changes()).toEqual([
    [`POST /storage/v1/object/avatars/${NEW_FILE}`, undefined],
    ["PATCH /rest/v1/profiles", { avatar_url, updated_at: expect.any(String) as string }],
    ["PUT /auth/v1/user", expect.objectContaining({ data: { avatar_url } }) as object],
    ["DELETE /storage/v1/object/avatars", { prefixes: [`${testUser.id}-7.jpg`] }],
  ]);
  expect(shown()).toBe(avatar_url);
});

test("if the profile can't be updated, the new picture is removed and the former one stays", async () => {
  answers.set("PATCH /rest/v1/profiles", forbidden);
  await open();
  choose(pictureFile());
  await expect.poll(toasts, waitOptions).toEqual([["Failed to upload profile picture"]]);
  expect(changes().at(-1)).toEqual(["DELETE /storage/v1/object/avatars", { prefixes: [NEW_FILE] }]);
  expect(shown()).toBe(publicAddress(`${testUser.id}-7.jpg`));
});

test("an image that storage can't decode shows the supported formats", async () => {
  answers.set(`POST /storage/v1/object/avatars/${NEW_FILE}`, () =>
    Response.json({ statusCode: "415", error: "invalid_mime_type", message: "mime type is not supported" }, { status: 400 }),
  );
  await open();
  choose(pictureFile());
  await expect
    .poll(toasts, waitOptions)
    .toEqual([["Failed to upload profile picture", "A JPEG, PNG, GIF, WebP or AVIF file can be used."]]);
  expect(changes()).toHaveLength(1);
});

test("files that are not images, or too large to scale down, are not uploaded", async () => {
  await open();
  choose(pictureFile("text/plain"));
  await expect.poll(toasts, waitOptions).toEqual([["Please upload an image file"]]);
  choose(pictureFile("image/png", 5 * 1024 * 1024 + 1));
  await expect.poll(() => toasts().length, waitOptions).toBe(2);
  expect(toasts()[1]).toEqual(["Please choose a picture of at most 5 MB"]);
  expect(changes()).toEqual([]);
});

test("a first picture is added without removing another", async () => {
  stored.avatar_url = null;
  await open();
  expect(screen.getByRole("button", { name: "Add a picture" })).toBeDefined();
  expect(shown()).toBeUndefined();
  choose(pictureFile());
  await waitFor(() => expect(toasts()).toEqual([["Profile picture updated successfully"]]), waitOptions);
  expect(changes().some(([to]) => String(to).startsWith("DELETE"))).toBe(false);
});

test("phones offer the camera", async () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Linux; Android 16; Pixel) Mobile");
  vi.spyOn(navigator, "maxTouchPoints", "get").mockReturnValue(5);
  await open();
  expect(screen.getByRole("button", { name: "Take a picture" })).toBeDefined();
  expect([...document.querySelectorAll("input[type=file]")].map((input) => input.getAttribute("capture"))).toEqual([
    null,
    "user",
  ]);
});

test("a profile that can't be loaded shows a retry button", async () => {
  answers.set("GET /rest/v1/profiles", forbidden);
  visit("/edit-profile", [{ path: "/edit-profile", element: <EditProfile /> }]);
  const again = await screen.findByRole("button", { name: "Try Again" });
  answers.set("GET /rest/v1/profiles", () => Response.json([stored]));
  fireEvent.click(again);
  expect(await screen.findByLabelText("Full Name")).toBeDefined();
});
