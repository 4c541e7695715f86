import { parseArgs } from "node:util";
import { examine, mend } from "../server/backup/examine.ts";
import { openBackups, openStore, openStoredFiles } from "../server/choose-files.ts";
import { readSettings, runCommand, withDatabase } from "./installation.ts";

// `npm run doctor [-- --deep] [--mend [--from FOLDER|s3://BUCKET/PREFIX]]` (docs/operating.md#doctor), while the program runs or not.

const REASONS = { missing: "Missing", size: "Has another size", content: "Has other bytes" };

await runCommand(async (args) => {
  const { values } = parseArgs({
    args,
    options: {
      deep: { type: "boolean", default: false },
      mend: { type: "boolean", default: false },
      from: { type: "string" },
    },
  });
  const config = readSettings(values.from ? { BACKUP_TO: values.from } : {});
  const stored = openStoredFiles(config);
  const found = await withDatabase(config, (client) => examine({ client, stored, deep: values.deep }));
  const { files, lost, orphans, unmatched } = found;
  const lines = [
    `${files} files are named by the database.`,
    ...lost.map(({ key, reason }) => `${REASONS[reason]}: ${key}`),
    ...orphans.map((path) => `Nothing names it: ${path}`),
  ];
  if (unmatched.recordings > 0) lines.push(`${unmatched.recordings} sermons name a recording that was never stored.`);
  if (unmatched.pictures > 0) lines.push(`${unmatched.pictures} sermons name a picture that was never stored.`);
  let left = lost;
  if (values.mend) {
    const store = await openStore(config);
    left = await mend(found, { stored, store, backups: openBackups(config) });
    lines.push(`Deleted ${orphans.length} files that nothing names; brought ${lost.length - left.length} back from a backup.`);
  }
  const wrong = left.length + (values.mend ? 0 : orphans.length) + unmatched.recordings + unmatched.pictures;
  if (wrong > 0) process.exitCode = 1;
  return [...lines, wrong === 0 ? "All is well." : `${wrong} to look at.`].join("\n");
});
