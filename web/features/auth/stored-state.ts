import { isDraftKey } from "../../lib/draft-key.ts";
import { THEME_KEYS } from "../../lib/theme.ts";
import { PENDING_KEYS } from "./pending-sign-up.ts";

/** Storage key of supabase-js's session: "sb-<first label of the host>-auth-token". */
const SESSION = /^sb-.+-auth-token$/;
/** Storage key of the secret of an unfinished PKCE flow. */
const CODE_VERIFIER = /-code-verifier$/;

/** Whether a session is stored in this browser; it may be expired. */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => SESSION.test(key));
  } catch {
    return false;
  }
}

const isTheme = (key: string) => THEME_KEYS.some((theme) => theme === key);

function isKept(key: string): boolean {
  return isTheme(key) || CODE_VERIFIER.test(key) || PENDING_KEYS.has(key) || isDraftKey(key);
}

/**
 * Clears browser storage and the cookies that scripts can see, as the login page does on load (docs/product.md#sign-in). The theme, a PKCE flow
 * under way, a pending sign-up and typed topics stay. Call it only when nobody is signed in: it removes a session too.
 */
export function clearStoredState(keep: (key: string) => boolean = isKept): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) if (!keep(key)) storage.removeItem(key);
    }
    for (const cookie of document.cookie.split(";")) {
      const name = cookie.split("=")[0]?.trim();
      if (name) document.cookie = `${name}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`;
    }
  } catch {
    // Storage is unavailable (private window), so there is nothing to clear.
  }
}

/** Clears everything but the theme, for when stored data is broken. */
export function clearAllStoredState(): void {
  clearStoredState(isTheme);
}

/** Removes the topics that were typed in this browser, for whoever signs out: a session that ends by itself leaves them. */
export function forgetDrafts(): void {
  clearStoredState((key) => !isDraftKey(key));
}
