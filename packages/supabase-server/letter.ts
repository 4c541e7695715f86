/** Escapes text for HTML elements and double-quoted attributes. */
const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The parts of a mail's HTML. Each takes plain text and escapes it; `page` takes HTML of the others. */
export const letterHtml = {
  escape,
  /** `style`: further declarations, each with a `;` before it. */
  paragraph: (text: string, style = ""): string => `<p style="margin:0 0 16px${style}">${escape(text)}</p>`,
  button: (label: string, href: string): string =>
    `<p style="margin:32px 0"><a href="${escape(href)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:#4a5227;color:#fcf8ee;text-decoration:none">${escape(label)}</a></p>`,
  /** Styled like the app, without images. */
  page: (product: string, subject: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#f7f2e7;color:#2b2622;font:17px/1.6 Georgia,'Times New Roman',serif">
<div style="max-width:34em;margin:0 auto;padding:40px 24px">
<p style="margin:0 0 32px;font-size:20px;letter-spacing:.02em">${escape(product)}</p>
${body}
</div>
</body>
</html>
`,
};
