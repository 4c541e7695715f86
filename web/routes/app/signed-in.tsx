import { Navigate, Outlet, useLocation } from "react-router";
import { useAuth } from "../../features/auth/auth-context.tsx";
import { Waiting } from "../layout/waiting.tsx";

/** Guard: visitors go to the sign-in page, which sends them back here afterwards. */
export default function SignedInOnly() {
  const { status } = useAuth();
  const { pathname, search, hash } = useLocation();
  if (status === "initializing") return <Waiting label="Initializing authentication..." />;
  if (status === "signed-out") return <Navigate to="/login" replace state={{ from: pathname + search + hash }} />;
  return <Outlet />;
}
