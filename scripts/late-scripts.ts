import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/?>/g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;
/** What a built module imports from the files beside it. */
const IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g;
/** What the start imports when all else is there: it renders the page. */
const LAST = /\bimport\("([^"]+)"\)/g;

/**
 * Starts the scripts once the page is seen. In a tab behind others, and where the page is hidden until they run (`held`), nothing is painted: at once.
 * They are all fetched at once, and each file runs in a task of its own, so that a slow phone answers to touches in between. A file that
 * fails is asked for again by the start, whose failure the page hears of.
 */
const LOADER = `((go,begun)=>{
const start=()=>{if(!begun){begun=1;go()}},seen=(list,observer)=>{if(list.getEntriesByName("first-contentful-paint").length){observer.disconnect();start()}};
if(document.hidden||"held" in document.documentElement.dataset||!PerformanceObserver.supportedEntryTypes?.includes("paint"))start();
else{new PerformanceObserver(seen).observe({type:"paint",buffered:true});setTimeout(start,3000)}
})(async()=>{
const add=(name,fields)=>document.head.append(Object.assign(document.createElement(name),fields));
for(const href of PRELOADS)add("link",{rel:"modulepreload",href});
for(const part of PARTS){await import(part).catch(()=>{});await new Promise(next=>setTimeout(next))}
add("script",{type:"module",src:START});
})`;

/** The files, each after those that it imports, so that running one runs no other. */
async function inOrder(hrefs: string[], client: string): Promise<string[]> {
  const ordered = new Set<string>();
  const begun = new Set<string>();
  async function add(href: string): Promise<void> {
    if (begun.has(href)) return;
    begun.add(href);
    const code = await readFile(join(client, href), "utf8");
    for (const [, name = ""] of code.matchAll(IMPORT)) await add(`/assets/${name}`);
    ordered.add(href);
  }
  for (const href of hrefs) await add(href);
  return [...ordered];
}

/**
 * Lets the scripts of a prerendered page wait for its first paint: they are many times larger than what it shows, which is read and filled in
 * without them. What starts them becomes a file, whose failure the page hears of (shell/page-script.ts) as before.
 * Returns the page, and the file's path.
 */
export async function lateScripts(html: string, client: string): Promise<{ html: string; file: string | null }> {
  const code = START.exec(html)?.[1];
  if (code === undefined) return { html, file: null };
  const preloads = [...html.matchAll(PRELOAD)].map(([, href = ""]) => href);
  const last = new Set([...code.matchAll(LAST)].map(([, href]) => href));
  const parts = (await inOrder(preloads, client)).filter((href) => !last.has(href));
  const href = `/assets/start-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
  const file = join(client, "assets", basename(href));
  await writeFile(file, code);
  const loader = LOADER.replace("PRELOADS", () => JSON.stringify([...preloads, href]))
    .replace("PARTS", () => JSON.stringify(parts))
    .replace("START", () => JSON.stringify(href));
  return { html: html.replaceAll(PRELOAD, "").replace(START, () => `<script>${loader}</script>`), file };
}
