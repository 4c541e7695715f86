import { ADMIN_PAGES_KEY, readStoredSession } from "../lib/stored-session.ts";
import { applyTheme, readTheme, toggleTheme } from "../lib/theme.ts";
import { markEarlyPresses } from "./early-press.ts";

// Inlined into the <head> of every page, so that it runs before the first paint. Marketing pages have no other script that they share,
// and work without this one.

const showTheme = () => applyTheme(readTheme());
showTheme();
// The theme was changed in another tab.
addEventListener("storage", showTheme);

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("[data-theme-toggle]")) toggleTheme();
  if (event.target.closest("[data-reload]")) location.reload();
});
markEarlyPresses();

// One of the app's scripts could not be loaded, so that none of them runs: the fallback (root.tsx) offers to try again.
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLScriptElement) document.documentElement.dataset["failed"] = "";
  },
  true,
);

/** The path of the profile picture in the stored session; undefined for pictures on other hosts. */
function pictureOf(session: string): string | undefined {
  return /"avatar_url":"[^"]*(\/storage\/v1\/object\/public\/avatars\/[\w.-]+)"/.exec(session)?.[1];
}

/** Whether a sign-up waits for its checkout: keys of web/features/auth/pending-sign-up.ts. */
function waitsForCheckout(): boolean {
  try {
    return sessionStorage.getItem("pendingSignup") !== null || localStorage.getItem("pendingSignupBackup") !== null;
  } catch {
    return false;
  }
}

const session = readStoredSession();
/** The HTML of a sign-in screen is for a visitor, that of the dashboard for a member. */
const isForOthers = location.pathname === "/dashboard" ? !session : session;
// React may show something else than that HTML, and hides it until it knows (routes/app/layout.tsx).
if (isForOthers || (/^\/sign-?up$/.test(location.pathname) && waitsForCheckout())) document.documentElement.dataset["held"] = "";
if (session) {
  // Enables the `member:` variant (app.css), by which marketing pages show the signed-in header.
  document.documentElement.dataset["member"] = "";
  const adminId = localStorage.getItem(ADMIN_PAGES_KEY);
  // Enables the `admin:` variant, by which their menus show the link to the admin pages.
  if (adminId && session.includes(adminId)) document.documentElement.dataset["admin"] = "";
  if (location.pathname === "/") {
    // Without this the landing page would flash before the redirect.
    document.documentElement.style.visibility = "hidden";
    location.replace("/dashboard");
  }
}

// Fill in what a page prerendered at build time can't contain: the year and the profile picture.
document.addEventListener("DOMContentLoaded", () => {
  for (const year of document.querySelectorAll("[data-year]")) year.textContent = String(new Date().getFullYear());
  const address = session && pictureOf(session);
  if (!address) return;
  for (const avatar of document.querySelectorAll("[data-avatar]")) {
    const picture = new Image();
    picture.alt = "";
    picture.className = "absolute inset-0 size-full object-cover";
    picture.src = address;
    // The icon below it shows instead.
    picture.addEventListener("error", () => picture.remove());
    avatar.append(picture);
  }
});
