import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Pool } from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { findRunningPostgres } from "./address.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./start.ts";

let home: string;
let dataDir: string;

// One cluster is created; each test gets a copy.
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "start-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, "model"), settings: { fsync: "off" } });
  await query(postgres, "create table psalm (verse text)");
  await postgres.stop();
});
afterAll(() => rm(home, { recursive: true }));

beforeEach(async (context) => {
  dataDir = join(home, context.task.id);
  await cp(join(home, "model"), dataDir, { recursive: true });
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" }, ...options });
  onTestFinished(() => postgres.stop());
  return postgres;
}

async function query(
  postgres: Pick<EmbeddedPostgres, "connectionString">,
  sql: string,
  values: unknown[] = [],
): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.connectionString("postgres") });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the cluster, says its server's pid, then does `afterwards`. Its sockets lie in `temporary`. */
async function startElsewhere(afterwards: string, temporary = tmpdir()): Promise<{ pid: number; exit: Promise<unknown> }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL("start.ts", import.meta.url).href)});
    const postgres = await startEmbeddedPostgres(${JSON.stringify({ dataDir, settings: { fsync: "off" } })});
    process.stdout.write(String(postgres.pid), () => { ${afterwards} });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, TMPDIR: temporary },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = once(child, "exit");
  const [pid] = (await once(child.stdout, "data")) as [Buffer];
  return { pid: Number(pid), exit };
}

test("rows outlive a stop and a start", async () => {
  const first = await start();
  await query(first, "insert into psalm values ('The Lord is my shepherd')");
  await first.stop();
  expect(await first.exited).toEqual({ expected: true, code: 0, signal: null });
  expect(await query(await start(), "select verse from psalm")).toEqual([{ verse: "The Lord is my shepherd" }]);
});

test("the cluster is UTF-8 with a locale of its own, whatever the system has", async () => {
  const postgres = await start();
  const settings = "select datlocprovider, datlocale, pg_encoding_to_char(encoding) from pg_database where datname = 'postgres'";
  expect(await query(postgres, settings)).toEqual([{ datlocprovider: "b", datlocale: "C.UTF-8", pg_encoding_to_char: "UTF8" }]);
});

test("settings may be overridden, up to hundreds of connections", async () => {
  const postgres = await start({ settings: { fsync: "off", max_connections: "300" } });
  expect(await query(postgres, "show max_connections")).toEqual([{ max_connections: "300" }]);
});

test("the password is generated, private, and required", async () => {
  const postgres = await start();
  expect((await stat(join(dataDir, "postgres-password"))).mode & 0o777).toBe(0o600);
  expect(postgres.password).toMatch(/^[\w-]{32}$/);
  const wrong = new Client({ host: postgres.host, user: postgres.user, database: "postgres", password: "password" });
  await expect(wrong.connect()).rejects.toThrow("password authentication failed");
});

test.skipIf(process.platform === "win32")(
  "no TCP port is open, the socket is this user's alone, and it goes when the server does",
  async () => {
    const postgres = await start();
    expect(await query(postgres, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    expect((await stat(postgres.host)).mode & 0o777).toBe(0o700);
    await postgres.stop();
    await expect(stat(postgres.host)).rejects.toThrow("ENOENT");
  },
);

test("no word of a statement reaches the log, be it refused, malformed or slow", async () => {
  const postgres = await start();
  await query(postgres, "create unique index on psalm (verse); insert into psalm values ('forgiving my father')");
  await expect(query(postgres, "insert into psalm values ($1)", ["forgiving my father"])).rejects.toThrow("duplicate key");
  await expect(query(postgres, "select $1::uuid", ["forgiving my father"])).rejects.toThrow("invalid input syntax");
  await expect(query(postgres, "select forgiving my father")).rejects.toThrow("syntax error");
  await postgres.stop();
  const log = await readFile(join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("ready to accept connections");
  expect(log).not.toContain("forgiving");
});

test("a second start on the same directory is refused and disturbs nothing", async () => {
  const postgres = await start({ servingAt: "http://127.0.0.1:3000" });
  await expect(start()).rejects.toMatchObject({
    code: "already_running",
    message: expect.stringContaining(`process ${process.pid}, which serves http://127.0.0.1:3000`),
  });
  expect(await query(postgres, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("the server that another process runs can be found, and is not found once it has stopped", async () => {
  const postgres = await start();
  const found = await findRunningPostgres(dataDir);
  expect(found === undefined ? undefined : await query(found, "select 1 as one")).toEqual([{ one: 1 }]);
  await postgres.stop();
  expect(await findRunningPostgres(dataDir)).toBeUndefined();
});

test("a server whose owner was killed is stopped by the next start, which says so", async () => {
  const orphan = await startElsewhere("process.kill(process.pid, 'SIGKILL')");
  await orphan.exit;
  const said: string[] = [];
  const postgres = await start({ onProgress: (message) => void said.push(message) });
  expect(said).toContainEqual(expect.stringContaining(`process ${orphan.pid}`));
  expect(postgres.pid).not.toBe(orphan.pid);
  expect(await query(postgres, "select 1 as one")).toEqual([{ one: 1 }]);
  // It was shut down in order: nothing had to be recovered.
  expect(await readFile(join(dataDir, "postgres.log"), "utf8")).not.toContain("not properly shut down");
});

test("an uncaught error of the owner ends the server too and leaves no socket behind", async () => {
  const temporary = await mkdtemp(join(tmpdir(), "sockets-"));
  onTestFinished(() => rm(temporary, { recursive: true }));
  const owner = await startElsewhere("throw new Error('bug')", temporary);
  await owner.exit;
  await expect.poll(() => readPostmasterFile(join(dataDir, "postgres"))).toBeUndefined();
  expect(await readdir(temporary)).toEqual([]);
});

test("a server that is killed itself reports it, and acknowledged rows are there afterwards", async () => {
  const postgres = await start();
  await query(postgres, "insert into psalm values ('I shall not want')");
  process.kill(postgres.pid, "SIGKILL");
  expect(await postgres.exited).toEqual({ expected: false, code: null, signal: "SIGKILL" });
  expect(await query(await start(), "select verse from psalm")).toEqual([{ verse: "I shall not want" }]);
});

test("a stale file whose pid now belongs to another program does not prevent a start", async () => {
  const bystander = spawn("sleep", ["60"], { stdio: "ignore" });
  onTestFinished(() => void bystander.kill());
  const content = `${bystander.pid}\n${dataDir}/postgres\n1763712000\n5432\n/run/none\n\n  5432001 3\nready   \n`;
  await writeFile(join(dataDir, "postgres", "postmaster.pid"), content);
  const postgres = await start();
  expect(await query(postgres, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(bystander.exitCode).toBeNull();
});

test("a stop ends open sessions instead of waiting for them", async () => {
  const postgres = await start();
  const client = new Client({ connectionString: postgres.connectionString("postgres") });
  const errors: string[] = [];
  client.on("error", (error) => void errors.push(error.message));
  await client.connect();
  await client.query("begin");
  await postgres.stop();
  await expect.poll(() => errors).toContainEqual(expect.stringContaining("terminating connection"));
});

test("a pool that was ended before the stop gets no connection errors", async () => {
  const postgres = await start();
  const pool = new Pool({ connectionString: postgres.connectionString("postgres"), max: 8 });
  const lost: string[] = [];
  pool.on("error", (error) => void lost.push(error.message));
  await Promise.all(Array.from({ length: 8 }, () => pool.query("select pg_sleep(0.02)")));
  await pool.end();
  await postgres.stop();
  expect(lost).toEqual([]);
});

test("an interrupted creation of the cluster is repeated", async () => {
  await rm(join(dataDir, "postgres"), { recursive: true });
  await mkdir(join(dataDir, "postgres.unfinished"));
  await writeFile(join(dataDir, "postgres.unfinished", "PG_VERSION"), "18\n");
  const postgres = await start();
  expect(await query(postgres, "select 1 as one")).toEqual([{ one: 1 }]);
  expect((await readdir(dataDir)).filter((name) => /unfinished|initdb/.test(name))).toEqual([]);
});

test("a database made by another major version is refused with both versions", async () => {
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "17\n");
  await expect(start()).rejects.toMatchObject({
    code: "version_mismatch",
    message: expect.stringMatching(/PostgreSQL 17.*version 18/),
  });
});

test("a folder of other files is never taken for a database, nor removed", async () => {
  await rm(join(dataDir, "postgres", "PG_VERSION"));
  await expect(start()).rejects.toMatchObject({ code: "data_dir_unusable" });
  expect(await readdir(join(dataDir, "postgres"))).toContain("base");
});

test("a database without its password says which file is missing", async () => {
  await rm(join(dataDir, "postgres-password"));
  await expect(start()).rejects.toMatchObject({
    code: "data_dir_unusable",
    message: expect.stringContaining("postgres-password"),
  });
});

test("a failed start reports PostgreSQL's reason in one line and releases the lock", async () => {
  await expect(start({ settings: { shared_buffers: "lots" } })).rejects.toMatchObject({
    code: "postgres_failed",
    message: expect.stringMatching(/^PostgreSQL did not start: .*invalid value for parameter "shared_buffers".*$/),
  });
  await start();
});
