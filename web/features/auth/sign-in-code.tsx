import { useState } from "react";
import { useNavigate } from "react-router";
import { SIGN_IN_CODE } from "../../../shared/messages/auth.ts";
import { Button } from "../../ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import { FormStatus } from "./form-status.tsx";
import { verifyMailedCode } from "./mailed-code.ts";
import { mailSignInCode } from "./mailed-sign-in.ts";
import { CHOOSE_PASSWORD } from "./password-needed.ts";

interface SignInCodeProps {
  /** The address in the form above; null if none is there, which the form then says. */
  readEmail: () => Promise<string | null>;
  /** Where the mail's link leads. */
  to: string;
  disabled: boolean;
}

/** Signing in with a code that is mailed. The route guard redirects as soon as the session changes, or asks for the second factor. */
export function SignInCode({ readEmail, to, disabled }: SignInCodeProps) {
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function send() {
    setBusy(true);
    setProblem(null);
    const email = await readEmail();
    const refused = email && (await mailSignInCode(email, to));
    setBusy(false);
    if (refused) setProblem(refused);
    else if (email) setSentTo(email);
  }
  async function check(email: string, code: string) {
    const result = await verifyMailedCode(email, code, "email");
    if (result.passwordNeeded) await navigate(CHOOSE_PASSWORD, { replace: true });
    return result.problem;
  }
  return (
    <div className="grid gap-4">
      {sentTo ? (
        <section aria-label="Sign in with a code" className="grid gap-4 rounded-md border bg-card p-5">
          <output className="break-words">{SIGN_IN_CODE.sent(sentTo)}</output>
          <CodeForm key={sentTo} action="Sign in with the code" check={(code) => check(sentTo, code)} takesFocus />
        </section>
      ) : null}
      <Button
        variant={sentTo ? "ghost" : "outline"}
        className={sentTo ? "-mx-3 justify-self-start px-3" : undefined}
        disabled={disabled || busy}
        aria-busy={busy}
        onClick={() => void send()}
      >
        {busy ? "Sending..." : sentTo ? SIGN_IN_CODE.again : SIGN_IN_CODE.ask}
      </Button>
      <FormStatus message={problem === null ? null : { ok: false, text: problem }} />
    </div>
  );
}
