import type { SupabaseClient } from "@supabase/supabase-js";
import { getConfig } from "./config.ts";

/** Off, because the query client retries: supabase-js would add three retries to each of its attempts. */
const db = { retry: false };

let creating: Promise<SupabaseClient> | undefined;
let made = () => {};
/** Resolves when this page's client is there. */
export const supabaseMade = new Promise<void>((resolve) => (made = resolve));

async function create(): Promise<SupabaseClient> {
  const [{ createClient }, config] = await Promise.all([import("@supabase/supabase-js"), getConfig()]);
  const client = createClient(config.supabaseUrl, config.supabaseAnonKey, {
    db,
    auth: { flowType: "pkce", persistSession: true, autoRefreshToken: true },
  });
  made();
  return client;
}

let ephemeralClients = 0;

/** A client without a stored session, which stores none either: for diagnostics. */
export async function createEphemeralClient(): Promise<SupabaseClient> {
  const [{ createClient }, config] = await Promise.all([import("@supabase/supabase-js"), getConfig()]);
  return createClient(config.supabaseUrl, config.supabaseAnonKey, {
    db,
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: `ephemeral-${++ephemeralClients}`,
    },
  });
}

/**
 * The one client of this page: PKCE, session in local storage under the library's default key, refreshed automatically.
 * Rejects when the configuration can't be loaded; the next call tries again.
 */
export function getSupabase(): Promise<SupabaseClient> {
  creating ??= create().catch((error: unknown) => {
    creating = undefined;
    throw error;
  });
  return creating;
}
