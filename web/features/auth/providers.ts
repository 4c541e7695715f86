import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { PROVIDER_SIGN_IN } from "../../../shared/messages/auth.ts";
import { getConfig } from "../../lib/config.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { record } from "./diagnostics/diagnostic-log.ts";

export interface Provider {
  id: string;
  /** Display name. */
  name: string;
}

const settings = z.object({ external: z.record(z.string(), z.unknown()) });

/** Entries of `external` that are not OAuth providers. */
const OTHER_SETTINGS = new Set(["email", "phone", "anonymous_users"]);

/** "our-church" is "Our church". */
const displayName = (id: string): string => (id.charAt(0).toUpperCase() + id.slice(1)).replaceAll(/[-_]/g, " ");

/** The enabled OAuth providers, from `GET /auth/v1/settings`. */
export const providers = () =>
  queryOptions({
    queryKey: ["auth", "providers"],
    queryFn: async (): Promise<Provider[]> => {
      const { supabaseUrl, supabaseAnonKey } = await getConfig();
      const response = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseAnonKey } });
      if (!response.ok) throw new Error(`the settings answered ${response.status}`);
      const { external } = settings.parse(await response.json());
      return Object.entries(external)
        .filter(([id, on]) => on === true && !OTHER_SETTINGS.has(id))
        .map(([id]) => ({ id, name: displayName(id) }));
    },
    // Changes only with the server's configuration.
    staleTime: Infinity,
  });

/** Redirects to the provider's page, which returns to `path`. Resolves to an error text, or null when the browser is being redirected. */
export async function signInWithProvider(provider: string, path: string): Promise<string | null> {
  try {
    const { auth } = await getSupabase();
    record("info", "sign-in elsewhere", { provider });
    // The client's type lists the providers of hosted Supabase; installations name their own.
    const { error } = await auth.signInWithOAuth({
      provider: provider as Parameters<typeof auth.signInWithOAuth>[0]["provider"],
      options: { redirectTo: location.origin + path },
    });
    return error ? PROVIDER_SIGN_IN.unreachable : null;
  } catch {
    return PROVIDER_SIGN_IN.unreachable;
  }
}
