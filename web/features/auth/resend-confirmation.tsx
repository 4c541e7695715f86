import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { CONFIRM, LOGIN, SIGN_UP } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { emailField } from "./email-field.ts";
import { FormStatus, type FormResult } from "./form-status.tsx";
import { serviceMessage } from "./auth-error.ts";

const form = z.object({
  email: emailField(SIGN_UP.invalidEmail, LOGIN.emailMissing),
});
type Form = z.infer<typeof form>;

async function resend(email: string): Promise<FormResult> {
  try {
    const { auth } = await getSupabase();
    const options = { emailRedirectTo: `${location.origin}/dashboard` };
    const { error } = await auth.resend({ type: "signup", email, options });
    return error ? { ok: false, text: serviceMessage(error, CONFIRM.mailFailed) } : { ok: true, text: CONFIRM.mailSent };
  } catch {
    return { ok: false, text: CONFIRM.mailFailed };
  }
}

/** Sends the confirmation mail again; asks for the address if it is not known. */
export function ResendConfirmation({ email }: { email: string }) {
  const [outcome, setOutcome] = useState<FormResult | null>(null);
  const { register, handleSubmit, formState } = useForm<Form>({ resolver: zodResolver(form), defaultValues: { email } });
  const { errors, isSubmitting } = formState;
  return (
    <form
      noValidate
      className="grid justify-items-start gap-3"
      onSubmit={(event) => void handleSubmit(async (values) => setOutcome(await resend(values.email)))(event)}
    >
      {email ? null : (
        <Field label="Email" error={errors.email?.message} className="w-full">
          <Input type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...register("email")} />
        </Field>
      )}
      <Button type="submit" variant="outline" disabled={isSubmitting}>
        {isSubmitting ? "Sending..." : "Send a new email"}
      </Button>
      <FormStatus message={outcome} />
    </form>
  );
}
