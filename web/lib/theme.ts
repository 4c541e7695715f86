const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

/** Where a preference is stored (docs/product.md#browser-storage): the app root's key, which is believed first, and the default one. */
export const THEME_KEYS = ["app-theme", "vite-ui-theme"] as const;

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

/** The stored preference; "system" when there is none, when it is unknown, or when storage is closed to us. */
export function readTheme(): Theme {
  try {
    return THEME_KEYS.map((key) => localStorage.getItem(key)).find(isTheme) ?? "system";
  } catch {
    return "system";
  }
}

/** Puts the theme on the root element. "system" leaves no class: the style sheet then follows the system by itself. */
export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  if (theme !== "system") classList.add(theme);
  // The colour of the browser's own bar: the first tag is for light, the second for dark (root.tsx).
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
    // Storage is closed (private window, full): the choice then holds for this page.
  }
  applyTheme(theme);
}

/** What is on the screen now. */
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
