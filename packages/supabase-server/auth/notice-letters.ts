import type { Mail } from "./mailer.ts";
import { plainLetter } from "./mail-templates.ts";

/** Changes that the owner of an account is notified of; upstream's names where it has one. */
export type NoticeKind =
  | "password_changed"
  | "email_changed"
  | "mfa_factor_enrolled"
  | "mfa_factor_unenrolled"
  | "identity_linked"
  | "identity_unlinked"
  | "data_downloaded";

export interface Notice {
  kind: NoticeKind;
  at: Date;
  /** "Firefox on Linux"; null: unknown. */
  device: string | null;
}

const NEW_PASSWORD =
  'go to the sign-in page as you always do, choose "Forgot Password?" and set a new password: that signs out every other device.';
const HELP = "write to us from this address at once, and we help you to get your account back.";

/** What was done, and what to do first if it was somebody else. */
const notices = (account: string): Record<NoticeKind, { subject: string; remedy: string }> => ({
  password_changed: { subject: `The password of ${account} was changed`, remedy: NEW_PASSWORD },
  email_changed: {
    subject: `The email address of ${account} was changed`,
    remedy: HELP,
  },
  mfa_factor_enrolled: {
    subject: `An authenticator app was added to ${account}`,
    remedy: "write to us from this address at once: whoever did it knows your password, and signing in now asks for their code.",
  },
  mfa_factor_unenrolled: { subject: `An authenticator app was removed from ${account}`, remedy: NEW_PASSWORD },
  identity_linked: { subject: `A way to sign in was added to ${account}`, remedy: HELP },
  identity_unlinked: { subject: `A way to sign in was removed from ${account}`, remedy: NEW_PASSWORD },
  data_downloaded: { subject: `The data of ${account} was downloaded`, remedy: NEW_PASSWORD },
});

// One zone for everybody, since the reader's is not known.
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" });

/** The mail about a notice. It has no link, as an alarming mail with a link looks like phishing. */
export function writeNotice(
  { kind, at, device }: Notice,
  { productName, supportEmail }: { productName: string; supportEmail: string },
): Omit<Mail, "to"> {
  const { subject, remedy } = notices(`your ${productName} account`)[kind];
  return plainLetter(productName, subject, [
    "Hello,",
    `${subject} on ${day.format(at)} at ${time.format(at)} UTC${device ? `, in ${device}` : ""}.`,
    "If it was you, you need not do anything.",
    `If it was not you, ${remedy}`,
    `You reach us at ${supportEmail}. We never ask for your password or a code.`,
  ]);
}
