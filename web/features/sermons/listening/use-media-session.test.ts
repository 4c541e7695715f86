import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOADING, type Playback, type PlaybackState } from "./playback.ts";
import { useMediaSession } from "./use-media-session.ts";

const handlers = new Map<string, MediaSessionActionHandler | null>();
const setPositionState = vi.fn<(state: MediaPositionState) => void>();
const session = {
  metadata: null as { album: string; artwork: { src: string }[] } | null,
  playbackState: "none",
  setPositionState,
  setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => void handlers.set(action, handler),
};
let state: PlaybackState;
let tell = (): void => {};
const playback = {
  state: () => state,
  subscribe: (listener: () => void) => {
    tell = listener;
    return () => {};
  },
  play: vi.fn<() => void>(),
  pause: vi.fn<() => void>(),
  seek: vi.fn<(seconds: number) => void>(),
};
const chapters = [
  { name: "Opening", start: 0, end: 40 },
  { name: "Prayer", start: 40, end: 100 },
];
const act = (action: MediaSessionAction, details: object = {}) => handlers.get(action)?.({ action, ...details });

beforeEach(() => {
  Object.defineProperty(navigator, "mediaSession", { value: session, configurable: true });
  vi.stubGlobal(
    "MediaMetadata",
    vi.fn(function (this: object, init: object) {
      Object.assign(this, init);
    }),
  );
  state = { ...LOADING, status: "ready", playing: true, time: 30, duration: 100, rate: 1.5 };
  renderHook(() => useMediaSession(playback as Partial<Playback> as Playback, "The Open Door", "/picture.webp", chapters));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "mediaSession");
});

test("the lock screen shows title, chapter, picture, and where it stands at which speed", () => {
  expect(session.metadata).toMatchObject({ title: "The Open Door", artist: "Lampstand", album: "Opening" });
  expect(session.metadata?.artwork[0]?.src).toBe(`${location.origin}/picture.webp`);
  expect(setPositionState).toHaveBeenLastCalledWith({ duration: 100, playbackRate: 1.5, position: 30 });
  expect(session.playbackState).toBe("playing");
  state = { ...state, time: 45, playing: false };
  tell();
  expect(session.metadata?.album).toBe("Prayer");
  expect(session.playbackState).toBe("paused");
});

test("its buttons play, pause, go 15 seconds back and on, to a place, and from chapter to chapter", () => {
  act("play");
  act("pause");
  expect([playback.play, playback.pause].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  const moves: [MediaSessionAction, object, number][] = [
    ["seekbackward", {}, 15],
    ["seekforward", {}, 45],
    ["seekforward", { seekOffset: 5 }, 35],
    ["seekto", { seekTime: 12 }, 12],
    ["previoustrack", {}, 0],
    ["nexttrack", {}, 40],
  ];
  for (const [action, details, to] of moves) {
    act(action, details);
    expect(playback.seek, action).toHaveBeenLastCalledWith(to);
  }
});

test("with the player it is gone from the lock screen", () => {
  cleanup();
  expect([session.metadata, session.playbackState, ...handlers.values()].filter((value) => value !== null)).toEqual(["none"]);
});
