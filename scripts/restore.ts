import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { authenticatorPassword } from "@lampstand/database";
import { startEmbeddedPostgres } from "@lampstand/embedded-postgres";
import { loadKeys } from "@lampstand/supabase-server";
import { restoreSet } from "../server/backup/restore.ts";
import { listSets, problemsOf, secretsOf, unfinishedRestore } from "../server/backup/set.ts";
import { openBackups, openStore } from "../server/choose-files.ts";
import type { Config } from "../server/config/config.ts";
import { MIGRATION_FOLDERS, SANDBOX_SCHEMA } from "../server/database.ts";
import type { Folder } from "../server/vendors/files/files.ts";
import { readSettings, RefusedError, runCommand } from "./installation.ts";

// `npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--set NAME] [--list | --check]` (docs/operating.md#restore).

const USAGE = "Usage: npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--set NAME] [--list | --check]";

await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: "string" },
      set: { type: "string" },
      list: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
    },
  });
  if (!values.from) throw new RefusedError(USAGE);
  const config = readSettings({ BACKUP_TO: values.from });
  const folder = openBackups(config);
  if (!folder) throw new RefusedError(USAGE);
  const { finished } = await listSets(folder);
  if (values.list) return finished.join("\n") || `There is no finished set in ${folder.name}.`;
  const set = values.set ?? finished[0];
  if (!set || !finished.includes(set)) throw new RefusedError(`There is no finished set ${values.set ?? ""} in ${folder.name}.`);
  if (values.check) {
    const problems = await problemsOf(folder, set, { deep: true });
    if (problems.length > 0) throw new RefusedError(problems.join("\n"));
    return `The set ${set} is whole: every part and every file was read.`;
  }
  return restore(config, folder, set);
});

async function restore(config: Config, folder: Folder, set: string): Promise<string> {
  const started = performance.now();
  await prepareDataDir(config);
  const secrets = await secretsOf(folder, set);
  if (secrets !== null && !config.keys.jwtSecret)
    await writeFile(join(config.dataDir, "keys.json"), secrets, { mode: 0o600, flag: "w" });
  const keys = await loadKeys(config.keys, config.dataDir);
  const postgres = config.databaseUrl === null ? await startEmbeddedPostgres({ dataDir: config.dataDir }) : null;
  try {
    const { rows, files, bytes, people, sermons, lost } = await restoreSet({
      folder,
      set,
      ownerUrl: config.databaseUrl ?? postgres?.ownerConnectionString("postgres") ?? "",
      authenticatorPassword: authenticatorPassword(keys.jwtSecret),
      folders: MIGRATION_FOLDERS,
      sandboxSchema: SANDBOX_SCHEMA,
      store: await openStore(config),
      onProgress: (message) => console.log(message),
    });
    await postgres?.stop();
    await rm(unfinishedRestore(config.dataDir), { force: true });
    return [
      `Restored ${set}: ${people} people, ${sermons} sermons, ${rows} rows in all, ${files} files (${(bytes / 1e6).toFixed(1)} MB), ` +
        `in ${((performance.now() - started) / 1000).toFixed(1)} s.`,
      ...lost.map((key) => `Was lost before the backup: ${key}`),
      config.databaseUrl === null ? "Start the program now." : "Start the program with the same settings now.",
    ].join("\n");
  } finally {
    await postgres?.stop();
  }
}

/** Makes DATA_DIR, which must be empty or hold a restore that did not finish, and marks it as unfinished. */
async function prepareDataDir({ dataDir, databaseUrl, files }: Config): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (databaseUrl !== null && files.kind === "s3") return;
  const marker = unfinishedRestore(dataDir);
  const found = await readdir(dataDir);
  if (existsSync(marker))
    for (const name of found.filter((entry) => entry !== "restoring")) await rm(join(dataDir, name), { recursive: true });
  else if (found.length > 0) throw new RefusedError(`${dataDir} is not empty. Restore into an empty folder (DATA_DIR).`);
  await writeFile(marker, "");
}
