import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepClear } from "./toast-edge.ts";

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function add(box: Box, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.createElement("div");
  Object.assign(element.dataset, attributes);
  element.getBoundingClientRect = () => box as DOMRect;
  document.body.append(element);
  return element;
}
const keep = (top: number, bottom: number, { left = 20, right = 370 } = {}) =>
  add({ left, right, top, bottom }, { keepClear: "" });
const PHONE = { left: 0, right: 390 };
let end = () => {};

/** The edge of the window at which messages are shown that take this part of its width. */
function edgeOf({ left, right } = PHONE): () => string | undefined {
  const list = add({ left, right, top: 700, bottom: 844 });
  end = keepClear(list);
  return () => list.dataset["edge"];
}

beforeEach(() => vi.stubGlobal("innerHeight", 844));
afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test.each([
  ["at the bottom, where nothing is to be kept clear", [], "bottom"],
  ["at the top, where the steps of a sermon are at the bottom", [[690, 840]], "top"],
  ["at the bottom, where the steps are at the top", [[60, 200]], "bottom"],
  [
    "at the end that covers less",
    [
      [0, 90],
      [750, 760],
    ],
    "bottom",
  ],
] as const)("messages are shown %s", (_where, boxes, edge) => {
  for (const [top, bottom] of boxes) keep(top, bottom);
  expect(edgeOf()()).toBe(edge);
});

test("the button of a form is kept clear while it waits for words, too", () => {
  const button = add({ left: 20, right: 370, top: 760, bottom: 800 });
  button.innerHTML = "<button type=submit disabled></button>";
  const [inner] = button.children;
  if (inner) inner.getBoundingClientRect = () => button.getBoundingClientRect();
  expect(edgeOf()()).toBe("top");
});

test("what lies behind an open dialog is not kept clear", () => {
  keep(690, 840).setAttribute("aria-hidden", "true");
  expect(edgeOf()()).toBe("bottom");
});

test("on a wide screen a message beside what is to be kept clear stays at the bottom", () => {
  keep(760, 800, { left: 190, right: 400 });
  expect(edgeOf({ left: 992, right: 1440 })()).toBe("bottom");
});

test("a message moves when the page is scrolled so that it would cover a button, and stays where it covers nothing", () => {
  const edge = edgeOf();
  expect(edge()).toBe("bottom");
  for (const [top, shown] of [
    [760, "top"],
    [400, "top"],
    [10, "bottom"],
  ] as const) {
    const kept = keep(top, top + 40);
    window.dispatchEvent(new Event("scroll"));
    expect(edge()).toBe(shown);
    kept.remove();
  }
});
