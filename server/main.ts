import { existsSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "./app.ts";
import { banner } from "./banner.ts";
import { ConfigError, readConfig } from "./config.ts";
import { EmbeddedPostgresError } from "./db/embedded/errors.ts";
import { startEmbeddedPostgres } from "./db/embedded/start.ts";
import { MigrationError } from "./db/migrate.ts";

const say = (message: string): void => console.log(`  ${message}`);

/** What is started, last first: the order of stopping. */
const stops: (() => Promise<unknown>)[] = [];

async function stop(exitCode: number): Promise<never> {
  for (const end of stops.splice(0).toReversed()) await end().catch((error: unknown) => console.error(error));
  process.exit(exitCode);
}

async function start(): Promise<void> {
  const started = performance.now();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  const build = join(import.meta.dirname, "../build");
  if (!existsSync(join(build, "client-csp.json")))
    throw new ConfigError(["the web app is not built: run `npm start`, or `npm run build` first"]);

  let ownerUrl = config.databaseUrl;
  if (ownerUrl === null) {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: say, servingAt: config.publicUrl });
    stops.push(() => postgres.stop());
    void postgres.exited.then(async ({ expected }) => {
      if (!expected) {
        console.error("PostgreSQL has ended by itself; stopping.");
        await stop(1);
      }
      return null;
    });
    ownerUrl = postgres.connectionString("postgres");
  }
  const app = await createApp({ config, ownerUrl, build, onProgress: say });
  stops.push(() => app.close());
  await app.start();
  console.log(banner(config, app.vendors, performance.now() - started));
}

let signals = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    signals++;
    // npm passes Ctrl-C on a second time; only somebody who insists is meant.
    if (signals > 2) process.exit(1);
    if (signals > 1) return;
    console.log("\n  Stopping: finishing what is running.");
    void stop(0);
  });
}

try {
  await start();
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof MigrationError;
  console.error(isPlain ? `\n${error.message}\n` : error);
  await stop(1);
}
