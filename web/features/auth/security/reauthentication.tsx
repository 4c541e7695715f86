import type { User } from "@supabase/supabase-js";
import { useState, type FormEvent, type ReactNode } from "react";
import { REAUTHENTICATION } from "../../../../shared/messages/auth.ts";
import { ReauthenticationCancelledError, type WithReauthentication } from "../../../lib/with-reauthentication.ts";
import { Button } from "../../../ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { errorCode } from "../auth-error.ts";
import { CodeForm } from "../code-form.tsx";
import { FormStatus, type FormResult } from "../form-status.tsx";
import { reauthenticate, sendNonce } from "./reauthenticate.ts";

type Answer = (proven: boolean) => void;

/**
 * `withReauthentication` runs an action; when the service refuses it with `reauthentication_needed`, asks for the password or a mailed
 * code and runs it again. The page must render `reauthenticationDialog`.
 */
export function useReauthentication(user: User): {
  withReauthentication: WithReauthentication;
  reauthenticationDialog: ReactNode;
} {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const withReauthentication: WithReauthentication = async (act) => {
    try {
      return await act();
    } catch (error) {
      if (errorCode(error) !== "reauthentication_needed") throw error;
    }
    const proven = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(null);
    if (!proven) throw new ReauthenticationCancelledError();
    return act();
  };
  const reauthenticationDialog = (
    <Dialog open={answer !== null} onOpenChange={() => answer?.(false)}>
      <DialogContent>
        <ReauthenticationForm user={user} onProven={() => answer?.(true)} />
      </DialogContent>
    </Dialog>
  );
  return { withReauthentication, reauthenticationDialog };
}

interface ReauthenticationFormProps {
  user: User;
  onProven: () => void;
}

function ReauthenticationForm({ user, onProven }: ReauthenticationFormProps) {
  const hasPassword = user.identities?.some(({ provider }) => provider === "email") ?? true;
  const [step, setStep] = useState<"password" | "mail" | "code">(hasPassword ? "password" : "mail");
  async function check(code: string) {
    const problem = await reauthenticate({ nonce: code });
    if (!problem) onProven();
    return problem;
  }
  const description = {
    password: REAUTHENTICATION.password,
    mail: REAUTHENTICATION.mail,
    code: REAUTHENTICATION.sent(user.email ?? ""),
  }[step];
  return (
    <div className="grid gap-5">
      <DialogHeader>
        <DialogTitle>{REAUTHENTICATION.title}</DialogTitle>
        <DialogDescription>{description}</DialogDescription>
      </DialogHeader>
      {step === "password" ? <PasswordForm user={user} onProven={onProven} /> : null}
      {step === "code" ? (
        <CodeForm action="Confirm" check={check} takesFocus />
      ) : (
        <MailCode step={step} onSent={() => setStep("code")} />
      )}
      {step === "code" && hasPassword ? (
        <Button variant="link" className="justify-self-start px-0" onClick={() => setStep("password")}>
          Use my password instead
        </Button>
      ) : null}
    </div>
  );
}

function PasswordForm({ user, onProven }: ReauthenticationFormProps) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submit() {
    if (!password) return setProblem(REAUTHENTICATION.passwordMissing);
    setBusy(true);
    const wrong = await reauthenticate({ current_password: password });
    setBusy(false);
    setProblem(wrong ?? undefined);
    if (!wrong) onProven();
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    // The dialog may be rendered inside another form; React events would bubble to it through the portal.
    event.stopPropagation();
    void submit();
  }
  return (
    <form noValidate className="grid gap-5" onSubmit={onSubmit}>
      <input type="email" autoComplete="username" value={user.email ?? ""} readOnly hidden />
      <Field label="Password" error={problem}>
        <PasswordInput autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={busy} aria-busy={busy}>
          {busy ? "Checking..." : "Confirm"}
        </Button>
      </DialogFooter>
    </form>
  );
}

function MailCode({ step, onSent }: { step: "password" | "mail"; onSent: () => void }) {
  const [outcome, setOutcome] = useState<FormResult | null>(null);
  const [busy, setBusy] = useState(false);
  async function send() {
    setBusy(true);
    const sent = await sendNonce();
    setBusy(false);
    if (sent.ok) return onSent();
    setOutcome(sent);
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        variant={step === "mail" ? "default" : "link"}
        className={step === "mail" ? undefined : "px-0"}
        disabled={busy}
        aria-busy={busy}
        onClick={() => void send()}
      >
        {step === "mail" ? "Mail me a code" : "Mail me a code instead"}
      </Button>
      <FormStatus message={outcome} />
    </div>
  );
}
