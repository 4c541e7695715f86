import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isMobile, useIsMobile } from "./mobile.ts";

interface Device {
  agent?: string;
  touch?: number;
  width?: number;
  ratio?: number;
}
const DESKTOP_USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64)";
const IPHONE_USER_AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148";

function mockDevice({ agent = DESKTOP_USER_AGENT, touch = 0, width = 1440, ratio = 1 }: Device) {
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
  ["a desktop computer is not mobile", {}, false],
  ["a narrow window on a high-density desktop screen is not mobile", { width: 500, ratio: 2 }, false],
  ["a laptop with a high-density touch screen is not mobile", { touch: 10, ratio: 2 }, false],
  ["a small tablet with a Mac user agent is mobile", { touch: 5, width: 744, ratio: 2 }, true],
  ["a phone is mobile", { agent: IPHONE_USER_AGENT, touch: 5, width: 390, ratio: 3 }, true],
  ["a phone in landscape is mobile", { agent: IPHONE_USER_AGENT, touch: 5, width: 844, ratio: 3 }, true],
])("%s", ([_title, device, expected]) => {
  mockDevice(device);
  expect(isMobile()).toBe(expected);
});

test("useIsMobile updates 250 ms after the last resize event", () => {
  function Device() {
    return useIsMobile() ? "mobile" : "desktop";
  }
  mockDevice({ touch: 5, ratio: 2 });
  render(<Device />);
  expect(screen.getByText("desktop")).toBeDefined();
  mockDevice({ touch: 5, ratio: 2, width: 700 });
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  dispatchEvent(new Event("resize"));
  pass(200);
  dispatchEvent(new Event("resize"));
  pass(249);
  expect(screen.queryByText("mobile")).toBeNull();
  pass(1);
  expect(screen.getByText("mobile")).toBeDefined();
});
