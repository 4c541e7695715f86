import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Outlet } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSermon, spokenSentences } from "../../../shared/sermon-text.ts";
import {
  answers,
  calls,
  offline,
  SESSION_KEY,
  storeSession,
  testUser,
  visit,
  waitOptions,
} from "../../features/auth/test-backend.tsx";
import { currentListening, stopListening } from "../../features/sermons/listening/current.ts";
import { PlayAll } from "../../features/sermons/listening/play-all.tsx";
import { startSleep } from "../../features/sermons/listening/sleep-timer.ts";
import { LISTENING_KEY } from "../../lib/listening-key.ts";
import type { wait } from "../../lib/wait.ts";
import { ListeningBar } from "../../shell/listening-bar.tsx";
import Sermon from "./sermon.tsx";
import SignOut from "./sign-out.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const OTHER_ID = "3d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c12";
const CONTENT = [
  "# The Open Door",
  "*Come as you are.*",
  "## Told Plainly",
  "Come in. Sit down.",
  "## Prayer",
  "Lord, here I am.",
].join("\n\n");
const SENTENCES = spokenSentences(readSermon(CONTENT));
const audioOf = (id: string) => `${testUser.id}/${id}/a.mp3`;
const sermon = (id: string, content: string) => ({
  id,
  title: `topic of ${content.slice(2, 12)}`,
  created_at: "2026-11-01T12:00:00Z",
  content,
  audio_url: audioOf(id),
  image_url: `${testUser.id}/${id}/a.webp`,
});
const { id: _id, ...state } = sermon(ID, CONTENT);
const { id: _other, ...otherState } = sermon(OTHER_ID, CONTENT.replace("The Open Door", "Another Word"));
/** A sentence begins every twenty seconds. */
const timings = {
  version: 1,
  seconds: SENTENCES.length * 20,
  sentences: SENTENCES.map((_, i) => ({ start: i * 20, end: i * 20 + 19, words: [] })),
};

beforeEach(() => {
  storeSession();
  for (const id of [ID, OTHER_ID]) {
    answers.set(`POST /storage/v1/object/sign/sermon-audio/${audioOf(id)}`, () =>
      Response.json({ signedURL: `/object/sign/sermon-audio/${audioOf(id)}?token=t` }),
    );
    answers.set(`GET /storage/v1/object/sermon-audio/${audioOf(id).replace("mp3", "json")}`, () => Response.json(timings));
  }
  answers.set("POST /rest/v1/sermon_positions", () => new Response(null, { status: 201 }));
  // The element of these tests knows no time: playing and pausing are told as a browser tells them.
  const setPaused = (audio: HTMLMediaElement, paused: boolean) => {
    Object.defineProperty(audio, "paused", { value: paused, configurable: true });
    audio.dispatchEvent(new Event(paused ? "pause" : "play"));
  };
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (this: HTMLMediaElement) {
    setPaused(this, false);
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function (this: HTMLMediaElement) {
    if (!this.paused) setPaused(this, true);
  });
});
afterEach(() => {
  act(() => stopListening());
  vi.restoreAllMocks();
});

const GONE = "00000000-0000-4000-8000-000000000000";
const LISTED = [
  { id: ID, audio_url: audioOf(ID) },
  { id: "10000000-0000-4000-8000-000000000000", audio_url: null },
  { id: GONE, audio_url: audioOf(GONE) },
  { id: OTHER_ID, audio_url: audioOf(OTHER_ID) },
];
const pages = [
  {
    element: (
      <>
        <Outlet />
        <ListeningBar />
      </>
    ),
    children: [
      { path: "/sermon/:id", element: <Sermon /> },
      {
        path: "/my-sermons",
        element: (
          <>
            The library
            <PlayAll userId={testUser.id} sermons={LISTED} />
          </>
        ),
      },
      { path: "/sign-out", element: <SignOut /> },
      { path: "/login", element: "Sign in" },
    ],
  },
];
const open = (id = ID, shown: object = state) => visit({ pathname: `/sermon/${id}`, state: shown }, pages);

async function loaded(id = ID): Promise<HTMLAudioElement> {
  const audio = await waitFor(() => {
    const found = document.querySelector("audio");
    if (!found?.src.includes(id)) throw new Error("no address yet");
    return found;
  }, waitOptions);
  Object.defineProperty(audio, "duration", { value: timings.seconds, configurable: true });
  fireEvent(audio, new Event("loadedmetadata"));
  return audio;
}
function moveTo(audio: HTMLAudioElement, seconds: number): void {
  audio.currentTime = seconds;
  fireEvent(audio, new Event("seeked"));
}
const bar = () => screen.findByRole("complementary", { name: "Now playing" });
const noBar = () => screen.queryByRole("complementary", { name: "Now playing" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const sentPlaces = () => calls.filter(({ to }) => to === "POST /rest/v1/sermon_positions").map(({ body }) => body);

/** Plays, and moves on to the library. */
async function listenInLibrary() {
  const router = open();
  const audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 30);
  await act(() => router.navigate("/my-sermons"));
  return { router, audio };
}

test("what plays goes on while one moves through the app, in the same element, with a bar that leads back to its page", async () => {
  const { router, audio } = await listenInLibrary();
  const now = within(await bar());
  expect(audio.paused).toBe(false);
  expect(now.getByText(/^0:30 of 1:/)).toBeDefined();
  fireEvent.click(now.getByRole("button", { name: "Pause" }));
  expect(audio.paused).toBe(true);
  fireEvent.click(await now.findByRole("button", { name: "Play" }));
  fireEvent.click(now.getByRole("link", { name: /The Open Door/ }));
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
  expect(router.state.location.pathname).toBe(`/sermon/${ID}`);
  expect(noBar()).toBeNull();
  expect(screen.getByRole("button", { name: "Pause" })).toBeDefined();
  expect([...document.querySelectorAll("audio")]).toEqual([audio]);
  expect(audio.currentTime).toBe(30);
});

test("the bar is closed by its button, and what was not playing does not follow", async () => {
  const { router } = await listenInLibrary();
  fireEvent.click(within(await bar()).getByRole("button", { name: "Stop listening" }));
  expect(noBar()).toBeNull();
  expect(document.querySelector("audio")).toBeNull();
  await act(() => router.navigate(`/sermon/${ID}`, { state }));
  await loaded();
  await act(() => router.navigate("/my-sermons"));
  expect(currentListening()).toBeNull();
});

test("signing out stops what plays, and the bar is gone", async () => {
  answers.set("POST /auth/v1/logout", () => new Response(null, { status: 204 }));
  const { router } = await listenInLibrary();
  await bar();
  await act(() => router.navigate("/sign-out"));
  press("Sign Out");
  await expect.poll(noBar, waitOptions).toBeNull();
  expect(document.querySelector("audio")).toBeNull();
  // Nothing is sent for nobody, and nothing of it stays in the browser.
  expect([sentPlaces(), Object.keys(localStorage).filter((key) => key.includes("places"))]).toEqual([[], []]);
});

test("the page of another sermon leaves what plays alone until its own Play is pressed", async () => {
  const { router, audio } = await listenInLibrary();
  await act(() => router.navigate(`/sermon/${OTHER_ID}`, { state: otherState }));
  await screen.findByText(/You are listening to/);
  expect(audio.src).toContain(ID);
  expect(within(await bar()).getByText("The Open Door")).toBeDefined();
  press("Play this sermon");
  const same = await loaded(OTHER_ID);
  expect(same).toBe(audio);
  await screen.findByRole("button", { name: "Pause" });
  expect(noBar()).toBeNull();
});

test("a sermon begins where it was left on another device, and can be heard from the beginning", async () => {
  answers.set("GET /rest/v1/sermon_positions", () =>
    Response.json([{ seconds: 42.5, heard: false, updated_at: "2026-11-01T12:00:00Z" }]),
  );
  open();
  const audio = await loaded();
  expect(audio.currentTime).toBe(42.5);
  expect(document.querySelector("[data-lit]")).toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "From the beginning" }));
  expect(audio.currentTime).toBe(0);
});

test("the place is stored on a pause, and at the end as heard, to begin anew", async () => {
  open();
  const audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 33.33);
  press("Pause");
  await expect
    .poll(sentPlaces, waitOptions)
    .toMatchObject([{ user_id: testUser.id, sermon_id: ID, seconds: 33.3, heard: false }]);
  press("Play");
  moveTo(audio, timings.seconds - 1);
  press("Pause");
  await expect.poll(() => sentPlaces()[1], waitOptions).toMatchObject({ seconds: 0, heard: true });
  expect(Object.keys(localStorage).filter((key) => key.startsWith("unsent-places"))).toEqual([]);
});

test("a place that could not be sent is kept here, wins over an older one, and is sent when the network is back", async () => {
  answers.set("POST /rest/v1/sermon_positions", offline);
  answers.set("GET /rest/v1/sermon_positions", () =>
    Response.json([{ seconds: 20, heard: false, updated_at: "2026-11-01T12:00:00Z" }]),
  );
  const router = open();
  let audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 61);
  press("Pause");
  await expect.poll(sentPlaces, waitOptions).toHaveLength(1);
  await act(() => router.navigate("/my-sermons"));
  await act(() => router.navigate(-1));
  audio = await loaded();
  expect(audio.currentTime).toBe(61);
  answers.set("POST /rest/v1/sermon_positions", () => new Response(null, { status: 201 }));
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => localStorage.getItem(`unsent-places.${testUser.id}`), waitOptions).toBeNull();
});

test("a page that is left while it plays sends its place with a request that outlives it", async () => {
  open();
  const audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 44);
  dispatchEvent(new Event("pagehide"));
  await expect.poll(sentPlaces, waitOptions).toMatchObject([{ sermon_id: ID, seconds: 44 }]);
  const init = vi
    .mocked(fetch)
    .mock.calls.find(([input]) => typeof input === "string" && input.includes("sermon_positions?on_conflict"))?.[1];
  const { access_token } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? "") as { access_token: string };
  expect(init).toMatchObject({ keepalive: true, headers: { Authorization: `Bearer ${access_token}` } });
});

test("the speed is remembered on this device, and the voice keeps its pitch", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ rate: 1.5 }));
  open();
  const audio = await loaded();
  expect([audio.playbackRate, audio.preservesPitch]).toEqual([1.5, true]);
  fireEvent.click(await screen.findByRole("button", { name: "Speed 1.5, change to 2" }));
  expect(audio.playbackRate).toBe(2);
  expect(JSON.parse(localStorage.getItem(LISTENING_KEY) ?? "")).toMatchObject({ rate: 2 });
});

test("the chapters are named on the bar, reached by Page Up and Page Down, and listed", async () => {
  open();
  const audio = await loaded();
  const slider = await screen.findByRole("slider", { name: "Place in the recording" });
  await expect.poll(() => slider.getAttribute("aria-valuetext"), waitOptions).toContain("Opening");
  fireEvent.keyDown(slider, { key: "PageUp" });
  expect(audio.currentTime).toBe(40);
  fireEvent(audio, new Event("seeked"));
  expect(slider.getAttribute("aria-valuetext")).toContain("Told Plainly");
  fireEvent.click(screen.getByRole("button", { name: "Chapter Told Plainly. Show all" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Listening and reading" }));
  expect(sheet.getByRole("button", { name: /Told Plainly/ }).getAttribute("aria-current")).toBe("true");
  fireEvent.click(sheet.getByRole("button", { name: /Prayer/ }));
  expect(audio.currentTime).toBe(80);
});

test("a sleep timer is chosen in the sheet, shown in the player, and ended there", async () => {
  open();
  await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "More for listening and reading" }));
  const sheet = within(await screen.findByRole("dialog"));
  fireEvent.click(sheet.getByRole("radio", { name: "20 minutes" }));
  expect(sheet.getByText(/Stops quietly in (20:00|19:59)/)).toBeDefined();
  expect(screen.getByText(/^(20:00|19:59)$/)).toBeDefined();
  fireEvent.click(sheet.getByRole("radio", { name: "Off" }));
  expect(sheet.queryByText(/Stops quietly/)).toBeNull();
});

test("text size and night are chosen in the sheet, hold for this device, and the night ends with the page", async () => {
  const router = open();
  await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "More for listening and reading" }));
  const sheet = within(await screen.findByRole("dialog"));
  fireEvent.click(sheet.getByRole("radio", { name: "Largest" }));
  fireEvent.click(sheet.getByRole("radio", { name: "Dimmed for the night" }));
  const text = document.querySelector(".text-reading");
  expect(text?.className).toContain("--text-reading:1.8rem");
  expect(document.documentElement.dataset["night"]).toBe("");
  await act(() => router.navigate("/my-sermons"));
  expect(document.documentElement.dataset["night"]).toBeUndefined();
  expect(JSON.parse(localStorage.getItem(LISTENING_KEY) ?? "")).toMatchObject({ textSize: "Largest", night: true });
});

test.each<[string, number]>([
  ["j", 15],
  ["l", 45],
  ["ArrowLeft", 25],
  ["ArrowRight", 35],
])("the key %s moves from 30 s to %i s, but not where text is typed", async (key, to) => {
  open();
  const audio = await loaded();
  await screen.findByRole("button", { name: "Play" });
  moveTo(audio, 30);
  const field = document.body.appendChild(document.createElement("input"));
  fireEvent.keyDown(field, { key });
  field.remove();
  expect(audio.currentTime).toBe(30);
  fireEvent.keyDown(document.body, { key });
  expect(audio.currentTime).toBe(to);
});

test("Space plays and pauses, m mutes, + and - change the volume, and all of it can be turned off", async () => {
  open();
  const audio = await loaded();
  await screen.findByRole("button", { name: "Play" });
  fireEvent.keyDown(document.body, { key: " " });
  expect(audio.paused).toBe(false);
  fireEvent.keyDown(document.body, { key: "m" });
  expect(audio.muted).toBe(true);
  fireEvent.keyDown(document.body, { key: "-" });
  expect(audio.volume).toBeCloseTo(0.9);
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ keys: false }));
  fireEvent.keyDown(document.body, { key: " " });
  expect(audio.paused).toBe(false);
});

test("Tab reaches one sentence, the arrows lead on from it, and Enter hears it", async () => {
  open();
  const audio = await loaded();
  await expect.poll(() => document.querySelectorAll("[data-sentence][tabindex='0']").length, waitOptions).toBe(1);
  const first = document.querySelector<HTMLElement>("[data-sentence][tabindex='0']");
  act(() => first?.focus());
  for (let presses = 0; presses < 2; presses++) fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toBe("Come in.");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Enter" });
  expect(audio.currentTime).toBe(40);
});

test("several sermons are played one after the other, and one that is gone is passed over", async () => {
  const rows = new Map([
    [ID, sermon(ID, CONTENT)],
    [OTHER_ID, sermon(OTHER_ID, otherState.content)],
  ]);
  answers.set("GET /rest/v1/sermons", ({ query }) => Response.json([rows.get(query.get("id")?.slice(3) ?? "")].filter(Boolean)));
  visit("/my-sermons", pages);
  await screen.findByText(/The library/);
  press("Play all");
  const audio = await loaded(ID);
  const now = within(await bar());
  expect(now.getByRole("button", { name: "Next sermon, 2 to come" })).toBeDefined();
  Object.defineProperty(audio, "ended", { value: true, configurable: true });
  fireEvent(audio, new Event("ended"));
  Object.defineProperty(audio, "ended", { value: false, configurable: true });
  await loaded(OTHER_ID);
  expect(await now.findByText("Another Word")).toBeDefined();
  expect(now.queryByRole("button", { name: /Next sermon/ })).toBeNull();
  expect(audio.paused).toBe(false);
});

test("opening another sermon, or closing the player, forgets what was to come", async () => {
  answers.set("GET /rest/v1/sermons", () => Response.json([sermon(ID, CONTENT)]));
  const router = visit("/my-sermons", pages);
  await screen.findByText(/The library/);
  press("Play all");
  await loaded(ID);
  await bar();
  await act(() => router.navigate(`/sermon/${OTHER_ID}`, { state: { ...otherState, play: true } }));
  await loaded(OTHER_ID);
  await act(() => router.navigate("/my-sermons"));
  expect(within(await bar()).queryByRole("button", { name: /Next sermon/ })).toBeNull();
});

test("a sermon that is repeated begins again at its end, unless the timer was to stop there", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ repeat: true }));
  open();
  const audio = await loaded();
  const end = () => {
    moveTo(audio, timings.seconds);
    Object.defineProperty(audio, "ended", { value: true, configurable: true });
    audio.pause();
    fireEvent(audio, new Event("ended"));
    Object.defineProperty(audio, "ended", { value: false, configurable: true });
  };
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  end();
  expect([audio.currentTime, audio.paused]).toEqual([0, false]);
  act(() => startSleep({ chapterEnd: timings.seconds + 1 }));
  act(end);
  expect(audio.paused).toBe(true);
});

test("a quiet sound under the voice is heard while it plays, off unless it is chosen", async () => {
  const states: string[] = [];
  const node = (): object => {
    const param = {
      value: 0,
      setValueAtTime: () => {},
      linearRampToValueAtTime: (to: number) => states.push(String(to)),
      cancelScheduledValues: () => {},
    };
    const self: Record<string, unknown> = { gain: param, frequency: { value: 0 }, start: () => {}, connect: (to: unknown) => to };
    return self;
  };
  class FakeContext {
    sampleRate = 10;
    currentTime = 0;
    destination = node();
    createGain = node;
    createOscillator = node;
    createBiquadFilter = node;
    createBufferSource = node;
    createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
    resume = async () => {};
    close = async () => {};
  }
  vi.stubGlobal("AudioContext", FakeContext);
  open();
  await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(states).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "More for listening and reading" }));
  const sheet = within(await screen.findByRole("dialog"));
  fireEvent.click(sheet.getByRole("radio", { name: "Rain" }));
  expect(states).toEqual(["0.05"]);
  fireEvent.click(sheet.getByRole("radio", { name: "Soft tones" }));
  expect(states).toEqual(["0.05", "0", "0.035"]);
  act(() => currentListening()?.playback.pause());
  expect(states.at(-1)).toBe("0");
});
