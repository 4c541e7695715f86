import { BRAND } from "../../../shared/brand.ts";
import type { Mail } from "../../adapters/mail/mail.ts";
import type { LinkType } from "./mailed-link.ts";

interface Letter {
  subject: string;
  greeting: string;
  lines: string[];
  button: string;
  /** What to do when the mail was not asked for, and how long the link works. */
  closing: string[];
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

// Nothing that a stranger could have typed is in a letter: a sign-up may name somebody else's address, and must not carry a message there.
function write(letter: Letter, link: string): Omit<Mail, "to"> {
  const paragraph = (line: string): string => `<p style="margin:0 0 16px">${escape(line)}</p>`;
  const text =
    [letter.greeting, ...letter.lines, `${letter.button}:\n${link}`, ...letter.closing, `— ${BRAND.product}`].join("\n\n") + "\n";
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(letter.subject)}</title></head>
<body style="margin:0;background:#f7f2e7;color:#2b2622;font:17px/1.6 Georgia,'Times New Roman',serif">
<div style="max-width:34em;margin:0 auto;padding:40px 24px">
<p style="margin:0 0 32px;font-size:20px;letter-spacing:.02em">${escape(BRAND.product)}</p>
${[letter.greeting, ...letter.lines].map(paragraph).join("\n")}
<p style="margin:32px 0"><a href="${escape(link)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#4a5227;color:#fcf8ee;text-decoration:none">${escape(letter.button)}</a></p>
<p style="margin:0 0 16px;font-size:15px">If the button does not work, copy this address into your browser:<br><a href="${escape(link)}" style="color:#4a5227;word-break:break-all">${escape(link)}</a></p>
${letter.closing.map(paragraph).join("\n")}
</div>
</body>
</html>
`;
  return { subject: letter.subject, text, html };
}

const LETTERS: Record<LinkType, Letter> = {
  signup: {
    subject: `Confirm your email address for ${BRAND.product}`,
    greeting: "Welcome,",
    lines: [`Thank you for signing up with ${BRAND.product}. One step is left: confirm that this address is yours.`],
    button: "Confirm my email address",
    closing: [
      "The link works once, for 24 hours.",
      `If you have not just signed up with ${BRAND.product}, please do not use the link: somebody may have typed your address. Without it, nothing happens.`,
    ],
  },
  recovery: {
    subject: `Set a new password for ${BRAND.product}`,
    greeting: "Hello,",
    lines: [`You asked for a new password for your ${BRAND.product} account. Here is the way to set one.`],
    button: "Set a new password",
    closing: [
      "The link works once, for one hour.",
      "If it was not you who asked, you can leave this mail alone: your password stays as it is.",
    ],
  },
};

/** The text of each mail, given its link. */
export const MAIL_TEMPLATES: Record<LinkType, (link: string) => Omit<Mail, "to">> = {
  signup: (link) => write(LETTERS.signup, link),
  recovery: (link) => write(LETTERS.recovery, link),
};
