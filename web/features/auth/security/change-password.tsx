import { zodResolver } from "@hookform/resolvers/zod";
import type { User } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import * as z from "zod/mini";
import { CODE, passwordHint, RESET, SECURITY } from "../../../../shared/messages/auth.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Input } from "../../../ui/input.tsx";
import { PasswordInput } from "../../../ui/password-input.tsx";
import { errorCode, serviceMessage } from "../auth-error.ts";
import { usePasswordMinimum } from "../password-minimum.ts";
import { FormStatus, type FormResult } from "../form-status.tsx";
import { sendNonce } from "./reauthenticate.ts";
import { sessions } from "./sessions.ts";

const form = (least: number) =>
  z
    .object({
      current: z.string(),
      password: z.string().check(z.minLength(1, RESET.passwordMissing)),
      confirmation: z.string(),
      nonce: z.string().check(z.trim()),
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

const empty: Form = { current: "", password: "", confirmation: "", nonce: "" };

type Change = "changed" | "nonce-needed" | { field: "current" | "password" | null; text: string };

/** Sets a new password; the service ends all other sessions. "nonce-needed": the request has to be repeated with a mailed code. */
async function changePassword({ current, password, nonce }: Form): Promise<Change> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.updateUser({ password, ...(current && { current_password: current }), ...(nonce && { nonce }) });
    if (!error) return "changed";
    const code = errorCode(error);
    if (code === "reauthentication_needed") return "nonce-needed";
    const field =
      code === "current_password_invalid" ? "current" : code === "weak_password" || code === "same_password" ? "password" : null;
    return { field, text: serviceMessage(error, SECURITY.passwordFailed) };
  } catch {
    return { field: null, text: SECURITY.passwordFailed };
  }
}

/** Changes the password; people who signed up with another provider set their first one here. */
export function ChangePassword({ user }: { user: User }) {
  const hasPassword = user.identities?.some(({ provider }) => provider === "email") ?? true;
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<FormResult | null>(null);
  const [nonceNeeded, setNonceNeeded] = useState(false);
  const least = usePasswordMinimum();
  const { register, handleSubmit, setError, reset, formState } = useForm<Form>({
    resolver: zodResolver(form(least)),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;

  async function submit(values: Form) {
    setOutcome(null);
    if (hasPassword && !values.current) return setError("current", { message: SECURITY.currentMissing }, { shouldFocus: true });
    if (nonceNeeded && !values.nonce) return setError("nonce", { message: CODE.malformed }, { shouldFocus: true });
    const change = await changePassword(values);
    if (change === "nonce-needed") {
      const sent = await sendNonce();
      setNonceNeeded(sent.ok);
      return setOutcome(sent);
    }
    if (change !== "changed") {
      if (change.field) return setError(change.field, { message: change.text }, { shouldFocus: true });
      return setOutcome({ ok: false, text: change.text });
    }
    reset(empty);
    setNonceNeeded(false);
    setOutcome({ ok: true, text: SECURITY.passwordChanged });
    await queryClient.invalidateQueries(sessions());
  }

  return (
    <form noValidate className="grid max-w-md gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
      <input type="email" autoComplete="username" value={user.email ?? ""} readOnly hidden />
      {hasPassword ? (
        <Field label="Current Password" error={errors.current?.message}>
          <PasswordInput autoComplete="current-password" {...register("current")} />
        </Field>
      ) : null}
      <Field label="New Password" hint={passwordHint(least)} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...register("password")} />
      </Field>
      <Field label="Confirm New Password" error={errors.confirmation?.message}>
        <PasswordInput autoComplete="new-password" {...register("confirmation")} />
      </Field>
      {nonceNeeded ? (
        <Field label={CODE.label} error={errors.nonce?.message}>
          <Input inputMode="numeric" autoComplete="one-time-code" className="max-w-48" {...register("nonce")} />
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" disabled={isSubmitting} aria-busy={isSubmitting}>
          {isSubmitting ? "Updating..." : "Change Password"}
        </Button>
        {hasPassword ? (
          <Link to="/reset-request" className="link inline-flex min-h-11 items-center">
            Forgot Password?
          </Link>
        ) : null}
      </div>
      <FormStatus message={outcome} />
    </form>
  );
}
