import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { useMemo, useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReaderElements } from "./reading-frame.ts";
import { useAutoScroll } from "./use-auto-scroll.ts";

const PLAYER_HEIGHT = 100;
const scrolled = vi.fn<(what: "page" | "area", by: number) => void>();
let screen = { width: 390, height: 600 };
/** Tops of the sentences in the window; each is 40 high. */
let tops: number[] = [];

beforeEach(() => {
  scrolled.mockClear();
  screen = { width: 390, height: 600 };
  vi.stubGlobal("innerHeight", 600);
  vi.stubGlobal("matchMedia", (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes("min-width") && screen.width >= 1024 && screen.height >= 640 }),
  );
  const by = (options: unknown) => (options as { top: number }).top;
  vi.stubGlobal("scrollBy", (options: unknown) => scrolled("page", by(options)));
  vi.spyOn(HTMLElement.prototype, "scrollBy").mockImplementation((options) => scrolled("area", by(options)));
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(PLAYER_HEIGHT);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    const number = this.getAttribute("data-sentence");
    // The area of the text itself: from 100 to 500.
    return number === null ? new DOMRect(0, 100, 300, 400) : new DOMRect(0, tops[Number(number)], 300, 40);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Reader({ sentence }: { sentence: number }) {
  const area = useRef<HTMLDivElement>(null);
  const player = useRef<HTMLDivElement>(null);
  const elements = useMemo((): ReaderElements => ({ area, player }), []);
  const { following } = useAutoScroll(elements, sentence);
  return (
    <>
      <div ref={area}>
        <div data-radix-scroll-area-viewport="">
          <span data-sentence="0" />
          <span data-sentence="1" />
        </div>
      </div>
      <div ref={player}>{following ? "following" : "left"}</div>
    </>
  );
}

test.each([
  // A quarter of the 500 pixels above the player.
  ["page", { width: 390, height: 844 }, 900 - 125],
  ["page", { width: 1440, height: 450 }, 900 - 125],
  // A quarter of the area's 400, below its top.
  ["area", { width: 1440, height: 900 }, 900 - 200],
] as const)("the %s scrolls to a spoken sentence out of sight (%o)", (what, size, by) => {
  screen = size;
  tops = [150, 900];
  const { rerender } = render(<Reader sentence={0} />);
  expect(scrolled).not.toHaveBeenCalled();
  rerender(<Reader sentence={1} />);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith(what, by);
});

test("a sentence behind the player is out of sight, one well above it stays", () => {
  tops = [300, 520];
  const { rerender } = render(<Reader sentence={0} />);
  expect(scrolled).not.toHaveBeenCalled();
  rerender(<Reader sentence={1} />);
  expect(scrolled).toHaveBeenCalledExactlyOnceWith("page", 520 - 125);
});

test.each<[string, () => void]>([
  ["turns the wheel", () => fireEvent.wheel(document.body)],
  ["moves a finger", () => fireEvent.touchMove(document.body)],
  ["presses a key that scrolls", () => fireEvent.keyDown(document.body, { key: "PageDown" })],
])("a reader who %s is left where they are", (_does, scroll) => {
  tops = [150, 900];
  const { rerender, getByText } = render(<Reader sentence={0} />);
  act(scroll);
  getByText("left");
  rerender(<Reader sentence={1} />);
  expect(scrolled).not.toHaveBeenCalled();
});
