import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { spokenSentences, readSermon } from "../../../shared/sermon-text.ts";
import {
  answers,
  calls,
  offline,
  waitOptions,
  testUser,
  storeSession,
  toasts,
  visit,
} from "../../features/auth/test-backend.tsx";
import type { wait } from "../../lib/wait.ts";
import Sermon from "./sermon.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const CONTENT = [
  "# The Open Door",
  "*You may come as you are.*",
  "## First",
  'Come in. Sit down. <img src=x onerror="alert(1)">',
  "> Come to me.\n>\n> — Matthew 11:28",
  "- Write it down.",
  "---",
  "Scripture: Matthew 11:28 (World English Bible).",
].join("\n\n");
const AUDIO = `${testUser.id}/${ID}/a.mp3`;
const state = { content: CONTENT, audio_url: AUDIO, image_url: `${testUser.id}/${ID}/a.webp` };
/** What the library adds; after a generation the page asks for it. */
const origin = { title: "doors", created_at: "2026-11-01T12:00:00Z" };
const row = { id: ID, ...origin, ...state };
const SENTENCES = spokenSentences(readSermon(CONTENT));
// A sentence starts every ten seconds, a word every second.
const timings = {
  version: 1,
  seconds: SENTENCES.length * 10,
  sentences: SENTENCES.map(({ words }, i) => ({
    start: i * 10,
    end: i * 10 + 9,
    words: words.map((_word, w) => [i * 10 + w, i * 10 + w + 1]),
  })),
};

let signed = 0;
beforeEach(() => {
  storeSession();
  signed = 0;
  answers.set("GET /rest/v1/sermons", () => Response.json([row]));
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, () =>
    Response.json({ signedURL: `/object/sign/sermon-audio/${AUDIO}?token=t${++signed}` }),
  );
  answers.set(`GET /storage/v1/object/sermon-audio/${AUDIO.replace("mp3", "json")}`, () => Response.json(timings));
});

const pages = [
  { path: "/sermon/:id", element: <Sermon /> },
  { path: "/sermon-playback", element: <Sermon /> },
  { path: "/dashboard", element: "The dashboard" },
  { path: "/my-sermons", element: "The library" },
];
const open = (pathname = `/sermon/${ID}`, navigationState: unknown = state) => visit({ pathname, state: navigationState }, pages);

const openFromLibrary = async (navigationState: object) => {
  const router = visit("/my-sermons", pages);
  await screen.findByText("The library");
  await act(() => router.navigate(`/sermon/${ID}`, { state: navigationState }));
  return router;
};

/** The page's audio element, once it has a source. The test sets its duration and fires its events instead of the browser. */
async function loaded(): Promise<HTMLAudioElement> {
  const audio = await waitFor(() => {
    const found = document.querySelector("audio");
    if (!found?.src) throw new Error("no address yet");
    return found;
  }, waitOptions);
  Object.defineProperty(audio, "duration", { value: timings.seconds, configurable: true });
  fireEvent(audio, new Event("loadedmetadata"));
  return audio;
}
const highlighted = () => document.querySelector("[data-lit]")?.textContent;

test("a sermon passed in the navigation state is shown without a request", async () => {
  open(undefined, { ...state, ...origin });
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
  const text = screen.getByRole("region", { name: "Sermon text" });
  expect(within(text).getByRole("heading", { name: "First" })).toBeDefined();
  expect(text.querySelector("blockquote")?.textContent).toBe("Come to me.— Matthew 11:28");
  expect(within(text).getByRole("listitem").textContent).toBe("Write it down.");
  expect(text.querySelector("footer")?.textContent).toContain("World English Bible");
  // HTML in the text is not rendered.
  expect(text.querySelector("img")).toBeNull();
  expect(calls.some(({ to }) => to === "GET /rest/v1/sermons")).toBe(false);
  expect(screen.getByRole("link", { name: "Back to Sermons" }).getAttribute("href")).toBe("/my-sermons");
});

test("the page shows what the person asked for, in its own direction, and when", async () => {
  const topic = "خسرت عملي";
  answers.set("GET /rest/v1/sermons", () => Response.json([{ ...row, title: topic }]));
  open();
  expect((await screen.findByText(topic)).dir).toBe("auto");
  expect(screen.getByText("Nov 1, 2026").tagName).toBe("TIME");
});

test("a long topic is cut, and shown whole on request", async () => {
  vi.spyOn(HTMLElement.prototype, "scrollHeight", "get").mockReturnValue(90);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(50);
  open(undefined, { ...state, ...origin });
  const topic = await screen.findByText("doors");
  expect(topic.classList.contains("line-clamp-2")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Show all" }));
  expect(topic.classList.contains("line-clamp-2")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Show less" }));
  expect(topic.classList.contains("line-clamp-2")).toBe(true);
  vi.restoreAllMocks();
});

test("what can be done with a sermon stands under its title, before the text", async () => {
  open();
  const header = (await screen.findByRole("heading", { level: 1 })).closest("header") ?? document.body;
  const actions = within(header);
  for (const name of ["Download", "Save as text", "Post", "Share", "Email", "Delete"])
    expect(actions.getByRole("button", { name })).toBeDefined();
});

test("Back to Sermons returns to the library's place in the history if the sermon was opened there", async () => {
  const router = await openFromLibrary({ ...state, fromLibrary: true });
  const { key } = router.state.location;
  fireEvent.click(await screen.findByRole("link", { name: "Back to Sermons" }));
  await screen.findByText("The library");
  await act(() => router.navigate(1));
  expect(router.state.location.key).toBe(key);
});

test("without navigation state the sermon is loaded by its id", async () => {
  open(`/sermon/${ID}`, null);
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
  expect(calls.find(({ to }) => to === "GET /rest/v1/sermons")?.query.get("id")).toBe(`eq.${ID}`);
});

test.each([
  ["/sermon/new", () => Response.json([])],
  ["/sermon-playback", () => Response.json([])],
  [`/sermon/${ID}`, () => Response.json([])],
  ["/sermon/nothing", () => Response.json({ code: "22P02", message: "invalid input syntax for type uuid" }, { status: 400 })],
])("%s without content redirects to the dashboard", async (path, answer) => {
  answers.set("GET /rest/v1/sermons", answer);
  open(path, null);
  await screen.findByText("The dashboard");
  expect(toasts()).toEqual([["Missing Content", "Cannot display sermon: content is missing."]]);
});

test("a sermon that can't be loaded shows an error with a retry button", async () => {
  answers.set("GET /rest/v1/sermons", () => Response.json({ code: "XX000", message: "no" }, { status: 400 }));
  open(`/sermon/${ID}`, null);
  await screen.findByRole("heading", { name: "Failed to load sermon content" });
  expect(toasts()).toEqual([["Error", "Failed to load sermon content"]]);
  answers.set("GET /rest/v1/sermons", () => Response.json([row]));
  fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
});

test("the recording plays from our own origin, and the spoken words are highlighted", async () => {
  open();
  await screen.findByText("Loading the recording...");
  const audio = await loaded();
  expect(new URL(audio.src).pathname).toBe("/audio-cors-proxy");
  expect(Object.fromEntries(new URL(audio.src).searchParams)).toEqual({ path: AUDIO, bucket: "sermon-audio", token: "t1" });
  const play = vi.spyOn(audio, "play").mockResolvedValue();
  fireEvent.click(screen.getByRole("button", { name: "Play" }));
  expect(play).toHaveBeenCalledOnce();
  expect(highlighted()).toBeUndefined();
  const third = SENTENCES[2];
  await waitFor(() => {
    audio.currentTime = 21.5;
    fireEvent(audio, new Event("seeked"));
    expect(highlighted()).toBe(third?.words.map(({ text }) => text).join(" "));
  }, waitOptions);
  expect(document.querySelector("[data-lit] .bg-lamp-firm")?.textContent).toBe(third?.words[1]?.text);
  expect(screen.getByRole<HTMLInputElement>("slider").value).toBe("21");
});

test("Play in the library starts the recording as soon as it is loaded, once", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const router = await openFromLibrary({ ...state, play: true });
  await loaded();
  expect(play).toHaveBeenCalledOnce();
  await act(() => router.navigate(-1));
  await act(() => router.navigate(1));
  await loaded();
  expect(play).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test("opened by its title, or with the page reloaded, a sermon waits for Play", async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  await openFromLibrary(state);
  await loaded();
  cleanup();
  open(undefined, { ...state, play: true });
  await loaded();
  expect(play).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test("a browser that refuses to start leaves the player ready, without a message", async () => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new DOMException("no gesture", "NotAllowedError"));
  await openFromLibrary({ ...state, play: true });
  await loaded();
  await screen.findByRole("button", { name: "Play" });
  expect(toasts()).toEqual([]);
  vi.restoreAllMocks();
});

test("a click on a sentence seeks to it", async () => {
  open();
  const audio = await loaded();
  await waitFor(() => {
    fireEvent.click(screen.getByText("Sit down."));
    expect(audio.currentTime).toBe(30);
  }, waitOptions);
});

test("timings that do not match the text highlight nothing", async () => {
  answers.set(`GET /storage/v1/object/sermon-audio/${AUDIO.replace("mp3", "json")}`, () =>
    Response.json({ ...timings, sentences: timings.sentences.slice(1) }),
  );
  open();
  const audio = await loaded();
  await waitFor(() => expect(calls.some(({ to }) => to.endsWith(".json"))).toBe(true), waitOptions);
  audio.currentTime = 21;
  fireEvent(audio, new Event("seeked"));
  expect(highlighted()).toBeUndefined();
});

test("position and speed can be set", async () => {
  open();
  const audio = await loaded();
  fireEvent.change(await screen.findByRole("slider"), { target: { value: "12" } });
  expect(audio.currentTime).toBe(12);
  fireEvent(audio, new Event("seeked"));
  fireEvent.click(screen.getByRole("button", { name: "Forward 15 seconds" }));
  expect(audio.currentTime).toBe(27);
  fireEvent.click(screen.getByRole("button", { name: "Speed 1, change to 1.25" }));
  expect(audio.playbackRate).toBe(1.25);
});

test("an expired address is renewed, and playback resumes at the same position; what breaks off four times more is unavailable", async () => {
  open();
  const audio = await loaded();
  audio.currentTime = 33;
  fireEvent(audio, new Event("error"));
  await waitFor(() => expect(audio.src).toContain("token=t2"), waitOptions);
  audio.currentTime = 0;
  fireEvent(audio, new Event("loadedmetadata"));
  expect(audio.currentTime).toBe(33);
  expect(toasts()).toEqual([]);
  for (let failed = 0; failed < 4; failed++) fireEvent(audio, new Event("error"));
  await expect.poll(() => toasts().map(([title]) => title), waitOptions).toEqual(["Audio Unavailable"]);
});

test("a lost connection while the recording is looked for is told to nobody, and a later one passes", async () => {
  const sign = `POST /storage/v1/object/sign/sermon-audio/${AUDIO}`;
  const there = answers.get(sign);
  let asked = 0;
  answers.set(sign, (call) => (++asked < 3 || !there ? offline() : there(call)));
  open();
  await loaded();
  expect(toasts()).toEqual([]);
  cleanup();
  answers.set(sign, offline);
  open();
  await expect.poll(() => toasts().map(([title]) => title), waitOptions).toEqual(["Audio Unavailable"]);
  if (there) answers.set(sign, there);
  window.dispatchEvent(new Event("online"));
  await loaded();
  await screen.findByRole("button", { name: "Play" });
});

test.each([
  ["missing in storage", state, () => Response.json({ statusCode: "404", error: "not_found", message: "no" }, { status: 400 })],
  ["none was made", { ...state, audio_url: null }, offline],
])("without a recording (%s) the text is still shown", async (_why, navigationState, answer) => {
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, answer);
  answers.set("GET /rest/v1/sermons", () => Response.json([{ ...row, audio_url: null }]));
  open(`/sermon/${ID}`, navigationState);
  const message = "The audio file is currently unavailable. You can still read the sermon content.";
  await screen.findByText(message);
  expect(toasts()).toEqual([["Audio Unavailable", message]]);
  expect(screen.getByText("Come in.")).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Download" }).disabled).toBe(true);
});

const picture = () =>
  waitFor(() => {
    const found = document.querySelector("article img");
    if (!found) throw new Error("no picture yet");
    return found;
  }, waitOptions);

test("a picture that can't be loaded is fetched twice more, then replaced by a placeholder", async () => {
  open();
  await screen.findByRole("heading", { level: 1 });
  for (let fetched = 0; fetched < 3; fetched++) {
    const image = await picture();
    expect(image.getAttribute("src")).toContain(`/storage/v1/object/public/sermon-images/${state.image_url}`);
    expect(toasts()).toEqual([]);
    fireEvent.error(image);
  }
  expect((await picture()).getAttribute("src")).toMatch(/^\/stock\/[1-8]\.webp$/);
  expect(toasts()).toEqual([["Image Load Error", "Could not load image. Using placeholder instead."]]);
  // The stock picture fails too, then the placeholder.
  for (let failures = 1; failures <= 2; failures++) fireEvent.error(await picture());
  expect(document.querySelector("article img")).toBeNull();
  expect(toasts()).toHaveLength(1);
});

test("recording and text are downloaded under the sermon's title", async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  answers.set("GET /audio-cors-proxy", () => new Response("mp3"));
  open();
  await loaded();
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
  await expect.poll(toasts, waitOptions).toEqual([["Sermon downloaded successfully"]]);
  fireEvent.click(screen.getByRole("button", { name: "Save as text" }));
  expect(names).toEqual(["the-open-door.mp3", "the-open-door.txt"]);
  answers.set("GET /audio-cors-proxy", () => new Response("gone", { status: 404 }));
  fireEvent.click(screen.getByRole("button", { name: "Download" }));
  await expect.poll(toasts, waitOptions).toContainEqual(["Failed to download sermon"]);
  vi.restoreAllMocks();
});

test("a recording is asked for once while it is being downloaded, and a failure is told once", async () => {
  const answer = Promise.withResolvers<Response>();
  answers.set("GET /audio-cors-proxy", () => answer.promise);
  open();
  await loaded();
  const button = screen.getByRole("button", { name: "Download" });
  fireEvent.click(button);
  fireEvent.click(button);
  await expect.poll(() => button.getAttribute("aria-busy"), waitOptions).toBe("true");
  answer.reject(new TypeError("Failed to fetch"));
  await expect.poll(toasts, waitOptions).toEqual([["Failed to download sermon"]]);
  expect(calls.filter(({ to }) => to === "GET /audio-cors-proxy")).toHaveLength(1);
});

test("a sermon of the library, whose list has no texts, plays at once, and a reload then needs no request for its text", async () => {
  const { content, ...listed } = { ...state, ...origin };
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const router = await openFromLibrary({ ...listed, fromLibrary: true, play: true });
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
  await waitFor(() => expect(router.state.location.state).toMatchObject({ ...listed, content, fromLibrary: true }), waitOptions);
  await loaded();
  expect(play).toHaveBeenCalledOnce();
});

test("the sermon is deleted after confirmation", async () => {
  answers.set("POST /rest/v1/rpc/trash_sermons", () => Response.json([ID]));
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  fireEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await screen.findByText("The library");
  expect(toasts()).toContainEqual(["Sermon deleted successfully"]);
});

test("a sermon that was not saved is shown without a Delete button", async () => {
  open("/sermon/new");
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

test("state from before a sermon had its picture does not hide that the recording has another address since", async () => {
  open(`/sermon/${ID}`, { ...state, audio_url: AUDIO.replace("a.mp3", "former.mp3"), image_url: null });
  expect((await loaded()).src).toContain(encodeURIComponent(AUDIO));
  await picture();
  expect(calls.filter(({ to }) => to.includes("former"))).toEqual([]);
});
