import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/?>/g;
const START = /<script type="module" async="">([\s\S]*?)<\/script>/;

/** Starts the scripts once the page is seen. In a tab behind others, and where the page is hidden until they run (`held`), nothing is painted: at once. */
const LOADER = `((go,begun)=>{
const start=()=>{if(!begun){begun=1;go()}},seen=(list,observer)=>{if(list.getEntriesByName("first-contentful-paint").length){observer.disconnect();start()}};
if(document.hidden||"held" in document.documentElement.dataset||!PerformanceObserver.supportedEntryTypes?.includes("paint"))start();
else{new PerformanceObserver(seen).observe({type:"paint",buffered:true});setTimeout(start,3000)}
})(()=>{
const add=(name,fields)=>document.head.append(Object.assign(document.createElement(name),fields));
for(const href of PRELOADS)add("link",{rel:"modulepreload",href});
add("script",{type:"module",src:START});
})`;

/**
 * Lets the scripts of a prerendered page wait for its first paint: they are many times larger than what it shows, which is read and filled in
 * without them. What starts them becomes a file, whose failure the page hears of (shell/page-script.ts) as before.
 * Returns the page, and the file's path.
 */
export async function lateScripts(html: string, client: string): Promise<{ html: string; file: string | null }> {
  const code = START.exec(html)?.[1];
  if (code === undefined) return { html, file: null };
  const preloads = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const href = `/assets/start-${createHash("sha256").update(code).digest("base64url").slice(0, 8)}.js`;
  const file = join(client, href);
  await writeFile(file, code);
  const loader = LOADER.replace("PRELOADS", () => JSON.stringify(preloads)).replace("START", () => JSON.stringify(href));
  return { html: html.replaceAll(PRELOAD, "").replace(START, () => `<script>${loader}</script>`), file };
}
