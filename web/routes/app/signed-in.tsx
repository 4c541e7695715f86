import { useEffect } from "react";
import { Outlet } from "react-router";
import { useUpdateKept } from "../../features/sermons/kept/use-update-kept.ts";
import { lateFonts } from "../../lib/late-fonts.ts";
import { registerWorker } from "../../lib/register-worker.ts";
import { SessionGate } from "./session-gate.tsx";

/** Guard: redirects visitors to the sign-in page, which returns them afterwards. */
export default function SignedInOnly() {
  return <SessionGate login="/login">{({ id }) => <MemberScreen userId={id} />}</SessionGate>;
}

function MemberScreen({ userId }: { userId: string }) {
  useEffect(() => void registerWorker(), []);
  useEffect(lateFonts, []);
  useUpdateKept(userId);
  return <Outlet />;
}
