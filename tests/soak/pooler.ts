import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { sharedInstallation } from "./installations.ts";
import { keepLedger } from "./ledger.ts";

// People use two web processes and two workers that reach PostgreSQL through PgBouncer in transaction mode, which is killed on the way.
// Compares what was acknowledged with what is there, and counts connections on both sides of the pooler. Needs `pgbouncer`.

const ROUNDS = Number(process.env["POOLER_ROUNDS"] ?? 6);
/** Acknowledged calls in each round. */
const CALLS = 150;
/** Connections from the pooler to the server for each of the two logins. */
const SIZE = 6;

const installation = await sharedInstallation({ poolerSize: SIZE });
const { pooler } = installation;
if (!pooler) throw new Error("no pooler was started");
const most = { clients: 0, servers: 0 };
const counting = { goesOn: true };
const owner = new pg.Client({ connectionString: await installation.databaseUrl() });
await owner.connect();
// Not lampstand-direct and lampstand-listen: the queue and what LISTENs go past the pooler.
const POOLED =
  "select count(*)::int as count from pg_stat_activity where application_name in ('lampstand', 'lampstand-requests')";
const count = async (): Promise<void> => {
  while (counting.goesOn) {
    const [clients, servers] = await Promise.all([
      // It is away while it is killed.
      pooler.clients().catch(() => 0),
      owner.query<{ count: number }>(POOLED),
    ]);
    most.clients = Math.max(most.clients, clients);
    most.servers = Math.max(most.servers, servers.rows[0]?.count ?? 0);
    await pause(100);
  }
};

let problems: string[] = [];
try {
  const ledger = await keepLedger(installation);
  const counted = count();
  for (let round = 1; round <= ROUNDS; round++) {
    await ledger.askForSermon();
    await ledger.more(CALLS);
    if (round % 2 === 0) await pooler.restart();
  }
  const audit = await ledger.audit();
  counting.goesOn = false;
  await counted;
  problems = audit.problems;
  console.log(`\n${installation.name}, through PgBouncer: ${ROUNDS} rounds; acknowledged ${audit.counts}`);
  console.log(`  at most ${most.clients} connections to the pooler, and ${most.servers} of the programs to PostgreSQL`);
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  if (problems.length > 0) console.log(installation.said());
} finally {
  await owner.end();
  await installation.stop();
}
console.log(
  problems.length > 0
    ? "Something was lost, doubled, unreadable or another's."
    : "ok: nothing was lost, and nobody read another's.",
);
process.exitCode = problems.length > 0 ? 1 : 0;
