import { createHash } from "node:crypto";
import { BRAND } from "../../shared/brand.ts";
import { escapeHtml } from "../../shared/escape-html.ts";

/** In the tokens of the web app's stylesheet (web/app.css), whose theme follows the system. */
const STYLE = `
  .given { max-width: 37.5rem; margin: 0 auto; padding: 0 1.25rem; overflow-wrap: anywhere; }
  .given .skip { position: absolute; left: -100vw; padding: .75rem 1rem; background: var(--color-popover); }
  .given .skip:focus { left: 1rem; top: .5rem; z-index: 2; }
  .given main > article > header { padding-block: 2rem 1.5rem; display: grid; gap: .75rem; }
  .given h1 { font-size: 2.0736rem; line-height: 1.2; }
  .given .from { color: var(--color-muted-foreground); }
  .given .focus { font: italic 1.2rem/1.5 var(--font-serif); }
  .given .dedication { font: 1.2rem/1.5 var(--font-serif); border-block: 1px solid var(--color-border); padding-block: .75rem; text-align: center; }
  .given .topic { color: var(--color-muted-foreground); font-size: .9129rem; }
  .given .topic blockquote { color: var(--color-foreground); font: 1rem/1.55 var(--font-serif); white-space: pre-line; margin-top: .25rem; }
  .given img { display: block; width: 100%; height: auto; aspect-ratio: 21 / 9; object-fit: cover; border-radius: .375rem; background: var(--color-muted); }
  .given .text { display: grid; gap: 1.1em; padding-block: 2rem 2.5rem; font: 1.25rem/1.65 var(--font-serif); }
  .given .text h2 { font-size: 1.728rem; line-height: 1.25; margin-top: 1rem; }
  .given .text blockquote { display: grid; gap: .25rem; border-left: 2px solid var(--color-lamp); padding-left: 1.25rem; margin-block: .25rem; font-style: italic; }
  .given .text .reference { font-style: normal; font-size: 1.2rem; letter-spacing: .025em; font-variant-caps: all-small-caps; }
  .given .text ul { display: grid; gap: .5rem; list-style: disc; padding-left: 1.5rem; }
  .given .text aside { display: grid; gap: .5rem; margin-top: 1.5rem; padding-top: 1.25rem; border-top: 1px solid var(--color-border); font: .9129rem/1.5 var(--font-sans); color: var(--color-muted-foreground); }
  .given [data-sentence] { border-radius: .2em; box-decoration-break: clone; -webkit-box-decoration-break: clone; padding-block: .1em; scroll-margin-block: 6rem; }
  .given [data-words-ready] [data-sentence] { cursor: pointer; }
  .given .player { position: sticky; bottom: 0; z-index: 1; background: var(--color-background); border-top: 1px solid var(--color-border); padding-block: .5rem .75rem; outline-offset: -2px; }
  .given .player audio { display: block; width: 100%; }
  .given .player output { display: block; font-size: .9129rem; color: var(--color-muted-foreground); }
  .given footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding-block: 1rem 2rem; font-size: .9129rem; color: var(--color-muted-foreground); }
  .given footer p { display: flex; align-items: center; gap: .35em; min-height: 2.75rem; }
  .given a { color: var(--color-primary); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em; }
  .given footer a { display: inline-flex; align-items: center; min-height: 2.75rem; }
  .given .short { display: grid; gap: 1.25rem; padding-block: 4rem 2rem; }
  .given .short > p a { display: inline-flex; align-items: center; min-height: 2.75rem; }
  .given form { display: grid; gap: .75rem; }
  .given fieldset { display: grid; border: 0; padding: 0; margin: 0; }
  .given legend, .given form > label { font-weight: 600; }
  .given form small { font-weight: 400; font-size: .9129rem; color: var(--color-muted-foreground); }
  .given .choice { display: flex; align-items: center; gap: .75rem; min-height: 2.75rem; }
  .given .choice input { width: 1.15rem; height: 1.15rem; flex: none; accent-color: var(--color-primary); }
  .given textarea { width: 100%; padding: .6rem .75rem; border: 1px solid var(--color-input); border-radius: .375rem; background: var(--color-card); color: inherit; font: inherit; }
  .given button { justify-self: start; min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: .375rem; font: 600 1rem var(--font-sans); background: var(--color-primary); color: var(--color-primary-foreground); }
  .given button:hover { background: var(--color-primary-hover); }
  .given .problem { color: var(--color-destructive); font-weight: 600; }
  @media print { .given .player, .given footer p + p, .given .skip { display: none; } }`;

const STYLE_HASH = `sha256-${createHash("sha256").update(STYLE).digest("base64")}`;

/** The script of the page, made by the build (scripts/build-read-along.ts). */
const SCRIPT = "/read-along.js";

export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' '${STYLE_HASH}'`,
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

interface Page {
  title: string;
  /** Further elements of the head, as HTML. */
  head: string;
  /** Address of the web app's stylesheet; null: the page goes without. */
  stylesheet: string | null;
  script: boolean;
  /** HTML. */
  body: string;
}

/** A page for whoever has a link: no framework, and no address of it told to other sites or search engines. */
export const pageHtml = ({ title, head, stylesheet, script, body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f8f3e9">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#131a2a">
<title>${escapeHtml(title)}</title>
<meta name="application-name" content="${BRAND.product}">
${head}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${stylesheet ? `<link rel="stylesheet" href="${escapeHtml(stylesheet)}">` : ""}
<style>${STYLE}</style>
${script ? `<script src="${SCRIPT}" defer></script>` : ""}
</head>
<body>
<div class="given">
${body}
</div>
</body>
</html>
`;
