import { Outlet } from "react-router";
import { SessionGate } from "./session-gate.tsx";

/** Guard: visitors go to the sign-in page, which sends them back here afterwards. */
export default function SignedInOnly() {
  return <SessionGate login="/login">{() => <Outlet />}</SessionGate>;
}
