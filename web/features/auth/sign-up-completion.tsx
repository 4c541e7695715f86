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

/** Completes the sign-up, shows the result and returns the next page; null when the page was left meanwhile. */
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
  // The dashboard's guard redirects to the sign-in page, which then asks to check the mail.
  storeAwaitingConfirmation(readPendingSignUp()?.email ?? "");
  clearPendingSignUp();
  if (profileSaved) toast({ title: COMPLETION.title, description: COMPLETION.done });
  else toast({ title: COMPLETION.title, description: COMPLETION.profileWarning });
  return "/dashboard";
}

/** After the checkout: starts the trial on the server, then redirects (docs/product.md#checkout-at-sign-up). */
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
