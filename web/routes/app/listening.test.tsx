import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { answers, calls, offline, testUser, visit, waitOptions } from "../../features/auth/test-backend.tsx";
import { documentName, fileName } from "../../features/sermons/kept/kept-files.ts";
import { installCaches, removeCaches } from "../../features/sermons/kept/test-caches.ts";
import { currentListening } from "../../features/sermons/listening/current.ts";
import { forgetKept, keptCacheName } from "../../lib/kept.ts";
import type { wait } from "../../lib/wait.ts";
import {
  ID,
  OTHER_ID,
  CONTENT,
  GONE,
  sermon,
  state,
  otherState,
  pages,
  loaded,
  bar,
  noBar,
  press,
  sentPlaces,
  listenInLibrary,
} from "./test-listening.tsx";

vi.mock(import("../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

afterEach(async () => {
  await forgetKept();
  removeCaches();
});

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
  await expect.poll(() => document.querySelector("audio"), waitOptions).toBeNull();
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

/** Plays all of the library, in which one of three is gone. */
async function playLibrary() {
  const rows = new Map([
    [ID, sermon(ID, CONTENT)],
    [OTHER_ID, sermon(OTHER_ID, otherState.content)],
  ]);
  answers.set("GET /rest/v1/sermons", ({ query }) => Response.json([rows.get(query.get("id")?.slice(3) ?? "")].filter(Boolean)));
  visit("/my-sermons", pages);
  await screen.findByText(/The library/);
  press("Play all");
  return { audio: await loaded(ID), now: within(await bar()) };
}
function end(audio: HTMLAudioElement) {
  Object.defineProperty(audio, "ended", { value: true, configurable: true });
  fireEvent(audio, new Event("ended"));
  Object.defineProperty(audio, "ended", { value: false, configurable: true });
}

test("several sermons are played one after the other, and one that is gone is passed over", async () => {
  const { audio, now } = await playLibrary();
  expect(now.getByRole("button", { name: "Next sermon, 2 to come" })).toBeDefined();
  end(audio);
  await loaded(OTHER_ID);
  expect(await now.findByText("Another Word")).toBeDefined();
  expect(now.queryByRole("button", { name: /Next sermon/ })).toBeNull();
  expect(audio.paused).toBe(false);
});

test("without a network what is to come stays, and goes on when Next is pressed with one", async () => {
  const { audio, now } = await playLibrary();
  const answer = answers.get("GET /rest/v1/sermons") ?? offline;
  answers.set("GET /rest/v1/sermons", offline);
  end(audio);
  await expect.poll(() => calls.filter(({ to }) => to === "GET /rest/v1/sermons").length, waitOptions).toBe(2);
  const next = await now.findByRole("button", { name: "Next sermon, 2 to come" });
  answers.set("GET /rest/v1/sermons", answer);
  fireEvent.click(next);
  await loaded(OTHER_ID);
  expect(await now.findByText("Another Word")).toBeDefined();
});

test("without a network the next sermon is played if it is kept on this device", async () => {
  installCaches();
  vi.spyOn(URL, "createObjectURL").mockReturnValue(`blob:${GONE}`);
  const kept = sermon(GONE, CONTENT.replace("The Open Door", "A Kept Word"));
  const cache = await caches.open(keptCacheName(testUser.id));
  await cache.put(documentName(GONE), Response.json({ sermon: kept }));
  await cache.put(fileName(`sermon-audio/${kept.audio_url}`), new Response("sound"));
  const { audio, now } = await playLibrary();
  answers.set("GET /rest/v1/sermons", offline);
  end(audio);
  await loaded(GONE);
  expect(await now.findByText("A Kept Word")).toBeDefined();
  expect(now.getByRole("button", { name: "Next sermon, 1 to come" })).toBeDefined();
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
