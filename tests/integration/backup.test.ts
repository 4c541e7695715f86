import { execFile } from "node:child_process";
import { access, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findRunningPostgres } from "@lampstand/embedded-postgres";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import { objectPath } from "../../server/vendors/files/files.ts";
import { freePort } from "../support/free-port.ts";
import { launchProgram, NODE_COMPILE_CACHE, startProgram, type Program } from "../support/program.ts";
import { PASSWORD, signUpAndPay } from "../support/sign-up.ts";
import { storeSermon } from "../support/stored-sermon.ts";
import type { TestApp } from "../support/start-app.ts";

// The commands that an operator uses, beside the real program with the embedded PostgreSQL. What a set holds is tested in server/backup.

let place: string;
let ports: { PORT: string; PAYMENTS_SANDBOX_PORT: string };
let url: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "lampstand-backups-"));
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  ports = { PORT: `${port}`, PAYMENTS_SANDBOX_PORT: `${sandboxPort}` };
  url = `http://localhost:${port}`;
});
afterAll(() => rm(place, { recursive: true, force: true }));

// The secret is the program's own, so that the backup has to have it.
const settings = (dataDir: string): Record<string, string> => ({ ...ports, DATA_DIR: join(place, dataDir), JWT_SECRET: "" });

async function start(dataDir: string): Promise<Program> {
  const program = await startProgram(settings(dataDir));
  onTestFinished(() => program.end("SIGTERM"));
  return program;
}

/** What a command prints; rejects with its output if it fails. */
async function run(command: "backup" | "restore" | "doctor", dataDir: string, ...args: string[]): Promise<string> {
  const script = join(import.meta.dirname, `../../scripts/${command}.ts`);
  const env = { ...process.env, NODE_COMPILE_CACHE, ...settings(dataDir) };
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { env, cwd: place });
  return stdout;
}

const client = (key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });

/** The part of an app that a sign-up and a stored sermon use. */
async function app(dataDir: string): Promise<TestApp> {
  const keys = await loadKeys({}, join(place, dataDir));
  const postgres = await findRunningPostgres(join(place, dataDir));
  const database = new pg.Pool({ connectionString: postgres?.ownerConnectionString("postgres"), max: 1 });
  onTestFinished(() => (database.ended ? undefined : database.end()));
  const part: Partial<TestApp> = {
    url,
    keys,
    database,
    visitor: () => client(keys.anonKey),
    service: () => client(keys.serviceRoleKey),
  };
  return part as TestApp;
}

test("what was backed up while the program ran is there again after a restore into an empty folder, and people are still signed in", async () => {
  const program = await start("first");
  const first = await app("first");
  const email = "ruth@example.com";
  const ruth = await signUpAndPay(first, email);
  const { data: session } = await ruth.auth.getSession();
  const owner = session.session?.user.id ?? "";
  const sermon = await storeSermon(first, owner);

  const said = await run("backup", "first", "--to", "backups");
  expect(said).toMatch(
    /^The set \S+ in .* was read back and is whole: \d+ rows and 3 files, 0\.\d MB, of which 0\.\d MB are new\. \d+\.\d s\.$/m,
  );
  // The program was not disturbed.
  expect((await ruth.from("sermons").select("id")).data).toEqual([{ id: sermon.id }]);
  await storeSermon(first, owner, { title: "after the backup" });
  await first.database.end();
  await program.end("SIGTERM");
  await rm(join(place, "first"), { recursive: true });

  const set = (await run("restore", "second", "--from", "backups", "--list")).trim();
  expect(await run("restore", "second", "--from", "backups", "--check")).toBe(
    `The set ${set} is whole: every part and every file was read.\n`,
  );
  expect(await run("restore", "second", "--from", "backups")).toMatch(
    new RegExp(`^Restored ${set}: 1 people, 1 sermons, \\d+ rows in all, 3 files .*\nStart the program now\\.$`, "m"),
  );
  await start("second");
  expect((await ruth.from("sermons").select("id")).data).toEqual([{ id: sermon.id }]);
  const { data: recording } = await ruth.storage.from("sermon-audio").download(sermon.audioPath);
  expect(sermon.audio.equals(Buffer.from((await recording?.arrayBuffer()) ?? new ArrayBuffer()))).toBe(true);
  const restored = await app("second");
  const again = restored.visitor();
  expect((await again.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  await expect(run("restore", "second", "--from", "backups")).rejects.toThrow("is not empty. Restore into an empty folder");
});

test("the doctor finds a recording that was lost, and brings it back from a backup", async () => {
  await start("second");
  const second = await app("second");
  expect(await run("doctor", "second", "--deep")).toBe("3 files are named by the database.\nAll is well.\n");
  const { rows } = await second.database.query<{ key: string }>(
    "select bucket_id || '/' || name || '/' || version as key from storage.objects where name like '%.mp3'",
  );
  const lost = rows[0]?.key ?? "";
  await rm(join(place, "second/storage/objects", objectPath(lost)));
  await expect(run("doctor", "second")).rejects.toThrow(`Command failed`);
  expect(await run("doctor", "second", "--mend", "--from", "backups")).toBe(
    `3 files are named by the database.\nMissing: ${lost}\nDeleted 0 files that nothing names; brought 1 back from a backup.\nAll is well.\n`,
  );
});

test("a restore that was interrupted keeps the program from starting, and is done again", async () => {
  await cp(join(place, "backups"), join(place, "cut"), { recursive: true });
  const set = (await run("restore", "third", "--from", "cut", "--list")).trim();
  const table = join(place, "cut/sets", set, "tables/public.sermons.copy.zst");
  const before = await readFile(table);
  await rm(table);
  await expect(run("restore", "third", "--from", "cut")).rejects.toThrow(
    "tables/public.sermons.copy.zst is missing. Nothing was restored.",
  );
  const refused = launchProgram(settings("third"));
  await expect.poll(() => refused.process.exitCode).toBe(78);
  expect(refused.said()).toContain("holds a restore that did not finish: run it again");
  await writeFile(table, before);
  expect(await run("restore", "third", "--from", "cut")).toContain("Restored");
  await expect(access(join(place, "third/restoring"))).rejects.toThrow("ENOENT");
});

test("the commands say what is missing or wrong", async () => {
  await expect(run("backup", "third")).rejects.toThrow("Usage: npm run backup");
  await expect(run("backup", "nowhere", "--to", "backups")).rejects.toThrow("There is no database in");
  await expect(run("backup", "third", "--to", "s3://bucket")).rejects.toThrow("S3_REGION is missing");
  await expect(run("backup", "third", "--to", "backups", "--keep", "0")).rejects.toThrow("BACKUP_KEEP");
  await expect(run("restore", "fourth", "--from", "elsewhere")).rejects.toThrow("There is no finished set");
  await expect(run("restore", "fourth", "--from", "backups", "--set", "2020")).rejects.toThrow("There is no finished set 2020");
});
