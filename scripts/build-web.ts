import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { buildReadAlong } from "./build-read-along.ts";
import { buildWorker } from "./build-worker.ts";
import { lateScripts } from "./late-scripts.ts";
import { drawIcons, drawPreviews } from "./draw-public.ts";
import { usedStyles } from "./used-styles.ts";

const TEXT = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/;

/** Data for search engines: no browser runs it, so no policy has to allow it. */
const DATA_BLOCK = /\stype="application\/ld\+json"/i;

/**
 * The CSP sources of a page's inline scripts ("sha256-..."), in the order of the page.
 * Throws on what a policy of hashes would silently block: handlers in attributes and `javascript:` addresses.
 */
export function inlineScriptHashes(html: string, page: string): string[] {
  const hashes: string[] = [];
  const outside = html.replace(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi, (_, attributes: string, code: string) => {
    if (!/\ssrc=/i.test(attributes) && !DATA_BLOCK.test(attributes)) hashes.push(sha256(code));
    return "";
  });
  const unhashed = /<script\b|<[a-z][^>]*\s(?:on[a-z]+=|(?:href|src|action)=["']?\s*javascript:)/i.exec(outside);
  if (unhashed) throw new Error(`${page}: a script that no hash covers: ${outside.slice(unhashed.index, unhashed.index + 80)}`);
  return hashes;
}

/** Whether a page has a style that `style-src 'self'`, the policy of marketing pages, would silently drop. */
export function hasInlineStyle(html: string): boolean {
  return /<style\b|<[a-z][^>]*\sstyle=/i.test(html);
}

/** The page's own scripts and style sheet, which its content security policy allows by their hashes ("sha256-..."). */
export interface PageHashes {
  scripts: string[];
  styles: string[];
}

const sha256 = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

const SPA_FALLBACK = "/__spa-fallback.html";

/** In this document a member may stay for a whole evening. */
const DASHBOARD = "/dashboard/index.html";

/**
 * Web fonts are used on a page if they are there at the first paint (from the cache, or on a fast network), and on the next page otherwise:
 * exchanging the font of a text moves its lines under the reader's eyes, and a form under the hand (docs/decisions/061-the-first-paint.md).
 */
const withoutFontSwap = (sheet: string): string => sheet.replaceAll(/font-display:\s*swap/g, "font-display:optional");

const STYLESHEET = /<link rel="stylesheet" href="(\/assets\/[^"]+)"/g;

const SCRIPT = /\/assets\/[\w-]+\.js\b/g;

/** Only the app's scripts are preloaded: they go on to other screens in the same document, which need the other rules too. */
const hasAppScripts = (html: string): boolean => html.includes('<link rel="modulepreload"');

/**
 * Writes the style sheet into the page, so that the first paint waits for one file alone; into one that stays by itself, what it uses of it. The link
 * stays, as the page's scripts expect it where they take over the document, and for the cache: with `media="print"` nothing waits for it.
 */
async function inlineStyles(html: string, page: string, client: string): Promise<{ html: string; styles: string[] }> {
  const read = (href: string): Promise<string> => readFile(join(client, href), "utf8");
  const files = await Promise.all([...html.matchAll(STYLESHEET)].map(([, href = ""]) => read(href)));
  const swapping = page === DASHBOARD ? files : files.map(withoutFontSwap);
  const scripts = hasAppScripts(html) ? null : await Promise.all([...html.matchAll(SCRIPT)].map(([href]) => read(href)));
  const sheets = scripts ? await Promise.all(swapping.map((sheet) => usedStyles(sheet, html, scripts))) : swapping;
  const elements = sheets.map((sheet) => `<style>${sheet}</style>`).join("");
  const late = html.replaceAll(STYLESHEET, '<link rel="stylesheet" media="print" href="$1"');
  return { html: late.replace("</head>", () => `${elements}</head>`), styles: sheets.map(sha256) };
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}

/** Gives a prerendered page its style sheet and lets its scripts wait, and returns the hashes that its policy needs. */
async function finishPage(client: string, file: string): Promise<PageHashes> {
  const html = await readFile(file, "utf8");
  const page = `/${relative(client, file).replaceAll(sep, "/")}`;
  if (page === SPA_FALLBACK) return { scripts: inlineScriptHashes(html, page), styles: [] };
  if (hasInlineStyle(html)) throw new Error(`${page}: inline style on a plain page`);
  const inlined = await inlineStyles(html, page, client);
  const late = await lateScripts(inlined.html, client);
  await writeFile(file, late.html);
  if (late.file) await compress(late.file);
  return { scripts: inlineScriptHashes(late.html, page), styles: inlined.styles };
}

/** Writes `.br` and `.gz` beside every text file of `client`, and returns the hashes of each HTML file by its path from there. */
export async function finishBuild(client: string): Promise<Record<string, PageHashes>> {
  const names = (await readdir(client, { recursive: true })).filter((name) => TEXT.test(name)).toSorted();
  const csp: Record<string, PageHashes> = {};
  for (const name of names) {
    const file = join(client, name);
    if (name.endsWith(".html")) csp[`/${name.replaceAll(sep, "/")}`] = await finishPage(client, file);
    await compress(file);
  }
  return csp;
}

if (import.meta.main) {
  const build = join(import.meta.dirname, "..", "build");
  await Promise.all([drawPreviews(join(build, "client/previews")), drawIcons(join(build, "client"))]);
  await buildWorker(join(build, "client"));
  await buildReadAlong(join(build, "client"));
  const csp = await finishBuild(join(build, "client"));
  await writeFile(join(build, "client-csp.json"), `${JSON.stringify(csp, null, 2)}\n`);
}
