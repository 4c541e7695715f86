import { existsSync } from "node:fs";
import { join } from "node:path";
import { findRunningPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from "@lampstand/embedded-postgres";
import pg from "pg";
import { BackupError } from "../server/backup/set.ts";
import { type Config, ConfigError, readConfig } from "../server/config/config.ts";

/** The command can't be done as it was given; the message is for the person at the terminal. */
export class RefusedError extends Error {}

/** The installation's settings: the environment and `.env`, and what the command line adds. */
export function readSettings(given: Record<string, string | undefined> = {}): Config {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return readConfig({ ...process.env, ...given });
}

/**
 * Runs `work` on the installation's database: the configured one, or the embedded one, which is started for the purpose if it is not
 * running.
 */
export async function withDatabase<T>(config: Config, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const running = config.databaseUrl === null ? await findRunningPostgres(config.dataDir) : undefined;
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, "postgres")))
    throw new RefusedError(`There is no database in ${config.dataDir} yet. Start the program once and sign up first.`);
  const started = config.databaseUrl === null && !running ? await startEmbeddedPostgres({ dataDir: config.dataDir }) : undefined;
  const client = new pg.Client({
    connectionString: config.databaseUrl ?? (running ?? started)?.ownerConnectionString("postgres"),
  });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await started?.stop();
  }
}

/** Prints what `main` returns for the arguments of the command line; a failure as a sentence where it has one, with exit code 1. */
export async function runCommand(main: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await main(process.argv.slice(2)));
  } catch (error) {
    const isPlain = [RefusedError, ConfigError, EmbeddedPostgresError, BackupError].some((kind) => error instanceof kind);
    console.error(isPlain ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
