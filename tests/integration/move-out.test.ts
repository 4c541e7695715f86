import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findRunningPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from "@lampstand/embedded-postgres";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import { freePort } from "../support/free-port.ts";
import { NODE_COMPILE_CACHE, startProgram } from "../support/program.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { PASSWORD, signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { storeSermon } from "../support/stored-sermon.ts";

// `npm run move-out`, from the real program's data to another PostgreSQL and a bucket.

let place: string;
let bucket: S3Server;
let elsewhere: EmbeddedPostgres;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "lampstand-move-out-"));
  bucket = await startS3Server();
  elsewhere = await startEmbeddedPostgres({ dataDir: join(place, "elsewhere"), settings: { fsync: "off" } });
});
afterAll(async () => {
  await elsewhere.stop();
  await bucket.close();
  await rm(place, { recursive: true, force: true });
});

/** The command; `ended` resolves to its exit code and output. */
function moveOut(env: Record<string, string>): { process: ChildProcess; ended: Promise<{ code: number | null; said: string }> } {
  const script = join(import.meta.dirname, "../../scripts/move-out.ts");
  const command = spawn(process.execPath, [script, "--settings", join(place, "new.env")], {
    cwd: place,
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [command.stdout, command.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  return { process: command, ended: once(command, "close").then(([code]) => ({ code: code as number | null, said })) };
}

test("an installation moves to another PostgreSQL and a bucket, also when it is killed on the way, and people sign in there", async () => {
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const ports = { PORT: `${port}`, PAYMENTS_SANDBOX_PORT: `${sandboxPort}` };
  const settings = { ...ports, DATA_DIR: join(place, "data"), JWT_SECRET: "" };
  const url = `http://localhost:${port}`;
  const client = (key: string): SupabaseClient =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });
  const program = await startProgram(settings);
  onTestFinished(() => program.end("SIGTERM"));
  const keys = await loadKeys({}, settings.DATA_DIR);
  const running = await findRunningPostgres(settings.DATA_DIR);
  const database = new pg.Pool({ connectionString: running?.ownerConnectionString("postgres"), max: 1 });
  const app: Partial<TestApp> = {
    url,
    keys,
    database,
    visitor: () => client(keys.anonKey),
    service: () => client(keys.serviceRoleKey),
  };
  const ruth = await signUpAndPay(app as TestApp, "ruth@example.com");
  const owner = (await ruth.auth.getSession()).data.session?.user.id ?? "";
  const sermon = await storeSermon(app as TestApp, owner);
  await storeSermon(app as TestApp, owner);
  await database.end();

  const given = {
    DATABASE_URL: elsewhere.ownerConnectionString("postgres"),
    S3_BUCKET: bucket.bucket,
    S3_REGION: "eu-test-1",
    S3_ENDPOINT: bucket.url,
    S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
  };
  await writeFile(
    join(place, "new.env"),
    Object.entries(given)
      .map(([name, value]) => `${name}="${value}"\n`)
      .join(""),
  );
  // Not while people use it.
  const early = await moveOut(settings).ended;
  expect([early.code, early.said.includes(settings.DATA_DIR)]).toEqual([1, true]);
  await program.end("SIGTERM");

  const puts = (): number => bucket.requests.filter((line) => line.startsWith("PUT")).length;
  const first = moveOut(settings);
  await expect.poll(() => puts() > 0 || first.process.exitCode !== null).toBe(true);
  first.process.kill("SIGKILL");
  await first.ended;
  const before = bucket.objects.size;
  expect(before).toBeGreaterThan(0);
  const again = await moveOut(settings).ended;
  expect(again.said).toMatch(
    /^Moved and compared: \d+ rows of \d+ tables, \d+ files\. \d+\.\d s\. Nothing was changed or deleted here\.$/m,
  );
  expect(again.code).toBe(0);
  const refused = await moveOut(settings).ended;
  expect([refused.code, refused.said.trim()]).toEqual([1, "That database is not empty. Give an empty one."]);

  for (const secret of [given.S3_SECRET_ACCESS_KEY, given.DATABASE_URL, keys.jwtSecret]) expect(again.said).not.toContain(secret);
  const lines = parseEnv(await readFile(join(settings.DATA_DIR, "moved.env"), "utf8"));
  expect(lines).toEqual({ ...given, JWT_SECRET: keys.jwtSecret });
  const moved = await startProgram({ ...ports, ...(lines as Record<string, string>), DATA_DIR: join(place, "empty") });
  onTestFinished(() => moved.end("SIGTERM"));
  // Still signed in, and with the password.
  expect((await ruth.from("sermons").select("id")).data).toHaveLength(2);
  const { data: recording } = await ruth.storage.from("sermon-audio").download(sermon.audioPath);
  expect(sermon.audio.equals(Buffer.from((await recording?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(true);
  expect(
    (await client(keys.anonKey).auth.signInWithPassword({ email: "ruth@example.com", password: PASSWORD })).error,
  ).toBeNull();
});
