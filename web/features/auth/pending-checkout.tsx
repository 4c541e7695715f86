import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { startCheckout } from "./checkout.ts";
import { FormStatus } from "./form-status.tsx";
import type { PendingSignUp } from "./pending-sign-up.ts";
import { describeSignUpFailure } from "./sign-up-failure.ts";

interface PendingCheckoutProps {
  pending: PendingSignUp;
  /** Discards the sign-up and starts over. */
  onDiscard: () => void;
}

/** Continues a sign-up whose checkout was left. The account exists, so signing up again would be refused for a while. */
export function PendingCheckout({ pending, onDiscard }: PendingCheckoutProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function openCheckout() {
    setBusy(true);
    setProblem(null);
    try {
      location.assign(await startCheckout(pending));
    } catch (error) {
      const failure = describeSignUpFailure(error);
      toast({ ...failure, variant: "destructive" });
      setProblem(failure.description);
      setBusy(false);
    }
  }
  return (
    <section aria-labelledby="pending-checkout" className="grid gap-4 rounded-md border bg-card p-5">
      <h2 id="pending-checkout" className="text-xl">
        Your account is waiting
      </h2>
      <p>
        The account for <strong className="break-words">{pending.email}</strong> is made. Only the checkout of your free trial is
        left.
      </p>
      <FormStatus message={problem === null ? null : { ok: false, text: problem }} />
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy} aria-busy={busy} onClick={() => void openCheckout()}>
          {busy ? "Processing..." : "Continue to checkout"}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onDiscard}>
          Begin again
        </Button>
      </div>
    </section>
  );
}
