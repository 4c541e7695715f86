import type { User } from "@supabase/supabase-js";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { STARTUP } from "../../../shared/messages/auth.ts";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { Unreachable } from "../../features/auth/unreachable.tsx";
import { PageLoading } from "../../shell/page-loading.tsx";

interface SessionGateProps {
  /** The sign-in page for visitors; they return here afterwards. */
  login: string;
  /** Shown in place of a spinner while the session is being read. */
  waiting?: ReactNode;
  children: (user: User) => ReactNode;
}

/** Guard: renders `children` for signed-in people. Without the second factor it redirects to the sign-in page, which asks for it. */
export function SessionGate({ login, waiting, children }: SessionGateProps) {
  const { status, user, signedOutHere } = useAuth();
  const { pathname, search, hash } = useLocation();
  if (user) return children(user);
  switch (status) {
    case "initializing":
      return waiting ?? <PageLoading label={STARTUP.initializing} />;
    case "resolving":
      return waiting ?? <PageLoading label={STARTUP.loading} />;
    case "unreachable":
      return <Unreachable />;
    case "second-factor":
      return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />;
    default:
      return <Navigate to={login} replace state={signedOutHere ? null : { from: pathname + search + hash }} />;
  }
}
