import type { Session } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { isDraftKey } from "../../lib/draft-key.ts";
import { forgetKept } from "../../lib/kept.ts";
import { LISTENING_KEY } from "../../lib/listening-key.ts";
import { readStoredSession } from "../../lib/stored-session.ts";
import { THEME_KEYS } from "../../lib/theme.ts";
import { PENDING_KEYS } from "./pending-sign-up.ts";

/** Storage key of the secret of an unfinished PKCE flow. */
const CODE_VERIFIER = /-code-verifier$/;

/** Whether a session is stored in this browser; it may be expired. */
export const hasStoredSession = (): boolean => readStoredSession() !== null;

/** What is read of a stored session before the client reads all of it. */
const sessionShape = z.looseObject({ access_token: z.string(), user: z.looseObject({ id: z.string() }) });

/** The stored session, which may be expired or ended; for when the auth service can't be asked. Null if there is none. */
export function parseStoredSession(): Session | null {
  try {
    return sessionShape.parse(JSON.parse(readStoredSession() ?? "null")) as unknown as Session;
  } catch {
    return null;
  }
}

const isTheme = (key: string) => THEME_KEYS.some((theme) => theme === key);

function isKept(key: string): boolean {
  return isTheme(key) || CODE_VERIFIER.test(key) || PENDING_KEYS.has(key) || isDraftKey(key) || key === LISTENING_KEY;
}

/**
 * Clears browser storage and the cookies that scripts can see, as the login page does on load (docs/product.md#sign-in). The theme, a PKCE flow
 * under way, a pending sign-up, typed topics and notes that are not stored yet stay; sermons that are kept on this device go. Call it only when nobody is signed in: it removes a session too.
 */
export function clearStoredState(keep: (key: string) => boolean = isKept): void {
  void forgetKept();
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

/** Removes the topics and notes that were typed in this browser, for whoever signs out: a session that ends by itself leaves them. */
export function forgetDrafts(): void {
  clearStoredState((key) => !isDraftKey(key));
}
