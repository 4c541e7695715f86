import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isMobile, useIsMobile } from "./mobile.ts";

interface Device {
  agent?: string;
  touch?: number;
  width?: number;
  ratio?: number;
}
const DESK = "Mozilla/5.0 (X11; Linux x86_64)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148";

function hold({ agent = DESK, touch = 0, width = 1440, ratio = 1 }: Device) {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  vi.spyOn(navigator, "maxTouchPoints", "get").mockReturnValue(touch);
  vi.stubGlobal("innerWidth", width);
  vi.stubGlobal("devicePixelRatio", ratio);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.for<[string, Device, boolean]>([
  ["a desk", {}, false],
  ["a narrow window on a sharp screen", { width: 500, ratio: 2 }, false],
  ["a laptop with a touch screen, sharp and wide", { touch: 10, ratio: 2 }, false],
  ["a small, sharp tablet that says it is a Mac", { touch: 5, width: 744, ratio: 2 }, true],
  ["a telephone", { agent: IPHONE, touch: 5, width: 390, ratio: 3 }, true],
  ["a telephone held sideways", { agent: IPHONE, touch: 5, width: 844, ratio: 3 }, true],
])("%s", ([_what, device, expected]) => {
  hold(device);
  expect(isMobile()).toBe(expected);
});

test("a window that is resized is looked at again when it has been still for 250 ms", () => {
  function Device() {
    return useIsMobile() ? "mobile" : "desk";
  }
  hold({ touch: 5, ratio: 2 });
  render(<Device />);
  expect(screen.getByText("desk")).toBeDefined();
  hold({ touch: 5, ratio: 2, width: 700 });
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  dispatchEvent(new Event("resize"));
  pass(200);
  dispatchEvent(new Event("resize"));
  pass(249);
  expect(screen.queryByText("mobile")).toBeNull();
  pass(1);
  expect(screen.getByText("mobile")).toBeDefined();
});
