import type { Config } from "../../server/config/config.ts";
import { connectSmtp } from "../../server/vendors/mail/smtp.ts";
import { codeOf, failed, type Finding, ok } from "./finding.ts";

/** Greets the mail server, goes over to TLS and signs in as the program does. Sends nothing. */
export async function tryMail({ mail }: Pick<Config, "mail">): Promise<Finding[]> {
  if (mail.kind === "inbox") return [];
  const { hostname, username, protocol } = new URL(mail.url);
  const transport = connectSmtp(mail);
  try {
    await transport.verify();
    const isSecret = protocol === "smtps:" || mail.requireTls;
    return [ok("mail", `${hostname} greets${isSecret ? ", speaks TLS" : ""}${username ? ", takes the password" : ""}`)];
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    const code = codeOf(error);
    const said = [code, responseCode].filter(Boolean).join(" ");
    return [failed("mail", code === "EAUTH" || code === "ETLS" || (responseCode ?? 0) >= 500, `SMTP_URL: ${said}`)];
  } finally {
    transport.close();
  }
}
