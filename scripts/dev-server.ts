import { flushCompileCache, registerHooks, stripTypeScriptTypes } from "node:module";
import fastify from "fastify";
import type { AppOptions } from "../server/app.ts";

/**
 * The server of `npm run dev`. scripts/dev.ts forks it ahead of time: it loads the packages that the server before it used, which is
 * half of a start, and imports the project's own code only when it is told to start, since that has changed by then.
 */

export type Order =
  | { do: "load"; packages: readonly string[] }
  | ({ do: "start"; env: Record<string, string | undefined> } & Pick<AppOptions, "ownerUrl" | "build">);

/** Sent once the server answers. `packages`: file URLs, for the next process to load. */
export interface Serving {
  packages: readonly string[];
}

const packages = new Set<string>();
registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context);
    if (found.url.includes("/node_modules/") && !context.parentURL?.includes("/node_modules/")) packages.add(found.url);
    return found;
  },
});

async function load(urls: readonly string[]): Promise<void> {
  // One that can't be loaded any more is not needed any more, or the start says why.
  await Promise.all(urls.map((url) => import(url).catch(() => {})));
  // Both load the rest of themselves at their first use.
  fastify();
  stripTypeScriptTypes("");
}

async function start({ env, ownerUrl, build }: Extract<Order, { do: "start" }>): Promise<void> {
  const [{ createApp }, { readConfig }] = await Promise.all([import("../server/app.ts"), import("../server/config/config.ts")]);
  const onProgress = (message: string): void => console.log(`  ${message}`);
  const app = await createApp({ config: readConfig(env), ownerUrl, build, onProgress });
  await app.start();
  const serving: Serving = { packages: [...packages] };
  process.send?.(serving);
  // Node writes it when a process ends by itself, which this one never does.
  flushCompileCache();
}

process.on("message", (order: Order) => {
  if (order.do === "load") return void load(order.packages);
  start(order).catch((error: unknown) => {
    const isPlain = error instanceof Error && ["ConfigError", "MigrationError"].includes(error.name);
    console.error(isPlain ? `\n${error.message}` : error);
    process.exit(1);
  });
});
// Ctrl-C reaches every process of the terminal; scripts/dev.ts ends this one.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
