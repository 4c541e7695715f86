import { parseArgs } from "node:util";
import { makeBackup } from "../server/backup/backup.ts";
import { readSecrets } from "../server/backup/set.ts";
import { openBackups, openStore } from "../server/choose-files.ts";
import { readSettings, RefusedError, runCommand, withDatabase } from "./installation.ts";

// `npm run backup -- --to FOLDER|s3://BUCKET/PREFIX [--keep N]` (docs/operating.md#backup), while the program runs or not.

const USAGE = "Usage: npm run backup -- --to FOLDER|s3://BUCKET/PREFIX [--keep 7]";

await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: { to: { type: "string" }, keep: { type: "string" } } });
  const config = readSettings({
    ...(values.to && { BACKUP_TO: values.to }),
    ...(values.keep && { BACKUP_KEEP: values.keep }),
  });
  const folder = openBackups(config);
  if (!folder) throw new RefusedError(USAGE);
  const { keep } = config.backup;
  const started = performance.now();
  const store = await openStore(config);
  const secrets = await readSecrets(config);
  const result = await withDatabase(config, (client) =>
    makeBackup({ client, store, folder, keep, secrets, onProgress: (message) => console.log(message) }),
  );
  if (result.lost.length > 0) process.exitCode = 1;
  return [
    `The set ${result.set} in ${folder.name} was read back and is whole: ${result.rows} rows and ${result.files} files, ` +
      `${megabytes(result.bytes)}, of which ${megabytes(result.newBytes)} are new. ${seconds(started)}.`,
    ...result.removed.map((set) => `Deleted the older set ${set}.`),
    ...result.lost.map((key) => `Lost before this backup: ${key}`),
  ].join("\n");
});

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function seconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}
