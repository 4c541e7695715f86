const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

/** Storage key unless the caller names one (spec section 9); the app root uses `APP_THEME_KEY`. */
const DEFAULT_THEME_KEY = "vite-ui-theme";
export const APP_THEME_KEY = "app-theme";

/** The stored preference; "system" when there is none, when it is unknown, or when storage is closed to us. */
export function readTheme(key: string = DEFAULT_THEME_KEY): Theme {
  try {
    const stored = localStorage.getItem(key);
    return THEMES.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system";
  }
}

/** Puts the theme on the root element. "system" leaves no class: the style sheet then follows the system by itself. */
export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.remove("light", "dark");
  if (theme !== "system") classList.add(theme);
}

/** Stores and applies a preference. */
export function setTheme(theme: Theme, key: string = DEFAULT_THEME_KEY): void {
  try {
    localStorage.setItem(key, theme);
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
export function toggleTheme(key: string = DEFAULT_THEME_KEY): void {
  setTheme(shownTheme() === "dark" ? "light" : "dark", key);
}
