import { useQuery } from "@tanstack/react-query";
import { MailOpen } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { getConfig } from "../../lib/config.ts";
import { CodeForm } from "./code-form.tsx";
import { Collapsible } from "./collapsible.tsx";
import { verifyMailedCode } from "./mailed-code.ts";
import { CHOOSE_PASSWORD } from "./password-needed.ts";
import { ResendConfirmation } from "./resend-confirmation.tsx";

interface CheckMailProps {
  /** "" if it is not known. */
  email: string;
  /** Focus the heading when it appears: as the way on from an error elsewhere on the screen. */
  takesFocus?: boolean;
}

/** Asks to confirm the address of a new account. Links to the mail inbox where mails stay on this server. */
export function CheckMail({ email, takesFocus = false }: CheckMailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const { data: config } = useQuery({ queryKey: ["config"], queryFn: getConfig, staleTime: Infinity });
  const navigate = useNavigate();
  async function verifyCode(code: string) {
    const result = await verifyMailedCode(email, code, "email");
    if (result.passwordNeeded) await navigate(CHOOSE_PASSWORD, { replace: true });
    return result.problem;
  }
  return (
    <section aria-labelledby="check-mail" className="grid gap-3 rounded-md border bg-card p-5">
      <h2 id="check-mail" ref={heading} tabIndex={-1} className="flex items-center gap-2.5 text-xl">
        <MailOpen className="size-5 text-primary" strokeWidth={1.5} aria-hidden />
        Check your email
      </h2>
      <p>
        We have sent an email to {email ? <strong className="break-words">{email}</strong> : "you"}. Open its link to confirm that
        the address is yours; then you are signed in.
      </p>
      {config?.inboxUrl ? (
        <p>
          <a href={config.inboxUrl} target="_blank" rel="noreferrer" className="link inline-flex min-h-11 items-center">
            Open the inbox of this machine
          </a>
        </p>
      ) : null}
      {email ? (
        <Collapsible label="Type the code from the email instead">
          <CodeForm action="Confirm" check={verifyCode} />
        </Collapsible>
      ) : null}
      <Collapsible label="Nothing came?">
        <ResendConfirmation email={email} />
      </Collapsible>
    </section>
  );
}
