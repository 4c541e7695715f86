import type { SupabaseClient } from "@supabase/supabase-js";
import { getSupabase, supabaseMade } from "../../lib/supabase.ts";
import { isRedirect } from "./auth-redirect.ts";
import { hasStoredSession } from "./stored-state.ts";

/** Whether the client has work as soon as the page opens: a stored session, or what a redirect brought. */
export const isClientNeeded = (): boolean => hasStoredSession() || isRedirect(location);

const TOUCHES = ["pointerdown", "keydown", "click", "input"] as const;

/** Resolves at the first touch or key, when another tab signs in, or when something has made the client. */
function firstNeed(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    function end() {
      heard.abort();
      resolve();
    }
    const options = { signal: heard.signal, capture: true, passive: true };
    for (const touch of TOUCHES) window.addEventListener(touch, end, options);
    window.addEventListener("storage", () => hasStoredSession() && end(), options);
    signal.addEventListener("abort", end, { signal: heard.signal });
    void supabaseMade.then(end);
  });
}

/**
 * The client, fetched when a visitor begins to do something: it is a seventh of what a sign-in screen loads, and nobody needs it for reading.
 * Null when the signal has ended. What can't be fetched is fetched at the next touch.
 */
export async function clientWhenNeeded(signal: AbortSignal): Promise<SupabaseClient | null> {
  await firstNeed(signal);
  if (signal.aborted) return null;
  return (await getSupabase().catch(() => null)) ?? clientWhenNeeded(signal);
}
