import { flushCompileCache, registerHooks, stripTypeScriptTypes } from "node:module";
import fastify from "fastify";
import type { AppOptions } from "../server/app.ts";

/**
 * The server of `npm run dev`. scripts/dev-process.ts forks it ahead of time: it preloads the packages that the previous server used, which is
 * half of the time of a start, and imports the project's own code only at the order to start, because it has changed by then.
 */

export type Order =
  | { do: "load"; packages: readonly string[] }
  | ({ do: "start"; env: Record<string, string | undefined> } & Pick<AppOptions, "ownerUrl" | "build" | "stylesheet">);

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
  // Errors are ignored: a package that is still needed fails again at the start.
  await Promise.all(urls.map((url) => import(url).catch(() => {})));
  // Both load more modules at their first use.
  fastify();
  stripTypeScriptTypes("");
}

async function start({ env, do: _start, ...options }: Extract<Order, { do: "start" }>): Promise<void> {
  const [{ createApp }, { readConfig }] = await Promise.all([import("../server/app.ts"), import("../server/config/config.ts")]);
  const onProgress = (message: string): void => console.log(`  ${message}`);
  const app = await createApp({ ...options, config: readConfig(env), onProgress });
  await app.start();
  const serving: Serving = { packages: [...packages] };
  process.send?.(serving);
  // Node writes the cache at a normal exit, but this process is killed.
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
