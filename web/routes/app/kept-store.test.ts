import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetKept, keptCacheName } from "../../lib/kept.ts";
import { answers, calls, offline, SESSION_KEY, storeSession, testUser } from "../../features/auth/test-backend.tsx";
import { loadTimings, recordingAddress } from "../../features/sermons/media.ts";
import { findPlace, storePlace } from "../../features/sermons/listening/places.ts";
import { keepLastTen, keepSermon, takeOff, takeOffAll, updateKept } from "../../features/sermons/kept/change-kept.ts";
import { findKept } from "../../features/sermons/kept/kept-files.ts";
import { readDocuments, readSettings } from "../../features/sermons/kept/kept-sermon.ts";
import { installCaches, removeCaches, room, stores } from "../../features/sermons/kept/test-caches.ts";
import { answerForLibrary, idOf, library, libraryRow, TIMINGS } from "./test-kept-backend.ts";

const { id: RUTH } = testUser;
const CACHE = keptCacheName(RUTH);
const ignore = () => {};

beforeEach(() => {
  storeSession();
  installCaches();
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => `blob:${(file as Blob).size}`);
});
afterEach(async () => {
  await forgetKept();
  removeCaches();
  vi.restoreAllMocks();
});

const setOnline = (online: boolean) => vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);
const names = () => [...(stores.get(CACHE)?.keys() ?? [])];
async function keptTopics(): Promise<string[]> {
  const cache = await findKept();
  return cache ? (await readDocuments(cache)).map(({ sermon }) => sermon.title) : [];
}
const audioOf = (n: number, take = "a") => `${RUTH}/${idOf(n)}/${take}.mp3`;
const keep = (n: number) => keepSermon(RUTH, idOf(n), ignore);

test("a sermon is kept whole: text, recording, timings, picture and its words, with how far it is told on the way", async () => {
  const sound = "sound ".repeat(100);
  answerForLibrary([libraryRow(1)]);
  answers.set(
    "GET /audio-cors-proxy",
    () => new Response(sound, { headers: { "content-length": String(sound.length), "content-type": "audio/mpeg" } }),
  );
  const told: number[] = [];
  await keepSermon(RUTH, idOf(1), (part) => told.push(part));
  expect(told.at(-1)).toBe(1);
  expect(names()).toHaveLength(6);
  setOnline(false);
  expect(await loadTimings(audioOf(1))).toEqual(TIMINGS);
  expect(await recordingAddress(audioOf(1))).toBe(`blob:${sound.length}`);
});

test("what is asked for without a network and is not kept fails at once, and asks nobody", async () => {
  answerForLibrary([libraryRow(1), libraryRow(2)]);
  await keep(1);
  calls.length = 0;
  setOnline(false);
  await expect(loadTimings(audioOf(2))).rejects.toThrow("no network");
  expect(calls).toEqual([]);
});

test("a download that ends early, or is refused, leaves nothing behind", async () => {
  answerForLibrary([libraryRow(1)]);
  answers.set("GET /audio-cors-proxy", () => new Response("half", { headers: { "content-length": "8" } }));
  await expect(keep(1)).rejects.toThrow("ended early");
  expect(names()).toEqual([]);
  answers.set("GET /audio-cors-proxy", () => new Response("no", { status: 503 }));
  await expect(keep(1)).rejects.toThrow("503");
  expect(names()).toEqual([]);
});

test("a full device leaves nothing half kept, and what was kept before stays", async () => {
  answerForLibrary([libraryRow(1), libraryRow(2)]);
  await keep(1);
  const before = names();
  // The recording is longer than the picture and the timings.
  room.bytes = 60;
  await expect(keep(2)).rejects.toThrow("full");
  expect(names()).toEqual(before);
});

test("a sermon without a recording is kept as it is, and the recording follows when there is one", async () => {
  answerForLibrary([libraryRow(1)]);
  library.rows = [{ ...libraryRow(1), audio_url: null }];
  await keep(1);
  expect(names().join()).not.toContain("sermon-audio");
  library.rows = [libraryRow(1)];
  await updateKept(RUTH);
  expect(names().join()).toContain(audioOf(1));
});

test("a recording that was made again takes the place of the former one, and what has not changed is not fetched again", async () => {
  const fetched = answerForLibrary([libraryRow(1), libraryRow(1, "b")]);
  library.rows = [libraryRow(1)];
  await keep(1);
  const before = new Map(fetched);
  await updateKept(RUTH);
  expect(fetched).toEqual(before);
  library.rows = [{ ...libraryRow(1, "b"), image_url: libraryRow(1).image_url }];
  await updateKept(RUTH);
  expect(names().filter((name) => name.endsWith(".mp3"))).toEqual([`/kept/files/sermon-audio/${audioOf(1, "b")}`]);
  expect(fetched.get("picture")).toBe(1);
});

test("a text that was changed follows, and texts are compared once an hour", async () => {
  answerForLibrary([libraryRow(1)]);
  await keep(1);
  const columns = () => calls.filter(({ to }) => to === "GET /rest/v1/sermons").map(({ query }) => query.get("select") ?? "");
  library.rows = [{ ...libraryRow(1), content: "# Written 1\n\nAnother text." }];
  await updateKept(RUTH);
  const cache = await findKept();
  expect(cache && (await readDocuments(cache))[0]?.sermon.content).toContain("Another text.");
  await updateKept(RUTH);
  expect(columns().at(-1)).not.toContain("content");
});

test("a sermon that was deleted on another device leaves this one with its files", async () => {
  answerForLibrary([libraryRow(1), libraryRow(2)]);
  await keep(1);
  await keep(2);
  library.rows = [libraryRow(2)];
  await updateKept(RUTH);
  expect(await keptTopics()).toEqual(["topic 2"]);
  expect(names().filter((name) => name.includes(idOf(1)))).toEqual([]);
});

test("what a closed tab left of a download goes with the next update", async () => {
  answerForLibrary([libraryRow(1)]);
  await keep(1);
  const cache = await findKept();
  await cache?.put("/kept/files/sermon-audio/left.mp3", new Response("half"));
  await updateKept(RUTH);
  expect(names().join()).not.toContain("left.mp3");
  expect(await keptTopics()).toEqual(["topic 1"]);
});

test("an update of the app that reads documents differently keeps them anew, and loses none", async () => {
  answerForLibrary([libraryRow(1)]);
  await keep(1);
  const cache = await findKept();
  await cache?.put(`/kept/sermons/${idOf(1)}`, Response.json({ written: "by another version" }));
  await updateKept(RUTH);
  expect(await keptTopics()).toEqual(["topic 1"]);
});

test("the last ten follow new sermons, and those that somebody kept stay", async () => {
  const rows = Array.from({ length: 12 }, (_, n) => libraryRow(n + 1));
  answerForLibrary([...rows, libraryRow(13)]);
  library.rows = rows;
  await keep(1);
  await keepLastTen(RUTH, true);
  const numbers = async () => (await keptTopics()).map((topic) => Number(topic.slice(6)));
  expect(await numbers()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1]);
  library.rows = [...rows, libraryRow(13)];
  await updateKept(RUTH);
  expect(await numbers()).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 1]);
  await takeOff(RUTH, [idOf(12)]);
  await updateKept(RUTH);
  expect(await numbers()).toEqual([13, 11, 10, 9, 8, 7, 6, 5, 4, 1]);
  await keepLastTen(RUTH, false);
  expect(await numbers()).toEqual([1]);
});

test("the last ten stop where the device is full, and say so", async () => {
  answerForLibrary([libraryRow(1), libraryRow(2)]);
  // As much as the settings take; a recording is longer.
  room.bytes = 80;
  await keepLastTen(RUTH, true);
  const isFull = async () => (await readSettings(await caches.open(CACHE))).isFull;
  expect([await keptTopics(), await isFull()]).toEqual([[], true]);
  room.bytes = Infinity;
  await updateKept(RUTH);
  expect([await keptTopics(), await isFull()]).toEqual([["topic 2", "topic 1"], false]);
});

test("Free space takes everything off, and nothing comes back by itself", async () => {
  answerForLibrary([libraryRow(1)]);
  await keepLastTen(RUTH, true);
  await takeOffAll(RUTH);
  expect([...stores.keys()]).toEqual([]);
  const cache = await caches.open(CACHE);
  expect((await readSettings(cache)).lastTen).toBe(false);
});

test("signing out removes all, also what is still being fetched, and leaves the caches of the app", async () => {
  answerForLibrary([libraryRow(1), libraryRow(2)]);
  await keep(1);
  stores.set("workbox-precache", new Map());
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  answers.set("GET /audio-cors-proxy", () => {
    asked.resolve();
    return answer.promise;
  });
  const running = keep(2).catch(ignore);
  const waiting = keep(1).catch(ignore);
  await asked.promise;
  localStorage.removeItem(SESSION_KEY);
  await forgetKept();
  answer.resolve(new Response("late"));
  await Promise.all([running, waiting]);
  expect([...stores.keys()]).toEqual(["workbox-precache"]);
});

test("nobody else reads it: not while signed out, and not another person, whose sign-in removes it", async () => {
  answerForLibrary([libraryRow(1)]);
  await keep(1);
  localStorage.removeItem(SESSION_KEY);
  expect(await keptTopics()).toEqual([]);
  storeSession({ user: { ...testUser, id: idOf(9) } });
  expect(await keptTopics()).toEqual([]);
  await forgetKept(idOf(9));
  expect([...stores.keys()]).toEqual([]);
});

test("the place in a kept sermon is known without a network: the one of another device, then the one that was noted here", async () => {
  answerForLibrary([libraryRow(1)]);
  await keep(1);
  library.places = [{ sermon_id: idOf(1), seconds: 42, heard: false, updated_at: "2026-11-20T08:00:00+00:00" }];
  await updateKept(RUTH);
  setOnline(false);
  answers.set("GET /config.json", offline);
  expect(await findPlace(RUTH, idOf(1))).toMatchObject({ seconds: 42 });
  storePlace(RUTH, idOf(1), 60, false);
  expect(await findPlace(RUTH, idOf(1))).toMatchObject({ seconds: 60 });
  // Also once the server has it, and it waits here no more to be sent.
  localStorage.removeItem(`unsent-places.${RUTH}`);
  await expect.poll(() => findPlace(RUTH, idOf(1))).toMatchObject({ seconds: 60 });
});
