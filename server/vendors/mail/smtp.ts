import { createTransport } from "nodemailer";
import type { Mailer } from "./mail.ts";

// Exactly one plain address: no list, display name or header.
const ADDRESS = /^[^\s,;:<>()[\]"\\@\p{Cc}]{1,64}@[^\s,;:<>()[\]"\\@\p{Cc}]{1,255}$/u;
const CONTROL = /\p{Cc}/u;

interface SmtpOptions {
  /** `smtp://user:password@host:587` (STARTTLS where the server offers it) or `smtps://…:465`. */
  url: string;
  /** Refuse servers without STARTTLS: they get neither a password nor a mail. */
  requireTls?: boolean;
  /** `Name <address>`. */
  from: string;
}

/** The way to a mail server, with no connection yet. */
export function connectSmtp({ url, requireTls = false, from }: SmtpOptions) {
  return createTransport(
    {
      url,
      requireTLS: requireTls,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
}

/**
 * Sends each mail over a new connection to an SMTP server. `send` rejects if the server did not accept it, if the recipient or
 * reply address is not one plain address, or if the subject has control characters. No error contains the recipient, so no log
 * does.
 */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { url, from } = options;
  const transport = connectSmtp(options);
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return {
    engine: `SMTP to ${new URL(url).hostname}`,
    async send({ id, to, replyTo, subject, text, html }) {
      if (!ADDRESS.test(to)) throw new Error("the recipient is not one plain mail address");
      if (replyTo !== undefined && !ADDRESS.test(replyTo))
        throw new Error("the address for answers is not one plain mail address");
      if (CONTROL.test(subject)) throw new Error("the subject has control characters");
      await transport
        .sendMail({
          to: { name: "", address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
          subject,
          text,
          html,
        })
        .catch((error: { code?: string; responseCode?: number }) => {
          // The server's message may quote the address.
          throw new Error(
            `the mail server did not take the mail (${[error.code, error.responseCode].filter(Boolean).join(" ")})`,
          );
        });
    },
    async close() {
      transport.close();
    },
  };
}
