import type { AuthChangeEvent, Session, User } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { STARTUP } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";
import { AuthContext, type AuthState } from "./auth-context.tsx";
import { checkHealth, HEALTH_RETRIES, healthDelay } from "./health.ts";
import { confirmationArrived } from "./pending-sign-up.ts";
import { clearStoredState, hasStoredSession } from "./stored-state.ts";
import { wait } from "../../lib/wait.ts";

/** Long enough to read the message (spec section 9, redirect after an error). */
const REDIRECT_MS = 2_000;

async function becomesHealthy(signal: AbortSignal): Promise<boolean> {
  for (let failures = 0; !signal.aborted;) {
    if ((await checkHealth()).healthy) return true;
    failures += 1;
    if (failures > HEALTH_RETRIES || !navigator.onLine) return false;
    await wait(healthDelay(failures), signal);
  }
  return false;
}

interface Follower {
  onService: (found: boolean) => void;
  onEvent: (event: AuthChangeEvent, session: Session | null) => void;
}

/** Health check first, then the client's events, until the signal ends (spec section 4, Auth bootstrap). */
async function follow(signal: AbortSignal, { onService, onEvent }: Follower): Promise<void> {
  // Loads beside the check; a failure is met below.
  const loading = getSupabase();
  loading.catch(() => {});
  const healthy = await becomesHealthy(signal);
  if (signal.aborted) return;
  onService(healthy);
  if (!healthy) return;
  const { auth } = await loading.catch(getSupabase);
  if (signal.aborted) return;
  const { data } = auth.onAuthStateChange(onEvent);
  signal.addEventListener("abort", () => data.subscription.unsubscribe());
}

/** Follows the session of the client and hands it to everything below. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<{ status: AuthState["status"]; user: User | null }>({ status: "initializing", user: null });
  const following = useRef<AbortController | null>(null);
  const isUnreachable = useRef(false);

  const start = useCallback(() => {
    following.current?.abort();
    following.current = new AbortController();
    const { signal } = following.current;
    isUnreachable.current = false;
    // The client also says SIGNED_IN when the window gets the focus, so what was known before decides what is news.
    let known: { userId: string | null } | null = null;
    function unreachable() {
      if (signal.aborted) return;
      isUnreachable.current = true;
      setState({ status: "unreachable", user: null });
    }
    function onEvent(event: AuthChangeEvent, session: Session | null) {
      // The session could not be refreshed and is still stored: the network went away.
      if (event === "INITIAL_SESSION" && !session && hasStoredSession()) return unreachable();
      const userId = session?.user.id ?? null;
      if (event === "SIGNED_IN" && known?.userId === null) toast({ title: STARTUP.welcomeBack });
      if (event === "SIGNED_OUT") clearStoredState();
      if (session) confirmationArrived();
      if (known?.userId && known.userId !== userId) queryClient.clear();
      known = { userId };
      setState({ status: session ? "signed-in" : "signed-out", user: session?.user ?? null });
    }
    follow(signal, {
      onService: (found) => (found ? setState({ status: "resolving", user: null }) : unreachable()),
      onEvent,
    }).catch(unreachable);
  }, [queryClient]);

  useEffect(() => {
    start();
    return () => following.current?.abort();
  }, [start]);

  const retry = useCallback(() => {
    if (!isUnreachable.current) return;
    setState({ status: "initializing", user: null });
    start();
  }, [start]);

  useEffect(() => {
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [retry]);

  const signOut = useCallback(async () => {
    const { auth } = await getSupabase();
    const { error } = await auth.signOut({ scope: "global" });
    if (error) {
      toast({ title: STARTUP.signOutFailed, variant: "destructive" });
      // This browser forgets the session all the same; a fresh document forgets the rest.
      await auth.signOut({ scope: "local" });
      await wait(REDIRECT_MS);
      location.assign("/login");
      return;
    }
    toast({ title: STARTUP.signedOut });
    // First the guard leaves, remembering the page; then this goes over it: the next person should not land there.
    flushSync(() => setState({ status: "signed-out", user: null }));
    await navigate("/login", { replace: true });
  }, [navigate]);

  const auth = useMemo<AuthState>(() => ({ ...state, signOut, retry }), [state, signOut, retry]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
