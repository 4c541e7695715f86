import { Navigate, Outlet, useLocation } from "react-router";
import { STARTUP } from "../../../shared/messages/auth.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { returnTarget } from "../../features/auth/return-target.ts";
import { hasStoredSession } from "../../features/auth/stored-state.ts";
import { PageLoading } from "../../shell/page-loading.tsx";

/** Guard: whoever is signed in, or has just signed in here, goes on to where they wanted to be. */
export default function SignedOutOnly() {
  const { status } = useAuth();
  const { pathname, state } = useLocation();
  if (status === "signed-in") return <Navigate to={returnTarget(state)} replace />;
  // Half signed in: only the sign-in page helps.
  if (status === "second-factor" && pathname !== "/login") return <Navigate to="/login" replace state={state} />;
  // Visitors see the page at once; who has a session is about to leave it.
  const undecided = status === "initializing" || status === "resolving";
  if (undecided && hasStoredSession()) return <PageLoading label={STARTUP.loading} />;
  return <Outlet />;
}
