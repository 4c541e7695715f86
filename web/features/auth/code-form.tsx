import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { CODE } from "../../../shared/messages/auth.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";

// Codes are displayed with a space in the middle, so spaces are accepted.
const form = z.object({
  code: z.string().check(
    z.overwrite((typed) => typed.replaceAll(/\s/g, "")),
    z.regex(/^\d{6}$/, CODE.malformed),
  ),
});
type Code = z.infer<typeof form>;

interface CodeFormProps {
  label?: string;
  /** What the button says. */
  action: string;
  /** Resolves to an error text, or null when the code was right. */
  check: (code: string) => Promise<string | null>;
  /** Focus the field when it appears. */
  takesFocus?: boolean;
}

/** A field for the six digits of a mail or an authenticator app. */
export function CodeForm({ label = CODE.label, action, check, takesFocus = false }: CodeFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Code>({
    resolver: zodResolver(form),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    if (takesFocus) setFocus("code");
  }, [takesFocus, setFocus]);
  async function submit({ code }: Code) {
    const problem = await check(code);
    if (problem) setError("code", { message: problem }, { shouldFocus: true });
  }
  return (
    <form noValidate className="grid max-w-md justify-items-start gap-4" onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Field label={label} error={errors.code?.message} className="w-full">
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="max-w-48 font-mono tracking-[0.25em]"
          {...register("code")}
        />
      </Field>
      <Button type="submit" disabled={isSubmitting} aria-busy={isSubmitting}>
        {isSubmitting ? "Checking..." : action}
      </Button>
    </form>
  );
}
