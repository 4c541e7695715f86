import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readSermon, spokenSentences } from "../../../shared/sermon-text.ts";
import {
  answers,
  calls,
  offline,
  storeSession,
  testUser,
  toasts,
  visit,
  waitOptions,
} from "../../features/auth/test-backend.tsx";
import {
  AUDIO,
  CONTENT,
  finished,
  GENERATION,
  generationRows,
  PROMPT,
  recording,
  type Stored,
} from "../../features/sermons/create/test-generation.ts";
import { stopListening } from "../../features/sermons/listening/current.ts";
import { RunningSermon } from "../../shell/running-sermon.tsx";
import Dashboard from "./dashboard.tsx";
import Sermon from "./sermon.tsx";

const KEY = "5b0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c55";
const GROWING = `/growing-recording/${KEY}`;
const growing: Stored = { ...recording, image: ["in-progress"], growingKey: KEY };
const SENTENCES = spokenSentences(readSermon(CONTENT)).map(({ words }) => words.map(({ text }) => text).join(" "));
const SECONDS = 40;
/** Title and focus are spoken. */
const spoken = [0, 1].map((i) => ({ start: i * 10, end: i * 10 + 9, words: [] }));

let stored: Stored;
beforeEach(() => {
  stored = growing;
  storeSession();
  answers.set("GET /auth/v1/user", () => Response.json(testUser));
  answers.set("GET /rest/v1/customers", () => Response.json([]));
  answers.set("POST /functions/v1/check-subscription", () =>
    Response.json({
      subscribed: true,
      trial: { isInTrial: false, canGenerateToday: false, generationsLeft: 0 },
      trialEndsAt: null,
      trialAvailable: false,
      status: "active",
      quota: null,
    }),
  );
  answers.set("GET /rest/v1/generations", () => generationRows(stored));
  answers.set("GET /rest/v1/growing_recordings", () =>
    Response.json([{ seconds: SECONDS, growing_recording_parts: spoken.map((one, number) => ({ number, sentences: [one] })) }]),
  );
  answers.set("GET /rest/v1/sermons", () =>
    Response.json(
      stored.state === "finished"
        ? [
            {
              id: GENERATION,
              title: PROMPT,
              content: CONTENT,
              written_title: "The Open Door",
              is_favourite: false,
              audio_url: stored.voice[0] === "completed" ? AUDIO : null,
              image_url: null,
              created_at: "2026-11-01T00:00:00Z",
            },
          ]
        : [],
    ),
  );
  answers.set(`POST /storage/v1/object/sign/sermon-audio/${AUDIO}`, () =>
    Response.json({ signedURL: `/object/sign/sermon-audio/${AUDIO}?token=t` }),
  );
  answers.set(`GET /storage/v1/object/sermon-audio/${AUDIO.replace("mp3", "json")}`, () =>
    Response.json({
      version: 1,
      seconds: SECONDS,
      sentences: SENTENCES.map((_, i) => ({ start: i * 10, end: i * 10 + 9, words: [] })),
    }),
  );
  answers.set("POST /rest/v1/sermon_positions", () => new Response(null, { status: 201 }));
});
afterEach(() => {
  act(() => stopListening());
  vi.restoreAllMocks();
});

const withNews = (page: React.ReactNode) => (
  <>
    <RunningSermon userId={testUser.id} />
    {page}
  </>
);
const open = (path = "/dashboard") =>
  visit(path, [
    { path: "/dashboard", element: withNews(<Dashboard />) },
    { path: "/sermon/:id", element: withNews(<Sermon />) },
  ]);

async function loaded(address = GROWING): Promise<HTMLAudioElement> {
  const audio = await waitFor(() => {
    const found = document.querySelector("audio");
    if (!found?.src.includes(address)) throw new Error("no address yet");
    return found;
  }, waitOptions);
  Object.defineProperty(audio, "duration", { value: SECONDS, configurable: true });
  fireEvent(audio, new Event("loadedmetadata"));
  return audio;
}
function moveTo(audio: HTMLAudioElement, seconds: number): void {
  audio.currentTime = seconds;
  fireEvent(audio, new Event("seeked"));
}
const highlighted = () => document.querySelector("[data-lit]")?.textContent;
const download = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Download/ });

test("the dashboard leads to the sermon as soon as its recording can be heard, which lights up its words while it grows", async () => {
  const router = open();
  const audio = await loaded();
  expect(router.state.location.pathname).toBe(`/sermon/${GENERATION}`);
  await screen.findByRole("heading", { level: 1, name: "The Open Door" });
  await waitFor(() => {
    moveTo(audio, 11);
    expect(highlighted()).toBe(SENTENCES[1]);
  }, waitOptions);
  // What is not spoken yet is expected in the time that is left, in order.
  fireEvent.click(screen.getByText("Come in."));
  expect(audio.currentTime).toBeGreaterThanOrEqual(19);
  expect(audio.currentTime).toBeLessThan(SECONDS);
  await screen.findByText("The picture is still being made...");
  expect(toasts()).toEqual([]);
});

test("while it is made, nothing is offered that needs it to be saved", async () => {
  open();
  await loaded();
  expect(download().disabled).toBe(true);
  expect(screen.queryByRole("button", { name: /^Delete/ })).toBeNull();
  expect(screen.queryByRole("textbox", { name: /note/i })).toBeNull();
});

test("when all is made it plays on from what it has, and is the saved sermon", async () => {
  open();
  const audio = await loaded();
  moveTo(audio, 12);
  stored = finished;
  await screen.findByRole("button", { name: /^Delete/ }, waitOptions);
  expect(audio.src).toContain(GROWING);
  expect(audio.currentTime).toBe(12);
  expect(download().disabled).toBe(false);
  expect(toasts()).toEqual([]);
});

test("a place is stored once the sermon is saved, and not before", async () => {
  open();
  const audio = await loaded();
  const places = () => calls.filter(({ to }) => to === "POST /rest/v1/sermon_positions");
  moveTo(audio, 15);
  const setPaused = (paused: boolean) => {
    Object.defineProperty(audio, "paused", { value: paused, configurable: true });
    fireEvent(audio, new Event(paused ? "pause" : "play"));
  };
  setPaused(false);
  moveTo(audio, 16);
  setPaused(true);
  expect(places()).toEqual([]);
  stored = finished;
  await expect.poll(() => places().map(({ body }) => body), waitOptions).toMatchObject([{ sermon_id: GENERATION, seconds: 16 }]);
});

test("a recording that breaks off while it grows goes on in the finished one, at the same place", async () => {
  open();
  const audio = await loaded();
  moveTo(audio, 12);
  stored = finished;
  fireEvent(audio, new Event("error"));
  await waitFor(() => expect(audio.src).toContain("/audio-cors-proxy"), waitOptions);
  audio.currentTime = 0;
  fireEvent(audio, new Event("loadedmetadata"));
  expect(audio.currentTime).toBe(12);
  expect(toasts()).toEqual([]);
});

test("calls that are lost when the page opens are made again, and it is heard", async () => {
  const router = open();
  let lost = 0;
  answers.set("GET /rest/v1/generations", () => {
    const isLost = router.state.location.pathname !== "/dashboard" && lost < 3;
    if (!isLost) return generationRows(stored);
    lost++;
    return offline();
  });
  await loaded();
  expect(lost).toBe(3);
  expect(toasts()).toEqual([]);
});

test("one that breaks off for good waits for the finished one, and is told by nobody", async () => {
  open();
  const audio = await loaded();
  for (let failed = 0; failed < 5; failed++) fireEvent(audio, new Event("error"));
  await screen.findByText("The audio file is currently unavailable.", { exact: false }, waitOptions);
  stored = finished;
  await loaded("/audio-cors-proxy");
  expect(toasts()).toEqual([]);
});

test("a recording that fails is told once, and can be made again", async () => {
  open();
  const audio = await loaded();
  stored = { ...finished, voice: ["error", "failed"] };
  fireEvent(audio, new Event("error"));
  await screen.findByRole("button", { name: "Try again: Record again" }, waitOptions);
  await expect.poll(() => toasts().length, waitOptions).toBe(1);
});

test("without a recording that can be heard the steps stay on the dashboard until all is made, as before", async () => {
  const { growingKey: _none, ...without } = growing;
  stored = without;
  const router = open();
  await screen.findByRole("list", { name: "Progress" });
  await expect.poll(() => calls.filter(({ to }) => to === "GET /rest/v1/generations").length, waitOptions).toBeGreaterThan(2);
  expect(router.state.location.pathname).toBe("/dashboard");
  stored = finished;
  await expect.poll(() => router.state.location.pathname, waitOptions).toBe(`/sermon/${GENERATION}`);
});
