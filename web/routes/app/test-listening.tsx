import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { Outlet } from "react-router";
import { afterEach, beforeEach, vi } from "vitest";
import { readSermon, spokenSentences } from "../../../shared/sermon-text.ts";
import { answers, calls, storeSession, testUser, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { stopListening } from "../../features/sermons/listening/current.ts";
import { PlayAll } from "../../features/sermons/listening/play-all.tsx";
import { ListeningBar } from "../../shell/listening-bar.tsx";
import Sermon from "./sermon.tsx";
import SignOut from "./sign-out.tsx";

/** Two sermons with recordings, and the pages between which one moves while they are heard. */
export const ID = "2d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c11";
export const OTHER_ID = "3d0c5b0e-6f4e-4a0e-9d56-3b1f5f0a7c12";
export const CONTENT = [
  "# The Open Door",
  "*Come as you are.*",
  "## Told Plainly",
  "Come in. Sit down.",
  "## Prayer",
  "Lord, here I am.",
].join("\n\n");
const SENTENCES = spokenSentences(readSermon(CONTENT));
const audioOf = (id: string) => `${testUser.id}/${id}/a.mp3`;
export const sermon = (id: string, content: string) => ({
  id,
  title: `topic of ${content.slice(2, 12)}`,
  created_at: "2026-11-01T12:00:00Z",
  content,
  audio_url: audioOf(id),
  image_url: `${testUser.id}/${id}/a.webp`,
});
const { id: _id, ...state } = sermon(ID, CONTENT);
const { id: _other, ...otherState } = sermon(OTHER_ID, CONTENT.replace("The Open Door", "Another Word"));
export { state, otherState };
/** A sentence begins every twenty seconds. */
export const timings = {
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

/** A sermon that the library lists, and that is not there any more. */
export const GONE = "00000000-0000-4000-8000-000000000000";
const LISTED = [
  { id: ID, audio_url: audioOf(ID) },
  { id: "10000000-0000-4000-8000-000000000000", audio_url: null },
  { id: GONE, audio_url: audioOf(GONE) },
  { id: OTHER_ID, audio_url: audioOf(OTHER_ID) },
];
export const pages = [
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
export const open = (id = ID, shown: object = state) => visit({ pathname: `/sermon/${id}`, state: shown }, pages);

export async function loaded(id = ID): Promise<HTMLAudioElement> {
  const audio = await waitFor(() => {
    const found = document.querySelector("audio");
    if (!found?.src.includes(id)) throw new Error("no address yet");
    return found;
  }, waitOptions);
  Object.defineProperty(audio, "duration", { value: timings.seconds, configurable: true });
  fireEvent(audio, new Event("loadedmetadata"));
  return audio;
}
export function moveTo(audio: HTMLAudioElement, seconds: number): void {
  audio.currentTime = seconds;
  fireEvent(audio, new Event("seeked"));
}
export const bar = () => screen.findByRole("complementary", { name: "Now playing" });
export const noBar = () => screen.queryByRole("complementary", { name: "Now playing" });
export const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
export const sentPlaces = () => calls.filter(({ to }) => to === "POST /rest/v1/sermon_positions").map(({ body }) => body);

/** Plays, and moves on to the library. */
export async function listenInLibrary() {
  const router = open();
  const audio = await loaded();
  fireEvent.click(await screen.findByRole("button", { name: "Play" }));
  moveTo(audio, 30);
  await act(() => router.navigate("/my-sermons"));
  return { router, audio };
}
