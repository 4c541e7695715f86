import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { estimateTimings } from "../../../shared/estimated-timings.ts";
import { readSermon } from "../../../shared/sermon-text.ts";
import { answers, storeSession, testUser, toasts, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { currentListening, stopListening } from "../../features/sermons/listening/current.ts";
import { LISTENING_KEY } from "../../lib/listening-key.ts";
import type { wait } from "../../lib/wait.ts";
import Sermon from "./sermon.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
const CONTENT = "# The Open Door\n\nCome in. Sit down.\n\n## Prayer\n\nHere I am.";
const AUDIO = `${testUser.id}/${ID}/a.mp3`;
const state = { content: CONTENT, title: "doors", created_at: "2026-11-01T12:00:00Z", image_url: `${testUser.id}/${ID}/a.webp` };
const timings = {
  version: 1,
  seconds: 40,
  sentences: [0, 10, 20, 30].map((start) => ({ start, end: start + 9, words: [] })),
};

const LOCAL = { voiceURI: "ann", name: "Ann", lang: "en-US", localService: true, default: true };
const REMOTE = { voiceURI: "cloud", name: "Cloud Voice", lang: "en-GB", localService: false, default: false };
let spoken: string[] = [];
let voices: object[] = [];
let speech = new EventTarget();

beforeEach(() => {
  storeSession();
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, () =>
    Response.json({ signedURL: `/object/sign/sermon-audio/${AUDIO}?token=t` }),
  );
  answers.set(`GET /storage/v1/object/sermon-audio/${AUDIO.replace("mp3", "json")}`, () => Response.json(timings));
  answers.set("POST /rest/v1/sermon_positions", () => new Response(null, { status: 201 }));
  spoken = [];
  voices = [LOCAL, REMOTE];
  speech = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    cancel: () => {},
    speak: ({ text, voice }: { text: string; voice: { name: string } }) => spoken.push(`${voice.name}: ${text}`),
  });
  vi.stubGlobal("speechSynthesis", speech);
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class extends EventTarget {
      text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    },
  );
});
afterEach(() => act(() => stopListening()));

const pages = [
  { path: "/sermon/:id", element: <Sermon /> },
  { path: "/my-sermons", element: "The library" },
];
const open = (audio: string | null) => visit({ pathname: `/sermon/${ID}`, state: { ...state, audio_url: audio } }, pages);
async function loadedAudio(): Promise<HTMLAudioElement> {
  const audio = await waitFor(() => {
    const found = document.querySelector("audio");
    if (!found?.src) throw new Error("no address yet");
    return found;
  }, waitOptions);
  Object.defineProperty(audio, "duration", { value: timings.seconds, configurable: true });
  // As browsers do with a new address.
  audio.currentTime = 0;
  fireEvent(audio, new Event("loadedmetadata"));
  return audio;
}
async function openSheet() {
  fireEvent.click(await screen.findByRole("button", { name: "More for listening and reading" }));
  return within(await screen.findByRole("dialog", { name: "Listening and reading" }));
}

const leaveAt = (seconds: number, until = Promise.resolve()) =>
  answers.set("GET /rest/v1/sermon_positions", async () => {
    await until;
    return Response.json([{ seconds, heard: false, updated_at: "2026-11-01T12:00:00Z" }]);
  });
const nameVoices = () => {
  voices = [LOCAL];
  act(() => void speech.dispatchEvent(new Event("voiceschanged")));
};
async function untilLoading() {
  await expect.poll(() => currentListening()?.playback.state().status, waitOptions).toBe("loading");
}

test("a voice of the device reads on where the recording stands, lights up its sentence, and is remembered", async () => {
  open(AUDIO);
  const audio = await loadedAudio();
  await waitFor(() => {
    fireEvent.click(screen.getByText("Sit down."));
    expect(audio.currentTime).toBe(20);
  }, waitOptions);
  fireEvent(audio, new Event("seeked"));
  const sheet = await openSheet();
  fireEvent.click(sheet.getByRole("radio", { name: "Read by this device" }));
  expect(sheet.getByRole("combobox", { name: "Voice of this device" })).toBeDefined();
  expect(sheet.queryByText("Cloud Voice")).toBeNull();
  fireEvent.click(sheet.getByRole("button", { name: "Close" }));
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(spoken).toEqual(["Ann: Sit down."]);
  expect(document.querySelector("[data-lit]")?.textContent).toBe("Sit down.");
  expect(JSON.parse(localStorage.getItem(LISTENING_KEY) ?? "")).toMatchObject({ byDevice: true });
});

test("a voice that sends the text away is chosen only under the sentence that says so", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ byDevice: true }));
  open(AUDIO);
  const sheet = await openSheet();
  expect(sheet.queryByRole("combobox", { name: "Voice over the network" })).toBeNull();
  fireEvent.click(sheet.getByRole("button", { name: "Voices over the network" }));
  expect(sheet.getByText(/is sent each sentence of the sermon/)).toBeDefined();
  fireEvent.change(sheet.getByRole("combobox", { name: "Voice over the network" }), { target: { value: "cloud" } });
  fireEvent.click(sheet.getByRole("button", { name: "Close" }));
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(spoken).toEqual(["Cloud Voice: The Open Door"]);
});

test("a sermon without a recording can be read by the device, with chapters", async () => {
  open(null);
  fireEvent.click(await screen.findByRole("button", { name: "Read by this device" }));
  expect(toasts().map(([title]) => title)).toEqual(["Audio Unavailable"]);
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(spoken).toEqual(["Ann: The Open Door"]);
  expect(screen.getByRole("button", { name: "Chapter Opening. Show all" })).toBeDefined();
  const slider = screen.getByRole("slider", { name: "Place in the recording" });
  fireEvent.keyDown(slider, { key: "PageUp" });
  expect(spoken.at(-1)).toBe("Ann: Here I am.");
});

test("voices that the browser names late are used once they are there, as was chosen before", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ byDevice: true }));
  voices = [];
  open(AUDIO);
  await loadedAudio();
  nameVoices();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  await expect.poll(() => spoken, waitOptions).toEqual(["Ann: The Open Door"]);
});

test("a voice that is named while the recording still waits for the place begins where the sermon was left", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ byDevice: true }));
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  leaveAt(20, isAnswered);
  voices = [];
  open(AUDIO);
  await untilLoading();
  nameVoices();
  answer();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(spoken).toEqual(["Ann: Sit down."]);
});

test("a Play that was pressed before the voices were named is not forgotten", async () => {
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ byDevice: true }));
  leaveAt(20);
  voices = [];
  const router = visit("/my-sermons", pages);
  await screen.findByText("The library");
  await act(() => router.navigate(`/sermon/${ID}`, { state: { ...state, audio_url: AUDIO, play: true } }));
  await untilLoading();
  nameVoices();
  await expect.poll(() => spoken, waitOptions).toEqual(["Ann: Sit down."]);
});

test("a sermon without a recording is read by the device from where it was left", async () => {
  leaveAt(estimateTimings(readSermon(CONTENT)).sentences[2]?.start ?? 0);
  open(null);
  fireEvent.click(await screen.findByRole("button", { name: "Read by this device" }));
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  expect(spoken).toEqual(["Ann: Sit down."]);
});

test("a reader that is chosen before the last one is loaded goes on at the same place, and the timer stays", async () => {
  leaveAt(20);
  open(AUDIO);
  await loadedAudio();
  const sheet = await openSheet();
  fireEvent.click(await sheet.findByRole("radio", { name: "End of this chapter" }));
  fireEvent.click(sheet.getByRole("radio", { name: "Read by this device" }));
  fireEvent.click(sheet.getByRole("radio", { name: "The recording" }));
  expect((await loadedAudio()).currentTime).toBe(20);
  expect(sheet.getByText(/Stops quietly/)).toBeDefined();
});

test("a browser without voices offers none, and plays the recording", async () => {
  voices = [];
  localStorage.setItem(LISTENING_KEY, JSON.stringify({ byDevice: true }));
  open(AUDIO);
  await loadedAudio();
  const sheet = await openSheet();
  expect(sheet.queryByText("Read by this device")).toBeNull();
});
