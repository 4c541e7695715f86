import { letterHtml } from "@lampstand/supabase-server/letter";
import { BRAND } from "../../shared/brand.ts";
import type { Mail } from "../vendors/mail/mail.ts";

export interface Letter {
  subject: string;
  lines: string[];
  button: { label: string; href: string };
  closing: string[];
}

const { button: buttonHtml, page } = letterHtml;
// pre-line keeps the line breaks of user input.
const paragraph = (text: string): string => letterHtml.paragraph(text, ";white-space:pre-line");

/** A mail in the product's own words, as text and as HTML. */
export function writeLetter({ subject, lines, button, closing }: Letter): Omit<Mail, "to"> {
  const text = ["Hello,", ...lines, `${button.label}:\n${button.href}`, ...closing, `— ${BRAND.product}`].join("\n\n") + "\n";
  const body = [...["Hello,", ...lines].map(paragraph), buttonHtml(button.label, button.href), ...closing.map(paragraph)];
  const html = page(BRAND.product, subject, body.join("\n"));
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
  const body = [
    ...message.split(/(?:\r?\n){2,}/).map(paragraph),
    `<div style="margin:32px 0 0;padding:0 0 0 16px;border-left:3px solid #d9cfb8;color:#6b6157;font-size:15px">`,
    ...[quoted.intro, quoted.message].map(paragraph),
    "</div>",
  ];
  const html = page(BRAND.product, subject, body.join("\n"));
  return { subject, text: `${message}\n\n${quoted.intro}\n${marked.join("\n")}\n`, html };
}
