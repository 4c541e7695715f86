import { BRAND } from "../../../shared/brand.ts";
import type { Mail } from "../../adapters/mail/mail.ts";

export interface Letter {
  subject: string;
  lines: string[];
  button: { label: string; href: string };
  closing: string[];
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The letter as text and as HTML without pictures, in the look of the app. */
export function writeLetter({ subject, lines, button, closing }: Letter): Omit<Mail, "to"> {
  const paragraph = (line: string): string => `<p style="margin:0 0 16px">${escape(line)}</p>`;
  const text = ["Hello,", ...lines, `${button.label}:\n${button.href}`, ...closing, `— ${BRAND.product}`].join("\n\n") + "\n";
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#f7f2e7;color:#2b2622;font:17px/1.6 Georgia,'Times New Roman',serif">
<div style="max-width:34em;margin:0 auto;padding:40px 24px">
<p style="margin:0 0 32px;font-size:20px;letter-spacing:.02em">${escape(BRAND.product)}</p>
${["Hello,", ...lines].map(paragraph).join("\n")}
<p style="margin:32px 0"><a href="${escape(button.href)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#4a5227;color:#fcf8ee;text-decoration:none">${escape(button.label)}</a></p>
${closing.map(paragraph).join("\n")}
</div>
</body>
</html>
`;
  return { subject, text, html };
}
