import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/?>/g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** Renders the page, when all else is there. */
const ENTRY = /\bimport\("([^"]+)"\);?\s*$/;

/**
 * Starts the scripts once the page is seen. In a tab behind others, and where the page is hidden until they run (`held`), nothing is painted: at once.
 * Back, pressed meanwhile, can lead to an address that other HTML belongs to: React would find a page that it did not make, so that one is fetched.
 */
const LOADER = `((at,begun)=>{
const add=(name,fields)=>document.head.append(Object.assign(document.createElement(name),fields)),
render=()=>{if(location.pathname===at)import(ENTRY).catch(()=>{document.documentElement.dataset.failed=""});else location.reload()},
start=()=>{if(!begun){begun=1;for(const href of PRELOADS)add("link",{rel:"modulepreload",href});add("script",{type:"module",src:START,onload:render})}},
seen=(list,observer)=>{if(list.getEntriesByName("first-contentful-paint").length){observer.disconnect();start()}};
if(document.hidden||"held" in document.documentElement.dataset||!PerformanceObserver.supportedEntryTypes?.includes("paint"))start();
else{new PerformanceObserver(seen).observe({type:"paint",buffered:true});setTimeout(start,3000)}
})(location.pathname)`;

/**
 * Lets the scripts of a prerendered page wait for its first paint: they are many times larger than what it shows, which is read and filled in
 * without them. What starts them becomes a file, whose failure the page hears of (shell/page-script.ts) as before.
 * Returns the page, and the file's path.
 */
export async function lateScripts(html: string, client: string): Promise<{ html: string; file: string | null }> {
  const code = START.exec(html)?.[1];
  if (code === undefined) return { html, file: null };
  const entry = ENTRY.exec(code)?.[1];
  if (entry === undefined) throw new Error("the page's scripts do not end with the one that renders it");
  const preloads = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const start = code.replace(ENTRY, "");
  const href = `/assets/start-${createHash("sha256").update(start).digest("base64url").slice(0, 8)}.js`;
  const file = join(client, href);
  await writeFile(file, start);
  const known = { PRELOADS: preloads, START: href, ENTRY: entry };
  const loader = Object.entries(known).reduce((text, [name, value]) => text.replace(name, () => JSON.stringify(value)), LOADER);
  return { html: html.replaceAll(PRELOAD, "").replace(START, () => `<script>${loader}</script>`), file };
}
