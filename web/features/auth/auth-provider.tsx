import type { User } from "@supabase/supabase-js";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { getSupabase } from "../../lib/supabase.ts";
import { AuthContext, type AuthState } from "./auth-context.tsx";

async function signOut(): Promise<void> {
  const { error } = await (await getSupabase()).auth.signOut({ scope: "global" });
  if (error) throw error;
}

/** Follows the session of the client and hands it to everything below. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<{ user: User | null } | null>(null);

  useEffect(() => {
    const left = new AbortController();
    async function follow() {
      const { auth } = await getSupabase();
      if (left.signal.aborted) return;
      const { data } = auth.onAuthStateChange((_event, next) => setSession({ user: next?.user ?? null }));
      left.signal.addEventListener("abort", () => data.subscription.unsubscribe());
    }
    follow().catch(() => setSession({ user: null }));
    return () => left.abort();
  }, []);

  const auth = useMemo<AuthState>(() => {
    if (!session) return { status: "initializing", user: null, signOut };
    return { status: session.user ? "signed-in" : "signed-out", user: session.user, signOut };
  }, [session]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
