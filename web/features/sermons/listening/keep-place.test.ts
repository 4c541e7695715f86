import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepPlace } from "./keep-place.ts";
import { LOADING, type Playback, type PlaybackState } from "./playback.ts";
import * as places from "./places.ts";

vi.mock(import("./places.ts"), () => ({
  storePlace: vi.fn<typeof places.storePlace>(),
  storeLastPlace: vi.fn<typeof places.storeLastPlace>(),
  sendPlaces: vi.fn<typeof places.sendPlaces>(async () => {}),
}));
const stored = () => vi.mocked(places.storePlace).mock.calls.map(([, , seconds, heard]) => [seconds, heard]);

let state: PlaybackState;
let tell = (): void => {};
let end = (_isForgotten: boolean): void => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(places.storePlace).mockClear();
  state = { ...LOADING, status: "ready", duration: 300, time: 20 };
  const subscribe = (listener: () => void) => {
    tell = listener;
    return () => {};
  };
  end = keepPlace("ruth", "sermon", { state: () => state, subscribe } as Partial<Playback> as Playback);
});
afterEach(() => {
  end(true);
  vi.useRealTimers();
});

function change(next: Partial<PlaybackState>): void {
  state = { ...state, ...next };
  tell();
}
/** A second of playing, in which the audio element tells its time four times. */
function playSecond(): void {
  for (let quarter = 0; quarter < 4; quarter++) {
    vi.advanceTimersByTime(250);
    change({ playing: true, time: state.time + 0.25 });
  }
}

test("while it plays, the place is stored every 15 seconds and no oftener", () => {
  tell();
  change({ playing: true });
  for (let second = 0; second < 46; second++) playSecond();
  expect(stored()).toEqual([
    [35, false],
    [50, false],
    [65, false],
  ]);
});

test("what was only opened is not stored, nor a place that did not change; the first seconds count as not begun", () => {
  tell();
  end(false);
  change({ playing: true, time: 4 });
  change({ playing: false });
  change({ playing: true });
  change({ playing: false });
  expect(stored()).toEqual([[0, false]]);
});

test("in its last seconds a sermon has been heard, and begins anew the next time", () => {
  tell();
  change({ playing: true, time: 296 });
  change({ playing: false });
  expect(stored()).toEqual([[0, true]]);
});
