import { lazy, Suspense, useEffect } from "react";
import { useAuth } from "../features/auth/auth-context.tsx";
import { forgetListening, useListening } from "../features/sermons/listening/current.ts";

// A code file that does not arrive costs the bar and the lock screen, not the page: what plays can be paused on its own page.
const MiniPlayer = lazy(() => import("../features/sermons/listening/mini-player.tsx").catch(() => ({ default: () => null })));

/** What is being listened to, at the foot of every page. It ends with the session. */
export function ListeningBar() {
  const { user } = useAuth();
  const listening = useListening();
  const isTheirs = listening !== null && listening.sermon.userId === user?.id;
  useEffect(() => {
    if (listening && !isTheirs) forgetListening();
  }, [listening, isTheirs]);
  return isTheirs ? (
    <Suspense>
      <MiniPlayer listening={listening} />
    </Suspense>
  ) : null;
}
