const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

/** Storage keys of the preference, in order of precedence (docs/product.md#browser-storage). */
export const THEME_KEYS = ["app-theme", "vite-ui-theme"] as const;

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** The stored preference; "system" when there is none, it is invalid, or storage can't be read. */
export function readTheme(): Theme {
  try {
    return THEME_KEYS.map((key) => localStorage.getItem(key)).find(isTheme) ?? "system";
  } catch {
    return "system";
  }
}

/** Sets the theme's class on the root element. "system" sets none: the style sheet then follows `prefers-color-scheme`. */
export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  if (theme !== "system") classList.add(theme);
  // The colour of the browser's toolbar: the first tag is for light, the second for dark (root.tsx).
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((meta, i) => {
    const scheme = i === 0 ? "light" : "dark";
    meta.media = theme === "system" ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? "all" : "not all";
  });
}

/** Stores and applies a preference. */
export function setTheme(theme: Theme): void {
  try {
    for (const key of THEME_KEYS) localStorage.setItem(key, theme);
  } catch {
    // Storage is unavailable (private window) or full: the choice lasts until the page is left.
  }
  applyTheme(theme);
}

/** The theme that is displayed now. */
export function shownTheme(): "light" | "dark" {
  const { classList } = document.documentElement;
  if (classList.contains("dark")) return "dark";
  if (classList.contains("light")) return "light";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Switches to the other of light and dark. */
export function toggleTheme(): void {
  setTheme(shownTheme() === "dark" ? "light" : "dark");
}
