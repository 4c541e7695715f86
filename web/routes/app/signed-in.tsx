import { useEffect } from "react";
import { Outlet } from "react-router";
import { registerWorker } from "../../lib/register-worker.ts";
import { SessionGate } from "./session-gate.tsx";

/** Guard: redirects visitors to the sign-in page, which returns them afterwards. */
export default function SignedInOnly() {
  return <SessionGate login="/login">{() => <MemberScreen />}</SessionGate>;
}

function MemberScreen() {
  useEffect(() => void registerWorker(), []);
  return <Outlet />;
}
