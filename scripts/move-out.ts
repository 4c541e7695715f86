import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import { authenticatorPassword } from "@lampstand/database";
import { startEmbeddedPostgres } from "@lampstand/embedded-postgres";
import { loadKeys } from "@lampstand/supabase-server";
import pg from "pg";
import { installationOf, moveOut } from "../server/backup/move-out.ts";
import { openStore, openStoredFiles } from "../server/choose-files.ts";
import { readConfig } from "../server/config/config.ts";
import { MIGRATION_FOLDERS, SANDBOX_SCHEMA } from "../server/database.ts";
import { readSettings, RefusedError, runCommand } from "./installation.ts";

// `npm run move-out -- --settings FILE` (docs/operating.md#move-out): FILE has DATABASE_URL and S3_..., as .env would. The program must not run.

const USAGE = `Usage: npm run move-out -- --settings FILE
  FILE names the new place as .env does: DATABASE_URL, and S3_BUCKET with S3_REGION or S3_ENDPOINT and its key.`;

await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { settings: { type: "string" } } });
  if (!values.settings) throw new RefusedError(USAGE);
  const started = performance.now();
  const here = readSettings();
  if (here.databaseUrl !== null) throw new RefusedError("DATABASE_URL is set already: there is no embedded database to move.");
  if (!existsSync(join(here.dataDir, "postgres"))) throw new RefusedError(`There is no database in ${here.dataDir}.`);
  const given = parseEnv(
    await readFile(values.settings, "utf8").catch(() => {
      throw new RefusedError(`${values.settings} can't be read.`);
    }),
  );
  const keys = await loadKeys(here.keys, here.dataDir);
  const there = readConfig({ DATA_DIR: here.dataDir, ...given, JWT_SECRET: keys.jwtSecret });
  if (there.databaseUrl === null) throw new RefusedError(`${values.settings} has no DATABASE_URL.`);
  const isSameStore = there.files.kind === "disk" || here.files.kind === "s3";

  // Holds the lock of DATA_DIR: nobody can start the program meanwhile, and where it runs this ends here.
  const postgres = await startEmbeddedPostgres({ dataDir: here.dataDir });
  const source = new pg.Client({ connectionString: postgres.ownerConnectionString("postgres") });
  try {
    await source.connect();
    const moved = await moveOut({
      source,
      files: isSameStore
        ? null
        : {
            from: await openStore(here),
            to: await openStore(there),
            stored: openStoredFiles(there),
          },
      ownerUrl: there.databaseUrl,
      authenticatorPassword: authenticatorPassword(keys.jwtSecret),
      folders: MIGRATION_FOLDERS,
      sandboxSchema: SANDBOX_SCHEMA,
      installation: installationOf(keys.jwtSecret),
      onProgress: (message) => console.log(message),
    });
    const lines = join(here.dataDir, "moved.env");
    const secret = here.keys.jwtSecret ? {} : { JWT_SECRET: keys.jwtSecret };
    const text = Object.entries({ ...given, ...secret }).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
    await writeFile(lines, text.join(""), { mode: 0o600 });
    return [
      `Moved and compared: ${moved.rows} rows of ${moved.tables} tables, ${moved.files} files. ` +
        `${((performance.now() - started) / 1000).toFixed(1)} s. Nothing was changed or deleted here.`,
      `Put the lines of ${lines} into .env (they hold secrets) and start the program:`,
      ...Object.keys({ ...given, ...secret }).map((name) => `  ${name}=...`),
    ].join("\n");
  } finally {
    await source.end();
    await postgres.stop();
  }
});
