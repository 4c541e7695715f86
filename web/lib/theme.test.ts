import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyTheme, readTheme, setTheme, shownTheme, toggleTheme } from "./theme.ts";

const classes = () => [...document.documentElement.classList];

function mockSystemTheme(scheme: "light" | "dark") {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(scheme) }));
}

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = "";
});
afterEach(() => vi.unstubAllGlobals());

test("without a stored preference the system's theme is shown and no class is set", () => {
  applyTheme(readTheme());
  expect(readTheme()).toBe("system");
  expect(classes()).toEqual([]);
  mockSystemTheme("dark");
  expect(shownTheme()).toBe("dark");
  mockSystemTheme("light");
  expect(shownTheme()).toBe("light");
});

test("a chosen theme is stored under both keys", () => {
  setTheme("dark");
  expect(localStorage.getItem("vite-ui-theme")).toBe("dark");
  expect(localStorage.getItem("app-theme")).toBe("dark");
  expect(classes()).toEqual(["dark"]);
});

test("the stored app-theme takes precedence over vite-ui-theme", () => {
  localStorage.setItem("vite-ui-theme", "dark");
  expect(readTheme()).toBe("dark");
  localStorage.setItem("app-theme", "light");
  expect(readTheme()).toBe("light");
});

test("choosing the system's theme removes the class", () => {
  setTheme("dark");
  setTheme("system");
  expect(classes()).toEqual([]);
  expect(readTheme()).toBe("system");
});

test("the browser's toolbar takes the colour of the chosen theme", () => {
  for (const scheme of ["light", "dark"])
    document.head.insertAdjacentHTML("beforeend", `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})">`);
  const media = () => [...document.querySelectorAll<HTMLMetaElement>("meta[name='theme-color']")].map((meta) => meta.media);
  applyTheme("dark");
  expect(media()).toEqual(["not all", "all"]);
  applyTheme("light");
  expect(media()).toEqual(["all", "not all"]);
  applyTheme("system");
  expect(media()).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
});

test("the first toggle switches to the opposite of the system's theme", () => {
  mockSystemTheme("dark");
  toggleTheme();
  expect(readTheme()).toBe("light");
  toggleTheme();
  expect(readTheme()).toBe("dark");
});

test("an unknown stored value is read as the system theme", () => {
  localStorage.setItem("app-theme", "sepia");
  expect(readTheme()).toBe("system");
});

test("reading and choosing a theme work when storage is not available", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
    setItem: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(readTheme()).toBe("system");
  setTheme("dark");
  expect(classes()).toEqual(["dark"]);
});
