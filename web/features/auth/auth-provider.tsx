import type { AuthChangeEvent, Session } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { STARTUP } from "../../../shared/messages/auth.ts";
import { OFFLINE } from "../../../shared/messages/offline.ts";
import { forgetKept } from "../../lib/kept.ts";
import { isOnline } from "../../lib/online.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";
import { describeRedirectError, stripRedirectParams } from "./auth-redirect.ts";
import { awaitsSecondFactor } from "./assurance-level.ts";
import { AuthContext, type AuthState } from "./auth-context.tsx";
import { errorLogData } from "./auth-error.ts";
import { clientWhenNeeded, isClientNeeded } from "./client-needed.ts";
import { record } from "./diagnostics/diagnostic-log.ts";
import { isFirstSignIn } from "./first-sign-in.ts";
import { checkHealth, HEALTH_RETRIES, healthDelay } from "./health.ts";
import { passwordNeeded } from "./password-needed.ts";
import { clearAwaitingConfirmation } from "./pending-sign-up.ts";
import { clearStoredState, forgetDrafts, hasStoredSession, parseStoredSession } from "./stored-state.ts";
import { wait } from "../../lib/wait.ts";

/** Long enough to read the message (docs/product.md#timings-and-retries). */
const REDIRECT_MS = 2_000;
/** How long a sign-in that could not be checked stands before the service is asked again. */
const RECHECK_MS = 10_000;

async function waitUntilHealthy(signal: AbortSignal): Promise<boolean> {
  for (let failures = 0; !signal.aborted;) {
    if ((await checkHealth()).healthy) return true;
    failures += 1;
    if (failures > HEALTH_RETRIES || !navigator.onLine) return false;
    await wait(healthDelay(failures), signal);
  }
  return false;
}

interface SessionHandlers {
  onService: (found: boolean) => void;
  /** The page was opened by a redirect whose sign-in failed. */
  onRedirectError: (error: Error) => Promise<void>;
  onEvent: (event: AuthChangeEvent, session: Session | null) => void;
}

/** Health check first, then the client's events, until the signal ends (docs/product.md#session-start). A visitor's come when they are needed. */
async function watchSession(signal: AbortSignal, { onService, onRedirectError, onEvent }: SessionHandlers): Promise<void> {
  // Loaded in parallel with the health check; a failure is handled below.
  const loading = isClientNeeded() ? getSupabase() : null;
  loading?.catch(() => {});
  const healthy = await waitUntilHealthy(signal);
  if (signal.aborted) return;
  onService(healthy);
  if (!healthy) return;
  if (!loading) onEvent("INITIAL_SESSION", null);
  const client = await (loading?.catch(getSupabase) ?? clientWhenNeeded(signal));
  if (!client) return;
  const { auth } = client;
  // The client exchanges the code in the address for a session when it starts; this waits for that.
  const { error } = await auth.initialize();
  if (error && !signal.aborted) await onRedirectError(error);
  if (signal.aborted) return;
  const { data } = auth.onAuthStateChange(onEvent);
  signal.addEventListener("abort", () => data.subscription.unsubscribe());
}

function statusOf(session: Session | null): "signed-in" | "second-factor" | "signed-out" {
  if (!session) return "signed-out";
  return awaitsSecondFactor(session) ? "second-factor" : "signed-in";
}

/** Provides the client's session (`useAuth`) to the component tree. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [state, setState] = useState<Pick<AuthState, "status" | "user" | "needsPassword" | "signedOutHere">>({
    status: "initializing",
    user: null,
  });
  const signingOut = useRef(false);
  const watch = useRef<AbortController | null>(null);
  const isUnreachable = useRef(false);
  /** The stored session that was believed while there was no network. */
  const believed = useRef<Session | null>(null);

  const start = useCallback(() => {
    watch.current?.abort();
    watch.current = new AbortController();
    const { signal } = watch.current;
    isUnreachable.current = false;
    // The client also sends SIGNED_IN when the window gets the focus, so compare with the previous state to detect a sign-in.
    let previous: { userId: string | null; status: AuthState["status"] } | null = null;
    function unreachable() {
      if (signal.aborted) return;
      isUnreachable.current = true;
      const kept = believed.current ?? (isOnline() ? null : parseStoredSession());
      if (!kept || statusOf(kept) !== "signed-in") return setState({ status: "unreachable", user: null });
      // Nothing that the server has can be seen with it, so it may be believed until the service answers.
      believed.current = kept;
      setState({ status: "signed-in", user: kept.user });
    }
    if (believed.current) previous = { userId: believed.current.user.id, status: "signed-in" };
    else if (!isOnline() && hasStoredSession()) return unreachable();
    function onEvent(event: AuthChangeEvent, session: Session | null) {
      record("info", "auth event", { event });
      // The stored session could not be refreshed: the network is down.
      if (event === "INITIAL_SESSION" && !session && hasStoredSession()) return unreachable();
      const userId = session?.user.id ?? null;
      const status = statusOf(session);
      const isSignInEvent = event === "SIGNED_IN" || event === "MFA_CHALLENGE_VERIFIED";
      const hasArrived = isSignInEvent && status === "signed-in" && previous && previous.status !== "signed-in";
      if (hasArrived && session && !isFirstSignIn(session.user)) toast({ title: STARTUP.welcomeBack });
      if (event === "SIGNED_OUT") clearStoredState();
      if (session) clearAwaitingConfirmation();
      if (previous?.userId && previous.userId !== userId) queryClient.clear();
      // Nobody else on this device finds what was kept for somebody who left.
      if (previous?.userId !== userId || !session) void forgetKept(userId);
      previous = { userId, status };
      believed.current = null;
      if (session) signingOut.current = false;
      setState({
        status,
        user: status === "signed-in" && session ? session.user : null,
        needsPassword: passwordNeeded(session),
        signedOutHere: signingOut.current,
      });
    }
    async function onRedirectError(error: Error) {
      const cleanAddress = stripRedirectParams(location);
      if (cleanAddress === location.pathname + location.search + location.hash) return;
      record("error", "arrival failed", errorLogData(error));
      toast({ ...describeRedirectError(error), variant: "destructive" });
      await navigate(cleanAddress, { replace: true });
    }
    watchSession(signal, {
      onService: (found) => {
        if (!found) unreachable();
        else if (!believed.current) setState({ status: "resolving", user: null });
      },
      onRedirectError,
      onEvent,
    }).catch(unreachable);
  }, [queryClient, navigate]);

  useEffect(() => {
    start();
    return () => watch.current?.abort();
  }, [start]);

  const retry = useCallback(() => {
    if (!isUnreachable.current) return;
    if (!believed.current) setState({ status: "initializing", user: null });
    start();
  }, [start]);

  useEffect(() => {
    window.addEventListener("online", retry);
    // The network is there, and the service does not answer.
    const recheck = setInterval(() => {
      if (believed.current && isOnline()) retry();
    }, RECHECK_MS);
    return () => {
      window.removeEventListener("online", retry);
      clearInterval(recheck);
    };
  }, [retry]);

  const signOut = useCallback(async () => {
    signingOut.current = true;
    const online = isOnline();
    // Without a network the client would ask for half a minute, if it is there at all.
    const auth = online ? (await getSupabase().catch(() => null))?.auth : undefined;
    const asked = await auth?.signOut({ scope: "global" });
    if (!asked || asked.error) {
      if (online) toast({ title: STARTUP.signOutFailed, variant: "destructive" });
      else toast({ title: OFFLINE.signedOutHere, description: OFFLINE.signedInElsewhere });
      // End the session in this browser all the same; loading a new document clears everything in memory.
      await auth?.signOut({ scope: "local" });
      clearStoredState();
      forgetDrafts();
      await wait(REDIRECT_MS);
      location.assign("/login");
      return;
    }
    forgetDrafts();
    toast({ title: STARTUP.signedOut });
    await navigate("/login", { replace: true });
  }, [navigate]);

  const auth = useMemo<AuthState>(() => ({ ...state, signOut, retry }), [state, signOut, retry]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}
