import { applyTheme, readTheme, toggleTheme } from "../lib/theme.ts";

// In the <head> of every page, before anything is painted. On marketing pages it is the only script: they work without it.

const showTheme = () => applyTheme(readTheme());
showTheme();
// Chosen in another tab.
addEventListener("storage", showTheme);

document.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("[data-theme-toggle]")) toggleTheme();
});

/** supabase-js keeps the session under "sb-<first label of the host>-auth-token" (its default storage key). */
function storedSession(): string | null {
  try {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name));
    return key === undefined ? null : localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The path of the picture that the session names; of an address elsewhere, nothing. */
function pictureOf(session: string): string | undefined {
  return /"avatar_url":"[^"]*(\/storage\/v1\/object\/public\/avatars\/[\w.-]+)"/.exec(session)?.[1];
}

const session = storedSession();
if (session) {
  // `member:` in the style sheet: the header of a marketing page then shows the signed-in state.
  document.documentElement.dataset["member"] = "";
  if (location.pathname === "/") {
    // Or the landing page would be seen until the other one has come.
    document.documentElement.style.visibility = "hidden";
    location.replace("/dashboard");
  }
}

// What a file that was made at build time can't know.
document.addEventListener("DOMContentLoaded", () => {
  for (const year of document.querySelectorAll("[data-year]")) year.textContent = String(new Date().getFullYear());
  const address = session && pictureOf(session);
  if (!address) return;
  for (const avatar of document.querySelectorAll("[data-avatar]")) {
    const picture = new Image();
    picture.alt = "";
    picture.className = "absolute inset-0 size-full object-cover";
    picture.src = address;
    avatar.append(picture);
  }
});
