import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { applyTheme, readTheme, setTheme, shownTheme, toggleTheme } from "./theme.ts";

const classes = () => [...document.documentElement.classList];

function systemIs(scheme: "light" | "dark") {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes(scheme) }));
}

beforeEach(() => {
  localStorage.clear();
  document.documentElement.className = "";
});
afterEach(() => vi.unstubAllGlobals());

test("without a choice the theme is the system's and no class is set", () => {
  applyTheme(readTheme());
  expect(readTheme()).toBe("system");
  expect(classes()).toEqual([]);
  systemIs("dark");
  expect(shownTheme()).toBe("dark");
  systemIs("light");
  expect(shownTheme()).toBe("light");
});

test("a choice is stored under both keys", () => {
  setTheme("dark");
  expect(localStorage.getItem("vite-ui-theme")).toBe("dark");
  expect(localStorage.getItem("app-theme")).toBe("dark");
  expect(classes()).toEqual(["dark"]);
});

test("the app root's key is believed first, then the default one", () => {
  localStorage.setItem("vite-ui-theme", "dark");
  expect(readTheme()).toBe("dark");
  localStorage.setItem("app-theme", "light");
  expect(readTheme()).toBe("light");
});

test("going back to the system removes the class", () => {
  setTheme("dark");
  setTheme("system");
  expect(classes()).toEqual([]);
  expect(readTheme()).toBe("system");
});

test("the browser's own bar takes the colour of what is chosen", () => {
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

test("the first toggle turns what the system shows into its opposite", () => {
  systemIs("dark");
  toggleTheme();
  expect(readTheme()).toBe("light");
  toggleTheme();
  expect(readTheme()).toBe("dark");
});

test("an unknown stored value counts as system", () => {
  localStorage.setItem("app-theme", "sepia");
  expect(readTheme()).toBe("system");
});

test("closed storage neither breaks reading nor choosing", () => {
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
