import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SECOND_FACTOR, SECURITY } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { CodeForm } from "./code-form.tsx";
import { factors, verifyFactorCode } from "./factors.ts";
import { LoadFailure } from "./load-failure.tsx";
import { forgetDrafts } from "./stored-state.ts";

// Only this session: knowing the password alone must not be enough to end the user's other sessions.
async function signOutHere(): Promise<void> {
  await (await getSupabase()).auth.signOut({ scope: "local" });
  forgetDrafts();
}

/** Asks for the authenticator app's code after the password. A right code changes the session, and the route guards redirect. */
export function SecondFactorStep({ onVerified }: { onVerified?: () => void }) {
  return (
    <div className="grid max-w-md gap-6">
      <Step onVerified={onVerified} />
      <p className="text-sm text-muted-foreground">
        Lost the device with the app?{" "}
        <a href="/contact" className="link">
          Write to us
        </a>
        . Once we know that it is you, we remove the app from your account.
      </p>
      <Button variant="ghost" className="-mx-3 justify-self-start px-3 text-muted-foreground" onClick={() => void signOutHere()}>
        Sign out
      </Button>
    </div>
  );
}

function Step({ onVerified }: { onVerified: (() => void) | undefined }) {
  const { data, isPending, isError, refetch } = useQuery(factors());
  const [chosen, setChosen] = useState<string | null>(null);
  if (isPending) return <Spinner label="Loading..." />;
  if (isError) return <LoadFailure text={SECURITY.factorsFailed} onRetry={() => void refetch()} />;
  const [first] = data.totp;
  if (!first) return <p role="alert">{SECOND_FACTOR.none}</p>;
  const factorId = chosen ?? first.id;
  async function check(code: string) {
    const problem = await verifyFactorCode(factorId, code);
    if (!problem) onVerified?.();
    return problem;
  }
  return (
    <div className="grid gap-5">
      <p>{SECOND_FACTOR.prompt}</p>
      {data.totp.length > 1 ? (
        <Field label="Authenticator app">
          <Select value={factorId} onChange={({ target }) => setChosen(target.value)}>
            {data.totp.map(({ id, friendly_name: name }) => (
              <option key={id} value={id}>
                {name || "Authenticator app"}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <CodeForm action="Continue" check={check} takesFocus />
    </div>
  );
}
