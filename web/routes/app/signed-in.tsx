import { Outlet } from "react-router";
import { SessionGate } from "./session-gate.tsx";

/** Guard: redirects visitors to the sign-in page, which returns them afterwards. */
export default function SignedInOnly() {
  return <SessionGate login="/login">{() => <Outlet />}</SessionGate>;
}
