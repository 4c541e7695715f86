import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import * as endpoints from "../../../shared/endpoints/billing.ts";
import { COMPLETION } from "../../../shared/messages/auth.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast.tsx";
import { withRetry } from "./checkout.ts";
import { storeAwaitingConfirmation, clearPendingSignUp, readCheckoutUserId, readPendingSignUp } from "./pending-sign-up.ts";
import { wait } from "../../lib/wait.ts";

const AFTER_SUCCESS_MS = 1_500;
const AFTER_ERROR_MS = 2_000;

interface SignUpCompletionProps {
  sessionId: string | null;
  userId: string | null;
  /** Called before it leads back to the sign-up. */
  onFailure?: () => void;
}

function toastFailure(message: string): "/sign-up" {
  toast({ title: message, variant: "destructive" });
  return "/sign-up";
}

/** Tells the server that the checkout is done. Resolves to whether the profile could be stored. Throws as `callEndpoint` does. */
async function completeSignUp(sessionId: string, userId: string): Promise<boolean> {
  const body = { session_id: sessionId, user_id: userId };
  return (await withRetry(() => callEndpoint(endpoints.completeSignUp, body))).profileSaved;
}

/** Completes the sign-up, shows the result and returns the next page; null when the page was left meanwhile. */
async function finish(
  sessionId: string | null,
  userId: string | null,
  signal: AbortSignal,
): Promise<"/dashboard" | "/sign-up" | null> {
  if (!userId) return toastFailure(COMPLETION.missingUser);
  if (!sessionId) return toastFailure(COMPLETION.failed);
  const profileSaved = await completeSignUp(sessionId, userId).catch(() => null);
  if (signal.aborted) return null;
  if (profileSaved === null) return toastFailure(COMPLETION.failed);
  // The dashboard's guard redirects to the sign-in page, which then asks to check the mail.
  storeAwaitingConfirmation(readPendingSignUp()?.email ?? "");
  clearPendingSignUp();
  if (profileSaved) toast({ title: COMPLETION.title, description: COMPLETION.done });
  else toast({ title: COMPLETION.title, description: COMPLETION.profileWarning });
  return "/dashboard";
}

/** After the checkout: starts the trial on the server, then redirects (docs/product.md#checkout-at-sign-up). */
export function SignUpCompletion({ sessionId, userId, onFailure }: SignUpCompletionProps) {
  const navigate = useNavigate();
  const [working, setWorking] = useState(true);
  const failed = useEffectEvent(() => {
    setWorking(false);
    onFailure?.();
  });
  useEffect(() => {
    const unmounted = new AbortController();
    async function complete() {
      const next = await finish(sessionId, userId ?? readCheckoutUserId(), unmounted.signal);
      if (!next) return;
      if (next === "/sign-up") failed();
      await wait(next === "/dashboard" ? AFTER_SUCCESS_MS : AFTER_ERROR_MS, unmounted.signal);
      if (!unmounted.signal.aborted) await navigate(next, { replace: true });
    }
    void complete();
    return () => unmounted.abort();
  }, [sessionId, userId, navigate]);
  return working ? <Spinner label="Setting up your account..." /> : null;
}
