import { useState } from "react";
import { Link, useNavigate } from "react-router";
import * as z from "zod/mini";
import { CONFIRM } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { Button } from "../../ui/button.tsx";
import { useAuth } from "./auth-context.tsx";
import { useMailedLink } from "./mailed-link.ts";
import { FormStatus } from "./form-status.tsx";
import { CHOOSE_PASSWORD, passwordNeeded } from "./password-needed.ts";
import { readPendingSignUp } from "./pending-sign-up.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";
import { ownTarget } from "./return-target.ts";

/** Link types handled by this page; password resets have their own. */
const linkType = z.enum(["signup", "email", "invite", "magiclink", "email_change"]);

async function confirm(
  tokenHash: string,
  type: z.infer<typeof linkType>,
): Promise<"confirmed" | "password-needed" | "other-link-needed" | "expired" | "failed"> {
  try {
    const { auth } = await getSupabase();
    const { data, error } = await auth.verifyOtp({ token_hash: tokenHash, type });
    // An address change sends two links; the first one opens no session.
    if (!error && passwordNeeded(data.session)) return "password-needed";
    if (!error) return data.session ? "confirmed" : "other-link-needed";
    // After a rate limit (429) or server error the link is still valid.
    return [400, 403, 422].includes(error.status ?? 0) ? "expired" : "failed";
  } catch {
    return "failed";
  }
}

/** The page of a mailed link. Only its button uses the link up, because mail scanners open links but press no buttons. */
export function ConfirmAddress() {
  const { status } = useAuth();
  const navigate = useNavigate();
  const link = useMailedLink();
  const [state, setState] = useState<"waiting" | "busy" | "other-link-needed" | "expired" | "failed">("waiting");
  const type = linkType.safeParse(link.type).data;
  // Invited people have no password yet.
  const target = type === "invite" ? "/reset-password" : ownTarget(link.next);

  if (state === "other-link-needed") return <FormStatus message={{ ok: true, text: CONFIRM.halfWay }} />;
  if (!link.tokenHash || !type || state === "expired") {
    if (status === "signed-in") return <AlreadySignedIn to={target} />;
    return <NewLink reason={state === "expired" ? CONFIRM.expired : CONFIRM.incomplete} />;
  }

  async function onConfirm(tokenHash: string, type: z.infer<typeof linkType>) {
    setState("busy");
    const result = await confirm(tokenHash, type);
    if (result === "confirmed") return navigate(target, { replace: true });
    if (result === "password-needed") return navigate(CHOOSE_PASSWORD, { replace: true });
    setState(result);
  }
  const { tokenHash } = link;
  return (
    <div className="grid justify-items-start gap-4">
      <p>Press the button to confirm that this address is yours. It also signs you in.</p>
      <Button disabled={state === "busy"} aria-busy={state === "busy"} onClick={() => void onConfirm(tokenHash, type)}>
        {state === "busy" ? "Confirming..." : "Confirm my address"}
      </Button>
      <FormStatus message={state === "failed" ? { ok: false, text: CONFIRM.failed } : null} />
    </div>
  );
}

function AlreadySignedIn({ to }: { to: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p>You are signed in already.</p>
      <Button asChild>
        <Link to={to} replace>
          Continue
        </Link>
      </Button>
    </div>
  );
}

function NewLink({ reason }: { reason: string }) {
  return (
    <div className="grid max-w-md gap-4">
      <p role="alert" className="font-medium text-destructive">
        {reason}
      </p>
      <p>If you have confirmed your address already, sign in. If not, have a new email sent.</p>
      <ResendConfirmation email={readPendingSignUp()?.email ?? ""} />
      <Link to="/login" className="link inline-flex min-h-11 items-center justify-self-start">
        Sign in
      </Link>
    </div>
  );
}
