import { join } from "node:path";
import { build } from "vite";

/** Writes `read-along.js` into `client`: the script of pages that the server renders for a given sermon (server/giving/page-html.ts). */
export async function buildReadAlong(client: string): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      outDir: client,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, "../web/given/read-along.ts"),
        output: { format: "iife", entryFileNames: "read-along.js" },
      },
    },
  });
}
