import { useEffect } from "react";
import { Outlet } from "react-router";
import { hasStoredSession } from "../../features/auth/stored-state.ts";
import { useUpdateKept } from "../../features/sermons/kept/use-update-kept.ts";
import { lateFonts } from "../../lib/late-fonts.ts";
import { useHydrated } from "../../lib/hydrated.ts";
import { registerWorker } from "../../lib/register-worker.ts";
import { useWaitingScreen } from "../../shell/waiting-screen.ts";
import { SessionGate } from "./session-gate.tsx";

/** Guard: redirects visitors to the sign-in page, which returns them afterwards. */
export default function SignedInOnly() {
  const hydrated = useHydrated();
  const waiting = useWaitingScreen();
  // Without a stored session somebody is on the way to the sign-in page.
  const mayBeSignedIn = !hydrated || hasStoredSession();
  return (
    <SessionGate login="/login" waiting={mayBeSignedIn ? waiting : null}>
      {({ id }) => <MemberScreen userId={id} />}
    </SessionGate>
  );
}

function MemberScreen({ userId }: { userId: string }) {
  useEffect(() => void registerWorker(), []);
  useEffect(lateFonts, []);
  useUpdateKept(userId);
  return <Outlet />;
}
