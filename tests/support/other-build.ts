import { cp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inlineScriptHashes, type PageHashes } from "../../scripts/build-web.ts";

const TEXT = /\.(?:html|js|css)$/;
/** A script or style sheet, which has a hash of what is in it in its name. */
const HASHED = /[\w.-]+-[\w-]{8}\.(?:js|css)/g;
/** In the worker's list: what tells a page from its former version. */
const REVISION = /(?<=revision:\s*["'`])[\w-]{16}(?=["'`])/g;

const reversed = (text: string): string => text.split("").toReversed().join("");
const otherName = (name: string): string => name.replace(/[\w-]{8}(?=\.\w+$)/, reversed);

/**
 * Writes into `to` what the next version of the app would be: the present build with `change` made in its scripts, every script and style
 * sheet under another name, other pages, and a worker that keeps those. Returns the names that are gone with it.
 */
export async function makeOtherBuild(from: string, to: string, change: (script: string) => string): Promise<string[]> {
  const client = join(to, "client");
  // Without those beside them that are compressed, which would be served in place of the changed ones.
  await cp(join(from, "client"), client, { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
  const names = new Set((await readdir(join(client, "assets"))).filter((name) => name.match(HASHED)?.[0] === name));
  const renew = (text: string): string => text.replaceAll(HASHED, (name) => (names.has(name) ? otherName(name) : name));
  for (const file of await readdir(client, { recursive: true })) {
    if (!TEXT.test(file)) continue;
    const text = renew(await readFile(join(client, file), "utf8"));
    const isWorker = file === "service-worker.js";
    await writeFile(
      join(client, file),
      isWorker ? text.replaceAll(REVISION, reversed) : file.endsWith(".js") ? change(text) : text,
    );
  }
  for (const name of names) await rename(join(client, "assets", name), join(client, "assets", otherName(name)));

  const hashes = JSON.parse(await readFile(join(from, "client-csp.json"), "utf8")) as Record<string, PageHashes>;
  for (const page of Object.keys(hashes)) {
    const scripts = inlineScriptHashes(await readFile(join(client, page), "utf8"), page);
    hashes[page] = { styles: hashes[page]?.styles ?? [], scripts };
  }
  await writeFile(join(to, "client-csp.json"), JSON.stringify(hashes));
  return [...names];
}
