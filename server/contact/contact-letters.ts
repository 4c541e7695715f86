import { BRAND } from "../../shared/brand.ts";
import type { Mail } from "../vendors/mail/mail.ts";
import { writeAnswer, writeLetter } from "../letters/letter.ts";

/** A row of `contact_mails` with the message that it is about. */
export type DueContactMail = { name: string; email: string; message: string; writtenAt: Date } & (
  | { kind: "notice" }
  | { kind: "reply"; subject: string; reply: string }
);

interface Addresses {
  publicUrl: string;
  supportEmail: string;
}

// UTC, since the reader's time zone is not known.
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/**
 * User input, made safe for a subject or a line with text of ours: without line breaks, which rows not written by the form could have;
 * without marks of text direction, which could reorder the e-mail address that follows; and without encoded words (RFC 2047, section 2),
 * which the reader's mail program would decode, line breaks included.
 */
const oneLine = (text: string): string =>
  text
    .replaceAll(/\p{Bidi_Control}/gu, "")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll("=?", "= ?")
    .trim();

export function contactMail(due: DueContactMail, { publicUrl, supportEmail }: Addresses): Mail {
  if (due.kind === "reply")
    return {
      to: due.email,
      replyTo: supportEmail,
      ...writeAnswer({
        subject: oneLine(due.subject),
        message: due.reply,
        quoted: { intro: `On ${day.format(due.writtenAt)} you wrote to us:`, message: due.message },
      }),
    };
  return {
    to: supportEmail,
    replyTo: due.email,
    ...writeLetter({
      subject: oneLine(`New message from ${due.name}`),
      lines: [`${oneLine(due.name)} (${due.email}) wrote to ${BRAND.product}:`, due.message],
      button: { label: "Read and answer", href: `${publicUrl}/admin/contact-submissions` },
      closing: ["An answer from there is kept with the message; an answer to this email is not."],
    }),
  };
}
