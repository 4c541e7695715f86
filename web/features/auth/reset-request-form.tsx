import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { RESET, SIGN_UP } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { CodeForm } from "./code-form.tsx";
import { Collapsible } from "./collapsible.tsx";
import { emailField } from "./email-field.ts";
import { verifyMailedCode } from "./mailed-code.ts";
import { knownEmail, usePrefilledEmail } from "./known-email.ts";
import { ScriptForm } from "./script-form.tsx";
import { FormStatus, type FormResult } from "./form-status.tsx";
import { serviceMessage } from "./auth-error.ts";

const form = z.object({
  email: emailField(SIGN_UP.invalidEmail, RESET.emailMissing),
});
type Form = z.infer<typeof form>;

async function requestReset(email: string): Promise<FormResult> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}/reset-password` });
    return error ? { ok: false, text: serviceMessage(error, RESET.requestFailed) } : { ok: true, text: RESET.requested };
  } catch {
    return { ok: false, text: RESET.requestFailed };
  }
}

export function ResetRequestForm() {
  const [outcome, setOutcome] = useState<FormResult | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const navigate = useNavigate();
  const { state: historyState } = useLocation();
  const { register, handleSubmit, getValues, setValue, formState } = useForm<Form>({ resolver: zodResolver(form) });
  usePrefilledEmail({ getValues, setValue }, knownEmail(historyState));
  const { errors, isSubmitting } = formState;
  async function submit({ email }: Form) {
    setOutcome(null);
    setSentTo(null);
    const result = await requestReset(email);
    setOutcome(result);
    if (result.ok) setSentTo(email);
  }
  async function verifyCode(email: string, code: string) {
    const { problem } = await verifyMailedCode(email, code, "recovery");
    // The page that the mail's link opens, without a token: the code has opened the session already.
    if (!problem) await navigate("/reset-password#type=recovery");
    return problem;
  }
  return (
    <div className="grid max-w-md gap-5">
      <ScriptForm onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...register("email")} />
        </Field>
        <Button type="submit" disabled={isSubmitting} aria-busy={isSubmitting}>
          {isSubmitting ? "Sending..." : "Send Reset Link"}
        </Button>
        <FormStatus message={outcome} />
      </ScriptForm>
      {sentTo ? (
        <Collapsible label="Type the code of the email instead">
          <CodeForm key={sentTo} action="Continue" check={(code) => verifyCode(sentTo, code)} />
        </Collapsible>
      ) : null}
      <Link to="/login" className="link inline-flex min-h-11 items-center justify-self-start">
        Back to Login
      </Link>
    </div>
  );
}
