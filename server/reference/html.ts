import { escapeHtml } from "../../shared/escape-html.ts";
import { createHash } from "node:crypto";
import { BRAND } from "../../shared/brand.ts";
import type { FormReference } from "./describe-schema.ts";
import { INTRODUCTION } from "./introduction.ts";
import { COMMON_REFUSALS } from "./notes.ts";
import { describeFunctions, exampleCode, type FunctionReference } from "./reference.ts";

/** In the tokens of the web app's stylesheet (web/app.css). */
const STYLE = `
  .doc { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem 5rem; overflow-wrap: anywhere; }
  .doc header { padding-block: .25rem 2rem; }
  .doc header a { display: inline-flex; align-items: center; min-height: 2.75rem; font: 500 1.44rem var(--font-serif); }
  .doc h1 { font-size: 2.0736rem; line-height: 1.2; }
  .doc h2 { font-size: 1.728rem; line-height: 1.25; margin-top: 3.5rem; padding-top: 2rem; border-top: 1px solid var(--color-border); scroll-margin-top: 1rem; }
  .doc h3 { font-size: 1.2rem; margin-top: 1.75rem; }
  .doc p, .doc ul { margin-top: .75rem; max-width: 44rem; }
  .doc section ul { padding-left: 1.25rem; list-style: disc; }
  .doc a { color: var(--color-primary); text-decoration: underline; text-underline-offset: .2em; text-decoration-thickness: 1px; }
  .doc header a { color: inherit; text-decoration: none; }
  .doc nav ul { max-width: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); margin-top: 1.5rem; }
  .doc nav a { display: flex; align-items: center; min-height: 2.75rem; }
  .doc code, .doc pre { font-family: ui-monospace, monospace; font-size: .875rem; }
  .doc p code, .doc li code, .doc td code { background: var(--color-muted); border-radius: .25rem; padding: .1em .3em; }
  .doc pre { margin-top: .75rem; padding: 1rem; border: 1px solid var(--color-border); border-radius: .5rem; background: var(--color-card); white-space: pre-wrap; }
  .doc table { width: 100%; margin-top: .75rem; border-collapse: collapse; }
  .doc th, .doc td { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--color-border); }
  .doc th:first-child { width: 32%; }
  .doc th { font-weight: 600; color: var(--color-muted-foreground); font-size: .9129rem; }
  .doc small { color: var(--color-muted-foreground); font-size: .9129rem; }
  @media (width < 40rem) { .doc thead { position: absolute; clip-path: inset(50%); } .doc tr, .doc td { display: block; }
    .doc td { border: 0; padding: 0; } .doc tr { padding-block: .6rem; border-bottom: 1px solid var(--color-border); } }`;

/** For the page's content security policy. */
export const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

/** Text with code in backticks. */
const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>");

const table = (head: string[], rows: string[][]): string =>
  `<table><thead><tr>${head.map((text) => `<th scope="col">${text}</th>`).join("")}</tr></thead><tbody>${rows
    .map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join("")}</tr>`)
    .join("")}</tbody></table>`;

function fields(forms: FormReference[]): string {
  return forms
    .map((form) =>
      form.length === 0
        ? "<p>An empty object.</p>"
        : table(
            ["Field", "Value"],
            form.map(({ name, isRequired, type }) => [
              `<code>${escapeHtml(name)}</code>${isRequired ? "" : " <small>optional</small>"}`,
              escapeHtml(type),
            ]),
          ),
    )
    .join("<p>or</p>");
}

function section(call: FunctionReference): string {
  const remarks = call.remarks?.map((remark) => `<li>${prose(remark)}</li>`).join("");
  const refusals = call.refusals.map((refusal) => `<code>${escapeHtml(refusal)}</code>`).join(", ");
  return `<section aria-labelledby="${call.name}">
<h2 id="${call.name}">${call.name}</h2>
<p>${prose(call.summary)}</p>
<p><strong>Who:</strong> ${prose(call.who)}</p>
<p><strong>How often:</strong> ${escapeHtml(call.limits)}.</p>
${remarks ? `<ul>${remarks}</ul>` : ""}
<h3>Body</h3>${fields(call.body)}
<h3>Answer</h3>${call.answer.length === 0 ? `<p>The content type is <code>${call.streams}</code>.</p>` : fields(call.answer)}
<h3>Refusals</h3><p>${refusals ? `${refusals}, and the` : "The"} <a href="#common-refusals">common ones</a>.</p>
<h3>Example</h3><pre>${escapeHtml(exampleCode(call))}</pre>
</section>`;
}

/** The page /docs/api. `stylesheet` is the address of the web app's stylesheet; null: the page goes without. */
export function referenceHtml(stylesheet: string | null): string {
  const calls = describeFunctions();
  const common = COMMON_REFUSALS.map(([refusal, when]) => [`<code>${escapeHtml(refusal)}</code>`, prose(when)]);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Functions · ${BRAND.product}</title>
<meta name="description" content="Every function of ${BRAND.product} for whoever integrates: bodies, answers, refusals, limits and examples.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${stylesheet ? `<link rel="stylesheet" href="${escapeHtml(stylesheet)}">` : ""}
<style>${STYLE}</style>
</head>
<body>
<div class="doc">
<header><a href="/">${BRAND.product}</a></header>
<main>
<h1>The functions, for whoever integrates</h1>
${INTRODUCTION.map((text) => `<p>${prose(text)}</p>`).join("\n")}
<nav aria-label="Functions"><ul>${calls.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join("")}</ul></nav>
<h2 id="common-refusals">Common refusals</h2>
${table(["Refusal", "When"], common)}
${calls.map(section).join("\n")}
</main>
</div>
</body>
</html>
`;
}
