import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import * as z from "zod/mini";
import { passwordHint, RESET } from "../../../shared/messages/auth.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { useAuth } from "./auth-context.tsx";
import { useMailedLink } from "./mailed-link.ts";
import { FormStatus, type FormResult } from "./form-status.tsx";
import { verifyResetLink, updatePassword } from "./reset-password.ts";
import { useResetLinkIsOpen } from "./reset-link.ts";
import { usePasswordMinimum } from "./password-minimum.ts";
import { SecondFactorStep } from "./second-factor-step.tsx";
import { wait } from "../../lib/wait.ts";

const REDIRECT_MS = 2_000;

const form = (least: number) =>
  z
    .object({
      password: z.string().check(z.minLength(1, RESET.passwordMissing)),
      confirmation: z.string().check(z.minLength(1, RESET.passwordMissing)),
    })
    .check(
      z.refine(({ password, confirmation }) => password === confirmation, {
        path: ["confirmation"],
        message: RESET.mismatch,
        abort: true,
      }),
      z.refine(({ password }) => password.length >= least, { path: ["password"], message: RESET.tooShort(least) }),
    );
type Form = z.infer<ReturnType<typeof form>>;

export function ResetPasswordForm() {
  const { status } = useAuth();
  const navigate = useNavigate();
  const { type, tokenHash } = useMailedLink();
  const linkIsOpen = useResetLinkIsOpen(tokenHash);
  const usedToken = useRef<string | null>(null);
  const [outcome, setOutcome] = useState<FormResult | null>(null);
  const least = usePasswordMinimum();
  const { register, handleSubmit, getValues, formState } = useForm<Form>({
    resolver: zodResolver(form(least)),
    defaultValues: { password: "", confirmation: "" },
  });
  const { errors, isSubmitting } = formState;
  const done = outcome?.ok === true;

  useEffect(() => {
    if (!done) return;
    const unmounted = new AbortController();
    void wait(REDIRECT_MS, unmounted.signal).then(() => unmounted.signal.aborted || navigate("/login", { replace: true }));
    return () => unmounted.abort();
  }, [done, navigate]);

  async function submit({ password }: Form) {
    setOutcome(null);
    if (tokenHash && usedToken.current !== tokenHash) {
      const { problem, secondFactorNeeded } = await verifyResetLink(tokenHash);
      if (problem) return setOutcome({ ok: false, text: problem });
      usedToken.current = tokenHash;
      // The second-factor step is shown now; a right code submits this form again.
      if (secondFactorNeeded) return;
    }
    setOutcome(await updatePassword(password));
  }

  function submitAgain() {
    if (getValues("password")) void handleSubmit(submit)();
  }

  // Of a mailed link not before it was checked: that takes a moment, in which the form can be used already.
  const verified = type === "recovery" && (tokenHash === null || linkIsOpen);
  const notice = verified ? RESET.verified : type === "signup" ? RESET.severalSignUps : null;
  if (linkIsOpen === false) return <UsedLink />;
  if (status === "second-factor") return <SecondFactorStep onVerified={submitAgain} />;
  return (
    <form noValidate className="grid max-w-md gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
      {notice && !outcome ? <p>{notice}</p> : null}
      {!tokenHash && !notice && !outcome && status === "signed-out" ? <NoLink /> : null}
      <Field label="New Password" hint={passwordHint(least)} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register("password")} />
      </Field>
      <Field label="Confirm New Password" error={errors.confirmation?.message}>
        <PasswordInput autoComplete="new-password" {...register("confirmation")} />
      </Field>
      <Button type="submit" disabled={isSubmitting || done} aria-busy={isSubmitting}>
        {isSubmitting ? "Updating..." : "Update Password"}
      </Button>
      <FormStatus message={outcome} />
      {outcome && !outcome.ok ? <RequestLink /> : null}
    </form>
  );
}

function RequestLink() {
  return (
    <Link to="/reset-request" className="link inline-flex min-h-11 items-center justify-self-start">
      Request a new link
    </Link>
  );
}

function UsedLink() {
  return (
    <div className="grid gap-2">
      <p role="alert" className="font-medium text-destructive">
        {RESET.linkUsed}
      </p>
      <RequestLink />
    </div>
  );
}

function NoLink() {
  return (
    <div className="grid">
      <p>{RESET.noLink}</p>
      <RequestLink />
    </div>
  );
}
