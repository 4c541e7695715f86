import { afterEach, expect, test, vi } from "vitest";
import { wait } from "../../../lib/wait.ts";
import { Recording } from "./recording.ts";

vi.mock(import("../../../lib/wait.ts"), () => ({ wait: vi.fn<typeof wait>(async () => {}) }));

afterEach(() => {
  vi.mocked(wait).mockClear();
  vi.restoreAllMocks();
});

const setOnline = (online: boolean) => void vi.spyOn(navigator, "onLine", "get").mockReturnValue(online);

/** A recording that plays at 42 s. */
async function playing() {
  const audio = document.createElement("audio");
  vi.spyOn(audio, "load").mockImplementation(() => {});
  const play = vi.spyOn(audio, "play").mockResolvedValue();
  vi.spyOn(audio, "paused", "get").mockReturnValue(false);
  const sign = vi.fn<() => Promise<string>>().mockResolvedValueOnce("/first");
  const onUnavailable = vi.fn<() => void>();
  const playback = new Recording(audio, { sign, onUnavailable, startPlaying: false });
  await expect.poll(() => audio.getAttribute("src")).toBe("/first");
  audio.dispatchEvent(new Event("loadedmetadata"));
  audio.currentTime = 42;
  return { audio, play, sign, onUnavailable, playback };
}

test("a recording that breaks off for want of a network waits for it, and goes on at the same place", async () => {
  const { audio, play, sign, onUnavailable, playback } = await playing();
  setOnline(false);
  sign.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  audio.dispatchEvent(new Event("error"));
  await expect.poll(() => playback.state().status).toBe("loading");
  await expect.poll(() => sign.mock.calls.length).toBe(2);

  setOnline(true);
  sign.mockResolvedValueOnce("/second");
  window.dispatchEvent(new Event("online"));
  await expect.poll(() => audio.getAttribute("src")).toBe("/second");
  audio.currentTime = 0;
  audio.dispatchEvent(new Event("loadedmetadata"));
  expect(audio.currentTime).toBe(42);
  expect(play).toHaveBeenCalledOnce();
  expect(playback.state().status).toBe("ready");
  expect(onUnavailable).not.toHaveBeenCalled();
});

test("while a new address is loaded, its place is the one at which it broke off", async () => {
  const { audio, sign, playback } = await playing();
  setOnline(true);
  sign.mockResolvedValueOnce("/second");
  audio.dispatchEvent(new Event("error"));
  await expect.poll(() => audio.getAttribute("src")).toBe("/second");
  // As browsers do, and tell of it before the place can be set.
  audio.currentTime = 0;
  audio.dispatchEvent(new Event("durationchange"));
  expect(playback.state().time).toBe(42);
});

test("with a network a recording that can't be had is unavailable, and says so once", async () => {
  const { audio, sign, onUnavailable, playback } = await playing();
  setOnline(true);
  sign.mockRejectedValueOnce(new Error("Object not found"));
  audio.dispatchEvent(new Event("error"));
  await expect.poll(() => playback.state().status).toBe("unavailable");
  expect(onUnavailable).toHaveBeenCalledOnce();
});

test("a recording that breaks off again and again is asked for four times more, with pauses, and is then unavailable", async () => {
  const { audio, sign, onUnavailable, playback } = await playing();
  vi.mocked(wait).mockResolvedValue();
  setOnline(true);
  for (let asked = 2; asked <= 5; asked++) {
    sign.mockResolvedValueOnce(`/${asked}`);
    audio.dispatchEvent(new Event("error"));
    await expect.poll(() => audio.getAttribute("src")).toBe(`/${asked}`);
  }
  expect(vi.mocked(wait).mock.calls.map(([ms]) => ms)).toEqual([1000, 2000, 4000]);
  expect(onUnavailable).not.toHaveBeenCalled();
  audio.dispatchEvent(new Event("error"));
  expect(playback.state().status).toBe("unavailable");
  expect(onUnavailable).toHaveBeenCalledOnce();
});

test("once it plays, a later break is as the first one", async () => {
  const { audio, sign, onUnavailable } = await playing();
  setOnline(true);
  for (let asked = 2; asked <= 9; asked++) {
    sign.mockResolvedValueOnce(`/${asked}`);
    audio.dispatchEvent(new Event("error"));
    await expect.poll(() => audio.getAttribute("src")).toBe(`/${asked}`);
    audio.dispatchEvent(new Event("playing"));
  }
  expect(onUnavailable).not.toHaveBeenCalled();
});

test("what the element still tells of the recording before takes nothing of this one's place", async () => {
  const { audio, playback: before } = await playing();
  before.close();
  const address = Promise.withResolvers<string>();
  const playback = new Recording(audio, {
    sign: () => address.promise,
    onUnavailable: () => {},
    startPlaying: false,
    startAt: async () => 720,
  });
  audio.dispatchEvent(new Event("loadedmetadata"));
  expect(playback.state().status).toBe("loading");
  address.resolve("/third");
  await expect.poll(() => audio.getAttribute("src")).toBe("/third");
  audio.dispatchEvent(new Event("loadedmetadata"));
  expect([playback.state().status, audio.currentTime]).toEqual(["ready", 720]);
});
