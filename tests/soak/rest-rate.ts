import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Fastify from "fastify";
import pg from "pg";
import { authenticatorPassword, openDatabase } from "../../packages/database/database.ts";
import { gateway } from "../../packages/supabase-server/gateway/gateway.ts";
import { signToken, type Keys } from "../../packages/supabase-server/gateway/tokens.ts";
import { restRoutes } from "../../packages/supabase-server/rest/routes.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { startProgram, type Program } from "./program.ts";

const run = promisify(execFile);

// `npm run soak -- rest`: a person's list of twenty through HTTP, from the program as `npm start` runs it, beside pgbench with the same
// transaction on the same PostgreSQL. Needs wrk and pgbench (Debian: wrk, postgresql-contrib).

/** The library's first page, as the dashboard asks for it. */
const LIST =
  "/rest/v1/sermons?select=id,title,audio_url,image_url,created_at,is_favourite&order=created_at.desc,id.desc&limit=20";
const PEOPLE = 32;
const CONNECTIONS = 8;
const SLICES = 4;
const SLICE_SECONDS = 4;

interface Statement {
  text: string;
  values: readonly (string | readonly string[])[];
}

/** What the REST API sends to PostgreSQL for one request of a person's. */
async function statementsOf({ databaseUrl, keys }: Program, person: string): Promise<Statement[]> {
  const db = openDatabase({
    ownerUrl: databaseUrl,
    authenticatorPassword: authenticatorPassword(TEST_JWT_SECRET),
    maxConnections: 12,
    onIdleError: () => {},
  });
  const app = Fastify();
  await app.register(gateway);
  await app.register(restRoutes({ db, keys, schemas: ["public"], maxRows: { people: 1000, service: 10_000 } }), {
    prefix: "/rest/v1",
  });
  const sent: Statement[] = [];
  db.requests.authenticated.pool.on("connect", (client) => {
    const query = client.query.bind(client);
    client.query = ((text: string | pg.QueryConfig, values?: string[]) => {
      sent.push(typeof text === "string" ? { text, values: [] } : { text: text.text, values: values ?? text.values ?? [] });
      return (query as (text: unknown, values: unknown) => unknown)(text, values);
    }) as typeof client.query;
  });
  const answer = await app.inject({ url: LIST, headers: { authorization: `Bearer ${await tokenOf(person, keys)}` } });
  if (answer.statusCode !== 200 || answer.json<unknown[]>().length !== 20)
    throw new Error(`the list answered ${answer.statusCode}`);
  await app.close();
  await db.close();
  return sent;
}

const tokenOf = (person: string, keys: Keys): Promise<string> =>
  signToken({ sub: person, role: "authenticated", aal: "aal1", exp: Math.ceil(Date.now() / 1000) + 3600 }, keys);

/** The transaction as a script of pgbench, in one round trip as the server sends it. */
function pgbenchScript(statements: readonly Statement[]): string {
  const literal = (value: string | readonly string[] | undefined): string => pg.escapeLiteral(String(value));
  const lines = statements.map(
    ({ text, values }) =>
      `${text.replaceAll(/\$(\d+)/g, (_, n: string) => literal(values[Number(n) - 1])).replaceAll(/\s+/g, " ")};`,
  );
  return ["\\startpipeline", ...lines, "\\endpipeline", ""].join("\n");
}

function wrkScript(tokens: readonly string[]): string {
  return `local tokens = { ${tokens.map((token) => `"${token}"`).join(", ")} }
local i = 0
request = function()
  i = i % #tokens + 1
  return wrk.format("GET", nil, { ["Authorization"] = "Bearer " .. tokens[i] })
end
done = function(summary)
  print("failed: " .. summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout)
end
`;
}

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? NaN);

async function measure(program: Program, owner: pg.Pool, folder: string): Promise<void> {
  const people = Array.from({ length: PEOPLE }, () => randomUUID());
  await owner.query("insert into auth.users (id, email) select id, id || '@example.com' from unnest($1::uuid[]) id", [people]);
  await owner.query(
    `insert into public.sermons (user_id, title, content, created_at)
     select id, 'On forgiving', repeat('A sentence of a sermon. ', 200), now() - n * interval '1 hour'
     from unnest($1::uuid[]) id, generate_series(1, 40) n`,
    [people],
  );
  await owner.query("vacuum analyze public.sermons");
  const scripts: string[] = [];
  for (const person of people) {
    const path = join(folder, `${person}.sql`);
    await writeFile(path, pgbenchScript(await statementsOf(program, person)));
    scripts.push("-f", path);
  }
  const lua = join(folder, "requests.lua");
  await writeFile(lua, wrkScript(await Promise.all(people.map((person) => tokenOf(person, program.keys)))));

  const http = async (): Promise<number> => {
    const load = ["-t1", `-c${CONNECTIONS}`, `-d${SLICE_SECONDS}s`, "-s", lua, program.url + LIST];
    const { stdout } = await run("wrk", load);
    if (numberIn(stdout, /failed: (\d+)/) !== 0) throw new Error(`wrk: ${stdout}`);
    return numberIn(stdout, /Requests\/sec:\s+([\d.]+)/);
  };
  // The owner, since pgbench prepares statements before the first one sets the role.
  const database = async (protocol: string): Promise<number> => {
    const load = ["-n", "-M", protocol, "-c", String(CONNECTIONS), "-T", String(SLICE_SECONDS), ...scripts, program.databaseUrl];
    const { stdout } = await run("pgbench", load);
    return numberIn(stdout, /tps = ([\d.]+)/);
  };
  const sums = { rest: 0, extended: 0, prepared: 0 };
  await http();
  // Alternating, so that other load on this machine affects all alike.
  for (let i = 0; i < SLICES; i++) {
    sums.rest += await http();
    sums.extended += await database("extended");
    sums.prepared += await database("prepared");
  }
  const line = (what: string, sum: number): void =>
    console.log(what.padEnd(34), `${(sum / SLICES).toFixed(0)}/s`.padStart(9), `  REST: ${(sums.rest / sum).toFixed(2)} of it`);
  line("REST", sums.rest);
  line("pgbench", sums.extended);
  line("pgbench with prepared statements", sums.prepared);
}

const folder = await mkdtemp(join(tmpdir(), "lampstand-rest-rate-"));
const program = await startProgram({
  supervised: true,
  env: { API_LIMITS: JSON.stringify({ restPerson: null, address: null }) },
});
const owner = new pg.Pool({ connectionString: program.databaseUrl, max: 1 });
try {
  await measure(program, owner, folder);
} finally {
  await owner.end();
  await program.stop();
  await rm(folder, { recursive: true, force: true });
}
