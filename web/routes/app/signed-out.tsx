import { Navigate, Outlet, useLocation } from "react-router";
import { STARTUP } from "../../../shared/messages/auth.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { CHOOSE_PASSWORD } from "../../features/auth/password-needed.ts";
import { returnTarget } from "../../features/auth/return-target.ts";
import { hasStoredSession } from "../../features/auth/stored-state.ts";
import { useHydrated } from "../../lib/hydrated.ts";
import { PageLoading } from "../../shell/page-loading.tsx";

/** Guard: redirects people who are (or just got) signed in to the page that they wanted. */
export default function SignedOutOnly() {
  const { status, needsPassword } = useAuth();
  const { pathname, state } = useLocation();
  const hydrated = useHydrated();
  if (status === "signed-in") return <Navigate to={needsPassword ? CHOOSE_PASSWORD : returnTarget(state)} replace />;
  // The second factor is missing: only the sign-in page asks for it.
  if (status === "second-factor" && pathname !== "/login") return <Navigate to="/login" replace state={state} />;
  // With a stored session a redirect is likely, so wait; visitors see the page at once.
  const sessionUnknown = status === "initializing" || status === "resolving";
  if (sessionUnknown && hydrated && hasStoredSession()) return <PageLoading label={STARTUP.loading} />;
  return <Outlet />;
}
