import { createHash } from "node:crypto";
import { html, Html } from "./html.ts";

// Neutral, so that it is not mistaken for the product.
const STYLE = `
:root { color-scheme: light dark; --ink: #1d2129; --dim: #565d6b; --line: #c3c8d2; --paper: #fff; --ground: #f2f4f7; --act: #1f5fbf; --bad: #b3261e; --mark: #fff3c4; --mark-ink: #4a3b00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9ee; --dim: #a9b0bd; --line: #454c59; --paper: #1b1f27; --ground: #12151b; --act: #7fb0ff; --bad: #ffb4ab; --mark: #4a3b00; --mark-ink: #fff3c4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header { padding: .75rem 1rem; background: var(--mark); color: var(--mark-ink); text-align: center; }
main { max-width: 30rem; margin: 1.5rem auto; padding: 0 1rem; }
main.wide { max-width: 80rem; }
section, form.card { background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: 1.25rem; margin: 0 0 1rem; }
h1 { font-size: 1.35rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; } .dim { color: var(--dim); } .amount { font-size: 1.75rem; font-weight: 600; margin: 0 0 .25rem; }
section > :last-child, form.card > :last-child { margin-bottom: 0; } .test-number { white-space: nowrap; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
.field { margin: 0 0 1rem; } .row { display: flex; gap: 1rem; } .row .field { flex: 1; min-width: 0; } .row .field:first-child { flex: 1.4; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--dim); border-radius: .375rem; }
input[aria-invalid=true] { border: 2px solid var(--bad); }
.notice { border: 2px solid var(--act); border-radius: .375rem; padding: .75rem; }
.error { color: var(--bad); margin: .25rem 0 0; } .alert { border: 2px solid var(--bad); border-radius: .375rem; padding: .75rem; margin: 0 0 1rem; }
button, a.button { display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; border-radius: .375rem; border: 1px solid var(--act); cursor: pointer; text-decoration: none; }
button, a.button { width: 100%; background: var(--act); color: var(--paper); text-align: center; } button.plain, a.button.plain { background: transparent; color: var(--act); }
.row form { flex: 1; } .buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin: .25rem 0 .5rem; } .buttons form { margin: 0; } .buttons button { width: auto; min-height: 2.25rem; padding: .25rem .75rem; } ul.plain { list-style: none; margin: 0 0 .75rem; padding: 0; } ul.plain li { border-top: 1px solid var(--line); padding: .5rem 0; }
.entry { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; justify-content: space-between; } .entry > p { margin: 0; flex: 1 1 13rem; } .entry > p:first-child { flex-grow: 2; flex-basis: 17rem; } .entry > form { flex: 1 1 100%; max-width: 24rem; margin: .25rem 0; }
input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; margin: 0 .5rem 0 0; vertical-align: text-bottom; } .tick { display: inline; } label .dim { font-weight: 400; white-space: nowrap; }
dl { margin: 0 0 1rem; } dl div { display: flex; gap: 1rem; border-top: 1px solid var(--line); padding: .25rem 0; } dt { flex: 0 0 7rem; color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
table button { width: auto; min-height: 2rem; padding: .125rem .625rem; } table .buttons { flex-wrap: nowrap; margin: 0; }
a { color: var(--act); } :focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .9rem; } th, td { text-align: left; padding: .375rem .75rem .375rem 0; border-top: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
table.wrap td { white-space: normal; } th.number, td.number { text-align: right; padding-right: 0; white-space: nowrap; } tfoot th { font-weight: 400; }
@media print { body { background: none; } header { border: 1px solid var(--line); } main { max-width: none; } }
code { font: .85rem ui-monospace, monospace; }
`;
// The CSP hash covers exactly the text between the tags.
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

interface PageOptions {
  title: string;
  body: Html;
  wide?: boolean;
  /** Further sites that a form's response may redirect to: browsers apply `form-action` to redirects too. */
  formTargets?: readonly string[];
}

export interface Page {
  document: string;
  headers: Record<string, string>;
}

/** A complete page with its headers. It contains no scripts. */
export function page(options: PageOptions): Page {
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${options.title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header><strong>Payments sandbox.</strong> No card is charged. Never type a real card number here.</header>
        <main class="${options.wide ? "wide" : ""}">${options.body}</main>
      </body>
    </html>`.text;
  const origins = (options.formTargets ?? []).map((target) => new URL(target).origin);
  return {
    document,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        `form-action ${["'self'", ...new Set(origins)].join(" ")}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
      "cache-control": "no-store",
      // The URL contains the session's id. Not `no-referrer`, which would set `Origin: null` and break the check in routes.ts.
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  };
}

/** In the currency's main unit, for example `$14.99`. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency: currency.toUpperCase() });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Unix seconds as a date in UTC. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(seconds * 1000);
}
