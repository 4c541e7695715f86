import { pendingMigrations, throughPooler } from "@lampstand/database";
import { findRunningPostgres } from "@lampstand/embedded-postgres";
import pg from "pg";
import type { Config } from "../../server/config/config.ts";
import { MIGRATION_FOLDERS } from "../../server/database.ts";
import { codeOf, failed, type Finding, ok } from "./finding.ts";

const OLDEST_POSTGRES = 15;
const TIMEOUT_MS = 10_000;

/** Connects as the program does, and looks at what its login may do, which migrations wait, and the pooler. Changes nothing. */
export async function tryDatabase({ databaseUrl, databasePoolerUrl, dataDir, databaseConnections }: Config): Promise<Finding[]> {
  const embedded = databaseUrl === null ? await findRunningPostgres(dataDir) : undefined;
  const address = databaseUrl ?? embedded?.ownerConnectionString("postgres");
  if (address === undefined) return [ok("database", "PostgreSQL is embedded, and starts with the program")];
  const found = await ask("database", "DATABASE_URL", address, async (client) => {
    const { findings, isUsable } = await look(client, databaseConnections);
    return isUsable ? [...findings, await lookAtMigrations(client)] : findings;
  });
  if (databasePoolerUrl === null) return found;
  const pooler = await ask(
    "database_pooler",
    "DATABASE_POOLER_URL",
    throughPooler(databasePoolerUrl, address),
    async (client) => {
      await client.query("select 1");
      return [ok("database_pooler", "it answers with the database's login")];
    },
  );
  return [...found, ...pooler];
}

/** What `look` finds at an address; or, named by `what` and the setting, why there is no answer. */
async function ask(
  what: string,
  setting: string,
  connectionString: string,
  look: (client: pg.Client) => Promise<Finding[]>,
): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: "lampstand-check-config",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await look(client);
  } catch (error) {
    const code = codeOf(error);
    // Of SQLSTATE's classes: 28 is a refused login, 3D an unknown database, 42 a missing right. 08P01 is PgBouncer's word for the first two.
    return [failed(what, /^(?:(?:28|3D|42)\w{3}|08P01)$/.test(code), `${setting}: ${code}`)];
  } finally {
    await client.end().catch(() => {});
  }
}

interface Login {
  login: string;
  database: string;
  version: string;
  major: number;
  max_connections: number;
  superuser: boolean;
  schemas: boolean;
  tables: boolean;
  roles: boolean;
  bypass: boolean;
}

async function look(client: pg.Client, connections: number): Promise<{ findings: Finding[]; isUsable: boolean }> {
  const { rows } = await client.query<Login>(
    `select current_user::text as login, current_database()::text as database, current_setting('server_version') as version,
       current_setting('server_version_num')::int / 10000 as major, current_setting('max_connections')::int as max_connections,
       rolsuper as superuser, has_database_privilege(current_database(), 'create') as schemas,
       has_schema_privilege('public', 'create') as tables, rolsuper or rolcreaterole as roles,
       rolsuper or rolbypassrls or exists (select from pg_roles where rolname = 'service_role') as bypass
     from pg_roles where rolname = current_user`,
  );
  const found = rows[0];
  if (!found) return { findings: [], isUsable: false };
  const { login, database } = found;
  const findings = [ok("database_reachable", `PostgreSQL ${found.version} as ${login}`)];
  if (found.major < OLDEST_POSTGRES)
    findings.push(failed("database", true, `DATABASE_URL: PostgreSQL ${found.version} is older than ${OLDEST_POSTGRES}`));
  const lacks = [
    found.schemas ? "" : `make schemas in ${database}`,
    found.tables ? "" : "make tables in the schema public",
    found.roles ? "" : "make roles (createrole)",
    found.bypass ? "" : "pass by row level security (bypassrls)",
  ].filter(Boolean);
  if (lacks.length > 0)
    findings.push({
      result: "failed",
      code: "database_rights",
      permanent: true,
      text: `DATABASE_URL: ${login} may not ${lacks.join(", ")}`,
    });
  else if (found.superuser)
    findings.push({ result: "note", code: "database_rights", text: `${login} is a superuser, and needs to be none` });
  else findings.push(ok("database_rights", `${login} may make what the program needs`));
  // Its own, as many for requests, and one that listens.
  if (found.max_connections < 2 * connections + 1)
    findings.push({
      result: "note",
      code: "database_connections",
      text: `one process opens up to ${2 * connections + 1} connections (DATABASE_CONNECTIONS), and the server allows ${found.max_connections} in all`,
    });
  return { findings, isUsable: findings.every(({ result }) => result !== "failed") };
}

async function lookAtMigrations(client: pg.Client): Promise<Finding> {
  const { pending, changed } = await pendingMigrations(client, MIGRATION_FOLDERS);
  const code = "database_migrations";
  if (changed.length > 0)
    return { result: "failed", code, permanent: true, text: `changed after they had been applied: ${changed.join(", ")}` };
  if (pending.length > 0)
    return { result: "note", code, text: `the next start applies ${pending.length} migration${pending.length === 1 ? "" : "s"}` };
  return ok(code, "all are applied");
}
