import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { NAME_MAX_CHARS, NAME_MIN_CHARS } from "../../../shared/constants.ts";
import { passwordHint, SIGN_UP } from "../../../shared/messages/auth.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { startCheckout } from "./checkout.ts";
import { emailField } from "./email-field.ts";
import { AccountExists } from "./account-exists.tsx";
import { FormStatus } from "./form-status.tsx";
import { usePasswordMinimum } from "./password-minimum.ts";
import { ScriptForm } from "./script-form.tsx";
import { storePendingSignUp, storeReferralCode, type PendingSignUp } from "./pending-sign-up.ts";
import { SlowNote } from "./slow-note.tsx";
import { signUp } from "./sign-up.ts";
import { describeSignUpFailure, SignUpError } from "./sign-up-failure.ts";

/** Shorter ones are refused beside the field; `signUp()` applies the rule. */
const FORM_PASSWORD_MIN_CHARS = 6;

const newAccount = (least: number) =>
  z.object({
    name: z.string().check(z.trim(), z.minLength(NAME_MIN_CHARS, SIGN_UP.nameTooShort)),
    email: emailField(SIGN_UP.invalidEmail),
    password: z.string().check(z.minLength(FORM_PASSWORD_MIN_CHARS, SIGN_UP.passwordTooShort(least))),
    referralCode: z.string().check(z.trim()),
  });
type NewAccount = z.infer<ReturnType<typeof newAccount>>;

/** The field that a sign-up error belongs to; null for other errors, which are shown above the button. */
function fieldOf(error: unknown): "email" | "password" | null {
  if (!(error instanceof SignUpError)) return null;
  if (error.category === "weak_password") return "password";
  return error.category === "invalid_email" || error.category === "user_exists" ? "email" : null;
}

/** Creates the account and redirects to the hosted checkout. */
export function SignUpForm() {
  const running = useRef(false);
  /** The account created by this form: if only its checkout failed, the next attempt reuses it. */
  const created = useRef<{ password: string; pending: PendingSignUp } | null>(null);
  const [isRedirecting, setIsRedirecting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The address that has an account already. */
  const [existing, setExisting] = useState<string | null>(null);
  const least = usePasswordMinimum();
  const { register, handleSubmit, setError, formState } = useForm<NewAccount>({
    resolver: zodResolver(newAccount(least)),
  });
  const { errors, isSubmitting } = formState;
  const busy = isSubmitting || isRedirecting;

  async function createAccount({ name, email, password }: NewAccount): Promise<PendingSignUp> {
    if (created.current?.pending.email === email && created.current.password === password) return created.current.pending;
    const result = await signUp({ name, email, password });
    if (!result.success) throw new SignUpError(result.error, result.errorCategory);
    const pending = { userId: result.user.id, email, name, timestamp: Date.now() };
    storePendingSignUp(pending);
    created.current = { password, pending };
    return pending;
  }

  async function submit(values: NewAccount) {
    if (running.current) return;
    running.current = true;
    setProblem(null);
    setExisting(null);
    try {
      const pending = await createAccount(values);
      storeReferralCode(values.referralCode);
      location.assign(await startCheckout(pending));
      setIsRedirecting(true);
    } catch (error) {
      const { exists, ...failure } = describeSignUpFailure(error);
      if (exists) setExisting(values.email);
      toast({ ...failure, variant: "destructive" });
      const field = fieldOf(error);
      if (field) setError(field, { message: failure.description }, { shouldFocus: true });
      else setProblem(failure.description);
    } finally {
      running.current = false;
    }
  }

  return (
    <ScriptForm onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="name" maxLength={NAME_MAX_CHARS} {...register("name")} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...register("email")} />
      </Field>
      <Field label="Password" hint={passwordHint(least)} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register("password")} />
      </Field>
      <Field label="Referral code (optional)" error={errors.referralCode?.message}>
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={64} {...register("referralCode")} />
      </Field>
      {existing === null ? null : <AccountExists email={existing} />}
      <FormStatus message={problem === null ? null : { ok: false, text: problem }} />
      <Button type="submit" disabled={busy} aria-busy={busy}>
        {busy ? "Processing..." : "Continue"}
      </Button>
      <SlowNote busy={busy} />
    </ScriptForm>
  );
}
