import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { KEPT } from "../../shared/messages/kept.ts";
import { useAuth } from "../features/auth/auth-context.tsx";
import { keptQuery } from "../features/sermons/kept/kept-sermon.ts";

/** Leads to what is kept on this device; nothing if nothing is, or it is open already. */
export default function KeptLink() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const { data } = useQuery({ ...keptQuery(user?.id ?? ""), enabled: user !== null });
  const kept = data?.sermons.length ?? 0;
  return user && kept > 0 && pathname !== "/my-sermons" ? (
    <Link to="/my-sermons" className="link ms-1.5 max-sm:ms-0 max-sm:flex max-sm:min-h-11 max-sm:items-center">
      {KEPT.toKept(kept)}
    </Link>
  ) : null;
}
