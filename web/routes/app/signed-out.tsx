import { Navigate, Outlet, useLocation } from "react-router";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { returnTarget } from "./return-target.ts";

/** Guard: whoever is signed in, or has just signed in here, goes on to where they wanted to be. */
export default function SignedOutOnly() {
  const { status } = useAuth();
  const { state } = useLocation();
  if (status === "signed-in") return <Navigate to={returnTarget(state)} replace />;
  return <Outlet />;
}
