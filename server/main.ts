import { existsSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { createApp } from "./app.ts";
import { banner } from "./banner.ts";
import { unfinishedRestore } from "./backup/set.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "@lampstand/embedded-postgres";
import { MigrationError } from "@lampstand/database";
import { EX_CONFIG, SERVING, type Request } from "./supervisor.ts";

const say = (message: string): void => console.log(`  ${message}`);

/** Functions that stop what was started; called in reverse order. */
const stops: (() => Promise<unknown>)[] = [];

/** How long a start that failed waits for what it had started to end. */
const FAILED_STOP_MS = 10_000;
/** Without its database nothing that runs can finish: what is told within a second is told, and the supervisor starts anew. */
const CRASH_STOP_MS = 1000;

/** After the drain, for what is then closed. A server that says nothing any more would be waited for without an end. */
const CLOSING_SECONDS = 20;
/** How long an orderly stop may take; known once the settings are read. */
let orderlyStopMs = FAILED_STOP_MS;

async function stop(exitCode: number, longestMs = FAILED_STOP_MS): Promise<never> {
  setTimeout(() => {
    if (exitCode === 0) console.error("Something did not end in time; stopping all the same.");
    process.exit(exitCode);
  }, longestMs);
  for (const end of stops.splice(0).toReversed()) await end().catch((error: unknown) => console.error(error));
  process.exit(exitCode);
}

async function start(): Promise<void> {
  const started = performance.now();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readConfig(process.env);
  orderlyStopMs = (config.drain.delay + config.drain.longest + CLOSING_SECONDS) * 1000;
  for (const warning of config.warnings) say(`Warning: ${warning}.`);
  const build = join(import.meta.dirname, "../build");
  if (!existsSync(join(build, "client-csp.json")))
    throw new ConfigError(["the web app is not built: run `npm start`, or `npm run build` first"]);

  let ownerUrl = config.databaseUrl;
  if (ownerUrl === null) {
    if (existsSync(unfinishedRestore(config.dataDir)))
      throw new ConfigError([`${config.dataDir} holds a restore that did not finish: run it again`]);
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: say, servingAt: config.publicUrl });
    stops.push(() => postgres.stop());
    void postgres.exited.then(async ({ expected }) => {
      if (!expected) {
        console.error("PostgreSQL has ended by itself; stopping.");
        await stop(1, CRASH_STOP_MS);
      }
      return null;
    });
    ownerUrl = postgres.ownerConnectionString("postgres");
  }
  const app = await createApp({ config, ownerUrl, build, onProgress: say });
  stops.push(() => app.close());
  await app.start();
  console.log(banner(config, app.vendors, performance.now() - started));
  process.send?.(SERVING);
  // Node would write it when the process ends, which a crash prevents.
  flushCompileCache();
}

/** Whether the operator has to fix the cause, so that a restart is useless. A full disk or a failing PostgreSQL may recover. */
function isPermanent(error: unknown): boolean {
  if (error instanceof EmbeddedPostgresError) return error.code !== "disk_full" && error.code !== "postgres_failed";
  return error instanceof ConfigError || error instanceof MigrationError;
}

let requests = 0;
function requestStop(): void {
  requests++;
  // One Ctrl-C arrives twice, from the terminal and through the supervisor; a third request is from a user who insists.
  if (requests > 2) process.exit(1);
  if (requests > 1) return;
  console.log("\n  Stopping: finishing what is running.");
  void stop(0, orderlyStopMs);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, requestStop);
process.on("message", (request: Request) => {
  if (request === "stop") requestStop();
  if (request === "exit") process.exit(1);
});
// The supervisor was killed: without it, the user can't stop this process by the one that they started.
process.on("disconnect", () => {
  if (requests === 0) requestStop();
});

try {
  await start();
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof MigrationError;
  console.error(isPlain ? `\n${error.message}\n` : error);
  await stop(isPermanent(error) ? EX_CONFIG : 1);
}
