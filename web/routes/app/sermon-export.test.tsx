import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, calls, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { toastStore } from "../../ui/toast-store.ts";
import Sermon from "./sermon.tsx";

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const AUDIO = `${testUser.id}/${ID}/a.mp3`;
const row = {
  id: ID,
  title: "doors",
  created_at: "2026-11-01T12:00:00Z",
  content: "# The Open Door\n\nCome in.\n\n---\n\nScripture: Matthew 11:28 (World English Bible).",
  audio_url: AUDIO,
  image_url: `${testUser.id}/${ID}/a.webp`,
};
const timings = {
  version: 1,
  seconds: 2,
  sentences: [
    { start: 0, end: 1, words: [] },
    { start: 1, end: 2, words: [] },
  ],
};

let saved: { name: string; text: Promise<string> }[] = [];
beforeEach(() => {
  storeSession();
  saved = [];
  answers.set("GET /rest/v1/sermons", () => Response.json([row]));
  answers.set("GET /rest/v1/generation_steps", () => Response.json([]));
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, () =>
    Response.json({ signedURL: `/object/sign/sermon-audio/${AUDIO}?token=t` }),
  );
  answers.set(`GET /storage/v1/object/sermon-audio/${AUDIO.replace("mp3", "json")}`, () => Response.json(timings));
  let content = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    content = blob as Blob;
    return "blob:1";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: content.text() });
  });
  return () => void vi.restoreAllMocks();
});

async function openMenu(): Promise<HTMLElement> {
  fireEvent.keyDown(await screen.findByRole("button", { name: "More formats" }), { key: "Enter" });
  return screen.findByRole("menu");
}
const choose = async (name: string): Promise<void> =>
  void fireEvent.click(within(await openMenu()).getByRole("menuitem", { name: new RegExp(`^${name}`) }));
const loadRecording = () =>
  waitFor(() => {
    const audio = document.querySelector("audio");
    if (!audio?.src) throw new Error("no address yet");
    Object.defineProperty(audio, "duration", { value: timings.seconds, configurable: true });
    fireEvent(audio, new Event("loadedmetadata"));
  }, waitOptions);
const open = () => visit(`/sermon/${ID}`, [{ path: "/sermon/:id", element: <Sermon /> }]);

test("a sermon is saved as Markdown and as captions under its title, without a request to the server", async () => {
  open();
  await loadRecording();
  await choose("Markdown");
  await expect.poll(() => saved.length, waitOptions).toBe(1);
  await choose("Captions");
  await expect.poll(() => saved.map(({ name }) => name), waitOptions).toEqual(["the-open-door.md", "the-open-door.vtt"]);
  expect(await saved[0]?.text).toContain("# The Open Door\n\nMatthew 11:28 (World English Bible)  \n2026-11-01");
  expect(await saved[1]?.text).toContain("00:00:01.000 --> 00:00:02.000\nCome in.");
  expect(calls.some(({ to }) => to === "POST /functions/v1/export-sermon")).toBe(false);
  expect(toasts()).toEqual([["Saved to your downloads"]]);
});

test("print formats are asked for on the paper of the reader's region, or on the one that they choose", async () => {
  vi.spyOn(navigator, "language", "get").mockReturnValue("en-GB");
  answers.set("POST /functions/v1/export-sermon", () => new Response("%PDF"));
  open();
  await choose("PDF, large print");
  await expect.poll(() => saved.length, waitOptions).toBe(1);
  const menu = await openMenu();
  expect(within(menu).getByRole("menuitemradio", { name: "A4" }).getAttribute("aria-checked")).toBe("true");
  fireEvent.click(within(menu).getByRole("menuitemradio", { name: "US Letter" }));
  fireEvent.click(within(menu).getByRole("menuitem", { name: /^Word/ }));
  await expect.poll(() => saved.map(({ name }) => name), waitOptions).toEqual(["the-open-door.pdf", "the-open-door.docx"]);
  const asked = calls.filter(({ to }) => to === "POST /functions/v1/export-sermon").map(({ body }) => body);
  expect(asked).toEqual([
    { sermonId: ID, format: "pdf", paper: "a4", largePrint: true },
    { sermonId: ID, format: "docx", paper: "letter", largePrint: false },
  ]);
});

test("a file that can't be made is one calm message, from which it is tried again", async () => {
  answers.set("POST /functions/v1/export-sermon", () => new Response("busy", { status: 503 }));
  open();
  await choose("PDF To print");
  await expect
    .poll(toasts, waitOptions)
    .toEqual([["The file could not be made", "Nothing is lost. Please try again in a moment."]]);
  answers.set("POST /functions/v1/export-sermon", () => new Response("%PDF"));
  toastStore.current()[0]?.action?.onClick();
  await expect.poll(() => saved.map(({ name }) => name), waitOptions).toEqual(["the-open-door.pdf"]);
});
