import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PageHashes } from "../build-web.ts";

const BUILD = join(import.meta.dirname, "../../build");

/** Checks that every inline script of every built page has its hash in the policy file: browsers block the others. */
export async function checkInlineScripts(): Promise<string[]> {
  const problems: string[] = [];
  const listed = JSON.parse(await readFile(join(BUILD, "client-csp.json"), "utf8")) as Record<string, PageHashes>;
  let pages = 0;
  for await (const file of glob("**/*.html", { cwd: join(BUILD, "client") })) {
    pages++;
    const html = await readFile(join(BUILD, "client", file), "utf8");
    for (const [, attributes = "", code = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
      if (/\bsrc=/.test(attributes) || /type="application\/(ld\+)?json"/.test(attributes)) continue;
      const hash = `sha256-${createHash("sha256").update(code).digest("base64")}`;
      if (!listed[`/${file}`]?.scripts.includes(hash)) problems.push(`${file} has an inline script without a hash`);
    }
  }
  if (pages === 0) problems.push("build/client has no pages: run npm run build");
  return problems;
}
