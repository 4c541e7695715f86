import { afterEach, expect, test, vi } from "vitest";
import { markEarlyPresses, pressAgain } from "./early-press.ts";

const listen = vi.spyOn(document, "addEventListener");
afterEach(() => {
  for (const [type, listener] of listen.mock.calls) document.removeEventListener(type, listener);
  listen.mockClear();
});

/** A page's HTML, and what its buttons did and its form sent once React runs it. */
function open(attributes: string) {
  document.body.innerHTML = `<div ${attributes}><form><input><button>Sign In</button></form>
    <button type="button">Open menu</button><button type="button" data-theme-toggle>Theme</button></div>`;
  markEarlyPresses();
  const done: string[] = [];
  const buttons = [...document.querySelectorAll("button")];
  const press = (name: string) => buttons.find(({ textContent }) => textContent === name)?.click();
  const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  document.querySelector("form")?.addEventListener("submit", sent);
  const run = () => {
    document.querySelector("[data-waits]")?.removeAttribute("data-waits");
    for (const button of buttons) button.addEventListener("click", () => done.push(button.textContent));
    pressAgain();
  };
  const marked = () => [...document.querySelectorAll("[data-pressed]")].map(({ textContent }) => textContent);
  return { press, run, done, sent, marked };
}

test("a button that is pressed before React runs the page sends nothing, and is pressed when it does", () => {
  const { press, run, done, sent, marked } = open('data-waits=""');
  press("Sign In");
  expect(marked()).toEqual(["Sign In"]);
  expect(sent).not.toHaveBeenCalled();
  run();
  expect(done).toEqual(["Sign In"]);
  expect(sent).toHaveBeenCalledOnce();
  expect(marked()).toEqual([]);
});

test("of several the last counts, and what needs no React is not done twice", () => {
  const { press, run, done } = open('data-waits=""');
  press("Sign In");
  press("Open menu");
  press("Theme");
  run();
  expect(done).toEqual(["Open menu"]);
});

test("where React runs already, or never does, a press is left alone", () => {
  const { press, run, done, sent } = open("");
  press("Sign In");
  expect(sent).toHaveBeenCalledOnce();
  run();
  expect(done).toEqual([]);
});
