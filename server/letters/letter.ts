import { BRAND } from "../../shared/brand.ts";
import type { Mail } from "../vendors/mail/mail.ts";

export interface Letter {
  subject: string;
  lines: string[];
  button: { label: string; href: string };
  closing: string[];
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

// pre-line keeps the line breaks of user input.
const paragraph = (text: string): string => `<p style="margin:0 0 16px;white-space:pre-line">${escape(text)}</p>`;

/** The HTML of a mail, styled like the app, without images. */
const page = (subject: string, body: readonly string[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#f7f2e7;color:#2b2622;font:17px/1.6 Georgia,'Times New Roman',serif">
<div style="max-width:34em;margin:0 auto;padding:40px 24px">
<p style="margin:0 0 32px;font-size:20px;letter-spacing:.02em">${escape(BRAND.product)}</p>
${body.join("\n")}
</div>
</body>
</html>
`;

/** A mail in the product's own words, as text and as HTML. */
export function writeLetter({ subject, lines, button, closing }: Letter): Omit<Mail, "to"> {
  const text = ["Hello,", ...lines, `${button.label}:\n${button.href}`, ...closing, `— ${BRAND.product}`].join("\n\n") + "\n";
  const html = page(subject, [
    ...["Hello,", ...lines].map(paragraph),
    `<p style="margin:32px 0"><a href="${escape(button.href)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#4a5227;color:#fcf8ee;text-decoration:none">${escape(button.label)}</a></p>`,
    ...closing.map(paragraph),
  ]);
  return { subject, text, html };
}

/** A mail with a reply that a person wrote, greeting included, above a quotation of the message it replies to. */
export function writeAnswer(answer: {
  subject: string;
  message: string;
  /** `intro` says who wrote `message` and when. */
  quoted: { intro: string; message: string };
}): Omit<Mail, "to"> {
  const { subject, message, quoted } = answer;
  const marked = quoted.message.split(/\r?\n/).map((line) => `> ${line}`.trimEnd());
  const html = page(subject, [
    ...message.split(/(?:\r?\n){2,}/).map(paragraph),
    `<div style="margin:32px 0 0;padding:0 0 0 16px;border-left:3px solid #d9cfb8;color:#6b6157;font-size:15px">`,
    ...[quoted.intro, quoted.message].map(paragraph),
    "</div>",
  ]);
  return { subject, text: `${message}\n\n${quoted.intro}\n${marked.join("\n")}\n`, html };
}
