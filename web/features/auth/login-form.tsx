import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "react-router";
import * as z from "zod/mini";
import { CONNECTION, LOGIN } from "../../../shared/messages/auth.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { PasswordInput } from "../../ui/password-input.tsx";
import { toast } from "../../ui/toast.tsx";
import { useAuth } from "./auth-context.tsx";
import { CheckMail } from "./check-mail.tsx";
import { emailField } from "./email-field.ts";
import { FormStatus } from "./form-status.tsx";
import { knownEmail, usePrefilledEmail } from "./known-email.ts";
import { ProviderButtons } from "./provider-buttons.tsx";
import { returnTarget } from "./return-target.ts";
import { ScriptForm } from "./script-form.tsx";
import { describeLoginFailure, signIn } from "./sign-in.ts";
import { SignInCode } from "./sign-in-code.tsx";
import { SlowNote } from "./slow-note.tsx";
import { clearStoredState } from "./stored-state.ts";
import { TroubleSigningIn } from "./trouble.tsx";
import { useConnectionCheck } from "./use-connection-check.ts";
import { wait } from "../../lib/wait.ts";

const SECOND_MESSAGE_MS = 500;

const credentials = z.object({
  email: emailField("Please enter a valid email address", LOGIN.emailMissing),
  password: z.string().check(z.minLength(1, LOGIN.passwordMissing)),
});
type Credentials = z.infer<typeof credentials>;

interface LoginFormProps {
  /** The address that still has to be confirmed, "" if it is not known; null if there is none. */
  awaitingConfirmation: string | null;
}

/** Signs in with a password. The route guard redirects as soon as the session changes. */
export function LoginForm({ awaitingConfirmation }: LoginFormProps) {
  const { status } = useAuth();
  const connection = useConnectionCheck();
  const [refusedEmail, setRefusedEmail] = useState<string | null>(null);
  const unconfirmed = refusedEmail ?? awaitingConfirmation;
  /** Error of the last attempt, shown in the form after its toast has closed. */
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);
  const { state: historyState } = useLocation();
  const { register, handleSubmit, getValues, setValue, trigger, formState } = useForm<Credentials>({
    resolver: zodResolver(credentials),
  });
  usePrefilledEmail({ getValues, setValue }, awaitingConfirmation || knownEmail(historyState));
  const { errors, isSubmitting } = formState;

  // Clears the session too, so only when nobody is signed in.
  useEffect(() => {
    if (status === "signed-out") clearStoredState();
  }, [status]);

  async function submit({ email, password }: Credentials) {
    if (running.current) return;
    running.current = true;
    setFailure(null);
    try {
      await signIn(email, password);
    } catch (error) {
      const { unconfirmed, misconfigured, ...message } = describeLoginFailure(error);
      toast({ ...message, variant: "destructive" });
      if (unconfirmed) setRefusedEmail(email);
      // A misconfiguration is shown by the connection banner instead.
      if (!misconfigured) setFailure(message.description);
      else {
        await wait(SECOND_MESSAGE_MS);
        toast({ title: LOGIN.detailsTitle, description: LOGIN.apiKeyDetails, variant: "destructive" });
        connection.reportDown(LOGIN.apiKey);
      }
    } finally {
      running.current = false;
    }
  }

  async function readEmail(): Promise<string | null> {
    if (await trigger("email", { shouldFocus: true })) return getValues("email").trim();
    return null;
  }

  return (
    <div className="grid content-start gap-6">
      {connection.message ? <ConnectionBanner message={connection.message} onRetry={connection.retry} /> : null}
      {unconfirmed === null ? null : <CheckMail key={unconfirmed} email={unconfirmed} takesFocus={refusedEmail !== null} />}
      <ScriptForm onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Field label="Email" error={errors.email?.message}>
          <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...register("email")} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...register("password")} />
        </Field>
        <FormStatus message={failure === null ? null : { ok: false, text: failure }} />
        <Button type="submit" disabled={isSubmitting || connection.down} aria-busy={isSubmitting}>
          {connection.down ? CONNECTION.title : isSubmitting ? "Signing in..." : "Sign In"}
        </Button>
        <SlowNote busy={isSubmitting} />
      </ScriptForm>
      <SignInCode readEmail={readEmail} to={returnTarget(historyState)} disabled={connection.down || isSubmitting} />
      <p className="flex flex-wrap items-center justify-between gap-x-6">
        <Link to="/reset-request" className="link inline-flex min-h-11 items-center">
          Forgot Password?
        </Link>
        <span className="inline-flex min-h-11 items-center gap-1.5">
          New here?
          <Link to="/signup" className="link inline-flex min-h-11 items-center">
            Sign up
          </Link>
        </span>
      </p>
      <ProviderButtons to={returnTarget(historyState)} />
      <TroubleSigningIn credentials={getValues} />
    </div>
  );
}

/** Why signing in is not possible now. */
function ConnectionBanner({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-l-4 border-l-destructive bg-card p-4"
    >
      <p className="min-w-48 flex-1">{message}</p>
      <Button variant="outline" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
