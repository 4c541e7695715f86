import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setListening } from "./current.ts";
import { LOADING, type Playback } from "./playback.ts";
import { cancelSleep, startSleep } from "./sleep-timer.ts";

let time = 0;
const playback = {
  state: () => ({ ...LOADING, time, rate: 2 }),
  pause: vi.fn<() => void>(),
  fade: vi.fn<(part: number) => void>(),
};

beforeEach(() => {
  vi.useFakeTimers();
  time = 0;
  playback.pause.mockClear();
  playback.fade.mockClear();
  setListening({ playback: playback as unknown as Playback } as never);
});
afterEach(() => {
  cancelSleep();
  setListening(null);
  vi.useRealTimers();
});

test("after the chosen minutes the sound has faded and stops, and what comes next is as loud as before", () => {
  startSleep({ minutes: 5 });
  vi.advanceTimersByTime(5 * 60_000 - 8_000);
  expect(Math.min(...playback.fade.mock.calls.flat())).toBe(1);
  vi.advanceTimersByTime(6_000);
  expect(playback.fade.mock.lastCall?.[0]).toBeCloseTo(0.25);
  expect(playback.pause).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(playback.pause).toHaveBeenCalledOnce();
  expect(playback.fade.mock.lastCall).toEqual([1]);
  vi.advanceTimersByTime(60_000);
  expect(playback.pause).toHaveBeenCalledOnce();
});

test("at the end of a chapter it stops by the place in the recording, at every speed", () => {
  startSleep({ chapterEnd: 60 });
  time = 52;
  vi.advanceTimersByTime(250);
  expect(playback.fade.mock.lastCall?.[0]).toBeCloseTo(0.5);
  expect(playback.pause).not.toHaveBeenCalled();
  time = 60;
  vi.advanceTimersByTime(250);
  expect(playback.pause).toHaveBeenCalledOnce();
});

test("a timer that is cancelled stops nothing and gives the volume back", () => {
  startSleep({ minutes: 5 });
  vi.advanceTimersByTime(5 * 60_000 - 4_000);
  cancelSleep();
  expect(playback.fade.mock.lastCall).toEqual([1]);
  vi.advanceTimersByTime(60_000);
  expect(playback.pause).not.toHaveBeenCalled();
});
