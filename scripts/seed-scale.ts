import { parseArgs } from "node:util";
import pg from "pg";
import { RefusedError, runCommand } from "./installation.ts";
import { seedScale } from "./scale-rows.ts";

// `node scripts/seed-scale.ts postgresql://… [--people 100000] [--sermons 3000000] [--words 12]` fills an empty, migrated database of
// this machine with invented people, to see how queries are planned and how long they take (docs/decisions/074-plans-at-size.md).

const USAGE = "Usage: node scripts/seed-scale.ts URL [--people 100000] [--sermons 3000000] [--words 12] [--files-of-one-in 10]";

function count(value: string, least: number): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < least) throw new RefusedError(`At least ${least}, not "${value}".\n${USAGE}`);
  return Number(value);
}

/** A socket, or an address of this machine. */
function isOnThisMachine(url: URL): boolean {
  const host = url.searchParams.get("host") ?? url.hostname;
  return host.startsWith("/") || ["localhost", "127.0.0.1", "::1", "[::1]"].includes(host);
}

await runCommand(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      people: { type: "string", default: "100000" },
      sermons: { type: "string", default: "3000000" },
      words: { type: "string", default: "12" },
      "files-of-one-in": { type: "string", default: "10" },
    },
  });
  const [address = ""] = positionals;
  if (!URL.canParse(address)) throw new RefusedError(USAGE);
  if (!isOnThisMachine(new URL(address))) throw new RefusedError("Only a database of this machine is filled.");
  const sizes = {
    people: count(values.people, 10),
    sermons: count(values.sermons, 100),
    words: count(values.words, 1),
    filesOfOneIn: count(values["files-of-one-in"], 1),
  };
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    if ((await client.query("select from auth.users limit 1")).rowCount)
      throw new RefusedError("The database has people. Take an empty one.");
    const started = performance.now();
    await seedScale(client, sizes, (table) => console.log(`${((performance.now() - started) / 1000).toFixed(0)} s: ${table}`));
    return `${sizes.people} people and ${sizes.sermons} sermons, in ${((performance.now() - started) / 1000).toFixed(0)} s.`;
  } finally {
    await client.end();
  }
});
