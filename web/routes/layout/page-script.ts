import { APP_THEME_KEY, applyTheme, readTheme, toggleTheme } from "../../lib/theme.ts";

// In the <head> of every page, before anything is painted. On marketing pages it is the only script: they work without it.

applyTheme(readTheme(APP_THEME_KEY));

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-theme-toggle]")) toggleTheme(APP_THEME_KEY);
});

// supabase-js keeps the session under "sb-<first label of the host>-auth-token" (its default storage key).
function hasSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key));
  } catch {
    return false;
  }
}

if (hasSession()) {
  // `member:` in the style sheet: the header of a marketing page then shows the signed-in state.
  document.documentElement.dataset["member"] = "";
  if (location.pathname === "/") location.replace("/dashboard");
}
