import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build, type Manifest } from "vite";
import { OFFLINE_PAGE, SHELL_ADDRESS } from "../shared/site.ts";

const ROOT = join(import.meta.dirname, "..");

/** An entry of the worker's list. A file with a hash in its name needs no revision. */
export interface FileToKeep {
  url: string;
  revision: string | null;
}

/** Screens that nobody opens without a network: pages without React, and those of administrators. */
const NOT_KEPT = /^web\/routes\/(?:marketing|admin)\//;

/** The scripts that the app's screens load, at once or when they are needed, by Vite's list of what imports what. */
export function scriptsOfApp(manifest: Manifest): string[] {
  const found = new Set<string>();
  function add(name: string): void {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) return;
    found.add(chunk.file);
    for (const imported of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) add(imported);
  }
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry && !NOT_KEPT.test(name)) add(name);
  return [...found].filter((file) => file.endsWith(".js"));
}

/** The files that a page names in its HTML: styles, preloaded fonts and scripts. */
export function filesOfPage(html: string): string[] {
  return [...html.matchAll(/["'(]\/(assets\/[\w.-]+)["')]/g)].map(([, file = ""]) => file);
}

async function filesToKeep(client: string): Promise<FileToKeep[]> {
  const manifest = JSON.parse(await readFile(join(client, ".vite/manifest.json"), "utf8")) as Manifest;
  const pages = [
    { url: SHELL_ADDRESS, html: await readFile(join(client, "__spa-fallback.html"), "utf8") },
    { url: OFFLINE_PAGE, html: await readFile(join(client, `${OFFLINE_PAGE}/index.html`), "utf8") },
  ];
  const files = new Set([...pages.flatMap(({ html }) => filesOfPage(html)), ...scriptsOfApp(manifest)]);
  const present = new Set(await readdir(join(client, "assets")));
  const lost = [...files].filter((file) => !present.has(file.replace("assets/", "")));
  if (lost.length > 0) throw new Error(`The service worker is to keep files that are not in the build: ${lost.join(", ")}`);
  return [
    ...pages.map(({ url, html }) => ({ url, revision: createHash("sha256").update(html).digest("base64url").slice(0, 16) })),
    ...[...files].toSorted().map((file) => ({ url: `/${file}`, revision: null })),
  ];
}

/** Writes `service-worker.js` with the list of what it keeps. Vite's own list is not for the public and is removed. */
export async function buildWorker(client: string): Promise<FileToKeep[]> {
  const files = await filesToKeep(client);
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { FILES_TO_KEEP: JSON.stringify(files) },
    build: {
      outDir: client,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(ROOT, "web/worker/service-worker.ts"),
        output: { format: "iife", entryFileNames: "service-worker.js" },
      },
    },
  });
  await rm(join(client, ".vite"), { recursive: true });
  return files;
}
