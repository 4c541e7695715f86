import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { NODE_COMPILE_CACHE } from "../tests/support/program.ts";

// What `npm run check-config` prints, and how it ends. What it tries is tested in scripts/connect.

interface Ended {
  code: number;
  said: string;
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "lampstand-settings-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function checkConfig(settings: Record<string, string>, args: string[] = [], cwd?: string): Promise<Ended> {
  const env = { PATH: process.env["PATH"], NODE_COMPILE_CACHE, ...settings };
  const command = spawn(process.execPath, [join(import.meta.dirname, "check-config.ts"), ...args], {
    cwd: cwd ?? (await emptyFolder()),
    env,
  });
  const [said, failed, code] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    new Promise<number>((resolve) => command.on("exit", (ended) => resolve(ended ?? -1))),
  ]);
  return { code, said: said + failed };
}

/** Settings of one's own that are whole, at a port where nothing answers. */
async function ownSettings(): Promise<Record<string, string>> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return {
    DATABASE_URL: `postgres://lampstand:planted-database@127.0.0.1:${port}/lampstand`,
    JWT_SECRET: "planted-secret-0123456789-0123456789",
    S3_BUCKET: "sermons",
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: "planted-id",
    S3_SECRET_ACCESS_KEY: "planted-key",
    SMTP_URL: `smtp://light:planted-mail@127.0.0.1:${port}`,
    MAIL_FROM: "Lampstand <light@lampstand.example>",
    WRITER: "openai",
    WRITER_MODEL: "gpt-5-mini",
    WRITER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: "planted-openai",
  };
}

test("settings that are whole are said to be, and where each part is", async () => {
  expect(await checkConfig({})).toEqual({ code: 0, said: "ok      settings                 the program starts with them\n" });
});

test("every problem of the settings is named at once, without a value, and ends with the code of the start", async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, ".env"), "JWT_SECRET=planted\nSMTP_URL=http://light:planted@mail.example\n");
  const settings = {
    DATABASE_URL: "mysql://lampstand:planted@db.example/lampstand",
    STRIPE_SECRET_KEY: "planted",
    SECRET_KEY: "planted",
    AUTH_SIGNING_KEYS: '{"keys":[{"kid":"planted","d":"planted"}]}',
    AUTH_OIDC_PROVIDERS: '[{"id":"google","clientSecret":"planted"}]',
    DEV_SURFACES_PASSWORD: "planted",
  };
  const { code, said } = await checkConfig(settings, ["--connect"], folder);
  expect(code).toBe(78);
  expect(said).not.toContain("planted");
  for (const name of [...Object.keys(settings), "JWT_SECRET", "SMTP_URL"])
    expect(said).toMatch(new RegExp(`^FAILED {2}setting_invalid {10}${name}`, "m"));
});

test("nothing is connected to unless it is asked for", async () => {
  expect((await checkConfig(await ownSettings())).code).toBe(0);
});

test("whatever does not answer is named with a code and no secret, and may be tried again", async () => {
  const { code, said } = await checkConfig(await ownSettings(), ["--connect"]);
  expect(code).toBe(1);
  expect(said).not.toContain("planted");
  for (const problem of ["database_unreachable", "files_unreachable", "mail_unreachable", "writer_unreachable"])
    expect(said).toMatch(new RegExp(`^FAILED {2}${problem} +\\w+: .*(ECONNREFUSED|ESOCKET)`, "m"));
});
