import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@lampstand/embedded-postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { startProgram } from "../support/program.ts";
import { PASSWORD } from "../support/sign-up.ts";
import { startAppOn, type TestApp } from "../support/start-app.ts";

// The whole app while its PostgreSQL is away, as during a restart or a failover.

let dataDir: string;
let postgres: EmbeddedPostgres;
let app: TestApp;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "lampstand-gone-"));
  postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  app = await startAppOn(postgres.ownerConnectionString("postgres"));
});
afterAll(async () => {
  await app?.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("a program that is told to stop while PostgreSQL says nothing any more ends all the same, and says so", async () => {
  const own = await mkdtemp(join(tmpdir(), "lampstand-silent-"));
  const silent = await startEmbeddedPostgres({ dataDir: own, settings: { fsync: "off" } });
  const url = silent.ownerConnectionString("postgres");
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const program = await startProgram({
    DATABASE_URL: url,
    DATA_DIR: own,
    PORT: `${port}`,
    PAYMENTS_SANDBOX_PORT: `${sandboxPort}`,
    DRAIN_SECONDS: "1",
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  for (const { pid } of rows) process.kill(pid, "SIGSTOP");
  try {
    await program.end("SIGTERM");
    expect([program.process.exitCode, program.said()]).toEqual([0, expect.stringContaining("Something did not end in time")]);
  } finally {
    for (const { pid } of rows) process.kill(pid, "SIGCONT");
    await client.end();
    await silent.stop();
    await rm(own, { recursive: true, force: true });
  }
});

test("everybody is told 503 with a code and a time to wait, and nobody is signed out", async () => {
  const ruth = app.visitor();
  const email = "ruth@example.com";
  const { error } = await app.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  expect(error).toBeNull();
  const { data: signedIn } = await ruth.auth.signInWithPassword({ email, password: PASSWORD });
  const token = signedIn.session?.access_token ?? "";
  // The library reads the schema, so that the next call fails at the row itself.
  expect((await ruth.from("sermons").select("id")).error).toBeNull();
  await postgres.stop();

  const call = (path: string, body: string, type = "application/json") =>
    fetch(`${app.url}${path}`, {
      method: "POST",
      headers: { apikey: app.keys.anonKey, authorization: `Bearer ${token}`, "content-type": type },
      body,
    });
  for (const [path, body, code] of [
    ["/auth/v1/token?grant_type=password", JSON.stringify({ email, password: PASSWORD }), "over_capacity"],
    ["/rest/v1/sermons", JSON.stringify({ title: "Rest", content: "Come." }), "PGRST"],
    ["/storage/v1/object/list/avatars", JSON.stringify({ prefix: "" }), "SlowDown"],
    ["/functions/v1/check-subscription", "{}", "over_capacity"],
  ] as const) {
    const answer = await call(path, body);
    expect([path, answer.status, Number(answer.headers.get("retry-after")) > 0]).toEqual([path, 503, true]);
    expect(await answer.text()).toContain(code);
  }

  // supabase-js removes a session whose refresh is refused, and keeps one whose refresh met a server in trouble.
  const refreshed = await ruth.auth.refreshSession();
  expect(refreshed.error?.name).toBe("AuthRetryableFetchError");
  expect((await ruth.auth.getSession()).data.session?.refresh_token).toBe(signedIn.session?.refresh_token);
});
