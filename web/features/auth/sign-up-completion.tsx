import { useEffect } from "react";
import { useNavigate } from "react-router";
import { COMPLETION } from "../../../shared/messages/auth.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { completeSignUp } from "./complete-sign-up.ts";
import { storeAwaitingConfirmation, clearPendingSignUp, readCheckoutUserId, readPendingSignUp } from "./pending-sign-up.ts";
import { wait } from "../../lib/wait.ts";

const AFTER_SUCCESS_MS = 1_500;
const AFTER_ERROR_MS = 2_000;

interface SignUpCompletionProps {
  sessionId: string | null;
  userId: string | null;
}

function failed(message: string): "/sign-up" {
  toast({ title: message, variant: "destructive" });
  return "/sign-up";
}

/** Says how it went and answers where to go next. */
async function finish(
  sessionId: string | null,
  userId: string | null,
  signal: AbortSignal,
): Promise<"/dashboard" | "/sign-up" | null> {
  if (!userId) return failed(COMPLETION.missingUser);
  if (!sessionId) return failed(COMPLETION.failed);
  const profileSaved = await completeSignUp(sessionId, userId).catch(() => null);
  if (signal.aborted) return null;
  if (profileSaved === null) return failed(COMPLETION.failed);
  // The guard of the dashboard leads to the sign-in page, which says to check the mail.
  storeAwaitingConfirmation(readPendingSignUp()?.email ?? "");
  clearPendingSignUp();
  if (profileSaved) toast({ title: COMPLETION.title, description: COMPLETION.done });
  else toast({ title: COMPLETION.title, description: COMPLETION.profileWarning });
  return "/dashboard";
}

/** After the checkout: has the trial begun on the server, then leads on (docs/product.md#checkout-at-sign-up). */
export function SignUpCompletion({ sessionId, userId }: SignUpCompletionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const left = new AbortController();
    async function complete() {
      const next = await finish(sessionId, userId ?? readCheckoutUserId(), left.signal);
      if (!next) return;
      await wait(next === "/dashboard" ? AFTER_SUCCESS_MS : AFTER_ERROR_MS, left.signal);
      if (!left.signal.aborted) await navigate(next, { replace: true });
    }
    void complete();
    return () => left.abort();
  }, [sessionId, userId, navigate]);
  return <Spinner label="Setting up your account..." />;
}
