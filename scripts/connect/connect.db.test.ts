import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { expect, inject, onTestFinished, test } from "vitest";
import { createDatabase } from "../../tests/support/database.ts";
import { startShop } from "../../tests/support/payments.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { startS3Server } from "../../tests/support/s3-server.ts";
import { readConfig } from "../../server/config/config.ts";
import type { Finding } from "./finding.ts";
import { tryDatabase } from "./try-database.ts";
import { tryBackups, tryFiles } from "./try-files.ts";
import { tryMail } from "./try-mail.ts";
import { tryModels } from "./try-models.ts";
import { tryPayments } from "./try-payments.ts";

const SECRET = "a-secret-for-settings-0123456789-0123456789";
const outcomes = (findings: Finding[]): string[] => findings.map(({ result, code }) => `${result} ${code}`);

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "lampstand-connect-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: inject("cluster").adminUrl });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const database = (url: string) => tryDatabase(readConfig({ DATABASE_URL: url, JWT_SECRET: SECRET }));

test("a database that is ready is told with its version, its login's rights and the migrations that wait", async () => {
  const here = await createDatabase();
  onTestFinished(() => here.drop());
  const findings = await database(here.ownerUrl);
  expect(outcomes(findings)).toEqual(["ok database_reachable", "ok database_rights", "ok database_migrations"]);
  expect(findings[0]?.text).toMatch(/^PostgreSQL 18\.\d+ as lampstand_owner$/);
  await here.db.owner.query("delete from lampstand.migrations where name = '20261201060100_library_order.sql'");
  expect((await database(here.ownerUrl))[2]).toMatchObject({ result: "note", text: "the next start applies 1 migration" });
  await here.db.owner.query("update lampstand.migrations set sha256 = 'x' where name = '20261121000100_profiles.sql'");
  expect((await database(here.ownerUrl))[2]).toMatchObject({ result: "failed", code: "database_migrations", permanent: true });
});

test("a pooler is asked with the database's login, and what it answers, or that it does not, is told", async () => {
  const here = await createDatabase();
  onTestFinished(() => here.drop());
  const through = async (pooler: URL) => {
    const settings = { DATABASE_URL: here.ownerUrl, DATABASE_POOLER_URL: pooler.href, JWT_SECRET: SECRET };
    return (await tryDatabase(readConfig(settings)))[3];
  };
  // PostgreSQL itself stands for one: it speaks as a pooler does.
  const pooler = new URL(here.ownerUrl);
  Object.assign(pooler, { username: "", password: "", pathname: "/another" });
  expect(await through(pooler)).toMatchObject({ result: "ok", code: "database_pooler" });
  expect(await through(new URL(`postgres://127.0.0.1:${await freePort()}`))).toMatchObject({
    result: "failed",
    code: "database_pooler_unreachable",
    text: "DATABASE_POOLER_URL: ECONNREFUSED",
  });
});

test("a login that may not make what the schema needs is refused, and a superuser is pointed out", async () => {
  await asSuperuser("create role weak_login login password 'weak'", "create database weak_base owner lampstand_owner");
  onTestFinished(() => asSuperuser("drop database weak_base with (force)", "drop role weak_login"));
  const weak = new URL(inject("cluster").ownerUrl);
  Object.assign(weak, { username: "weak_login", password: "weak", pathname: "/weak_base" });
  const [, rights, migrations] = await database(weak.href);
  expect(rights).toMatchObject({ result: "failed", code: "database_rights", permanent: true });
  expect(rights?.text).toBe(
    "DATABASE_URL: weak_login may not make schemas in weak_base, make tables in the schema public, make roles (createrole)",
  );
  expect(migrations).toBeUndefined();
  const admin = new URL(inject("cluster").adminUrl);
  admin.pathname = "/weak_base";
  expect(outcomes(await database(admin.href))).toEqual([
    "ok database_reachable",
    "note database_rights",
    "note database_migrations",
  ]);
});

test("a wrong password and a database that is not there are the operator's to mend", async () => {
  const wrong = new URL(inject("cluster").ownerUrl);
  wrong.password = "planted";
  expect(await database(wrong.href)).toEqual([
    { result: "failed", code: "database_refused", permanent: true, text: "DATABASE_URL: 28P01" },
  ]);
  const absent = new URL(inject("cluster").ownerUrl);
  absent.pathname = "/not_there";
  expect(await database(absent.href)).toMatchObject([{ code: "database_refused", text: "DATABASE_URL: 3D000" }]);
});

test("a bucket is written, read and emptied again, and one that refuses says at which step", async () => {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const settings = {
    S3_BUCKET: s3.bucket,
    S3_REGION: "eu-test-1",
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
    BACKUP_TO: `s3://${s3.bucket}/nightly`,
  };
  const config = readConfig(settings);
  expect(outcomes([...(await tryFiles(config)), ...(await tryBackups(config))])).toEqual(["ok files", "ok backups"]);
  expect(s3.requests.map((line) => line.split(" ")[0])).toEqual(["PUT", "GET", "DELETE", "PUT", "GET", "DELETE"]);
  expect(s3.objects.size).toBe(0);
  const wrong = readConfig({ ...settings, S3_SECRET_ACCESS_KEY: "planted" });
  expect(await tryFiles(wrong)).toEqual([
    { result: "failed", code: "files_refused", permanent: true, text: "S3_BUCKET: writing: SignatureDoesNotMatch 403" },
  ]);
});

test("a folder for files or backups is one that this user may write", async () => {
  const place = await folder();
  const config = readConfig({ DATA_DIR: join(place, "data"), BACKUP_TO: join(place, "backups") });
  expect(outcomes([...(await tryFiles(config)), ...(await tryBackups(config))])).toEqual(["ok files", "ok backups"]);
  expect(await readdir(place, { recursive: true })).not.toContain("data");
  await writeFile(join(place, "file"), "");
  const impossible = readConfig({ DATA_DIR: join(place, "file/data"), BACKUP_TO: join(place, "file/backups") });
  expect(outcomes([...(await tryFiles(impossible)), ...(await tryBackups(impossible))])).toEqual([
    "failed files_refused",
    "failed backups_refused",
  ]);
  expect(await tryBackups(readConfig({}))).toEqual([]);
});

async function mailServer(options: ConstructorParameters<typeof SMTPServer>[0]): Promise<number> {
  const server = new SMTPServer({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => (password === "right" ? done(null, { user: "x" }) : done(new Error("no"))),
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return (server.server.address() as AddressInfo).port;
}

test("a mail server is greeted and signed in to, and no mail is sent", async () => {
  const port = await mailServer({ disabledCommands: ["STARTTLS"], onData: () => expect.fail("a mail was sent") });
  const mail = (password: string, changes: Partial<{ requireTls: boolean }> = {}) =>
    tryMail({
      mail: {
        kind: "smtp",
        url: `smtp://light:${password}@127.0.0.1:${port}`,
        from: "x <x@y.example>",
        requireTls: false,
        ...changes,
      },
    });
  expect(await mail("right")).toEqual([{ result: "ok", code: "mail", text: "127.0.0.1 greets, takes the password" }]);
  expect(await mail("planted")).toMatchObject([{ code: "mail_refused", permanent: true, text: "SMTP_URL: EAUTH 535" }]);
  expect(await mail("right", { requireTls: true })).toMatchObject([{ code: "mail_refused", text: "SMTP_URL: ETLS 500" }]);
  expect(await tryMail(readConfig({}))).toEqual([]);
});

test("the payment provider is asked for both prices by their lookup keys", async () => {
  const shop = await startShop();
  onTestFinished(() => shop.stop());
  const config = readConfig({ STRIPE_SECRET_KEY: "sk_test_anything", STRIPE_WEBHOOK_SECRET: "whsec_anything" });
  const payments = (...keys: string[]) => tryPayments(config, { lookupKeys: keys, sandbox: shop.endpoint });
  expect(outcomes(await payments("test_monthly", "test_minute"))).toEqual(["ok payments"]);
  expect(await payments("test_monthly", "lampstand_minute")).toEqual([
    {
      result: "failed",
      code: "payments_refused",
      permanent: true,
      text: "STRIPE_SECRET_KEY: stripe: no active price has the lookup key lampstand_minute",
    },
  ]);
  expect(await tryPayments(readConfig({}), { lookupKeys: [] })).toEqual([]);
});

test("each model's address is asked for its models with the key, and a key that is refused is the operator's to mend", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const isKnown = /right/.test(
      [request.headers.authorization, request.headers["xi-api-key"], request.headers["x-goog-api-key"]].join(),
    );
    response.writeHead(request.url?.startsWith("/bare") ? 404 : isKnown ? 200 : 401).end("{}");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ids = JSON.stringify(
    Object.fromEntries(["John", "Daniel", "Sarah", "Charlie", "Roger", "Liam"].map((name) => [name, name])),
  );
  const settings = {
    WRITER: "openai",
    WRITER_MODEL: "m",
    WRITER_BASE_URL: `${url}/openai/v1`,
    OPENAI_API_KEY: "right",
    VOICE: "elevenlabs",
    VOICE_MODEL: "m",
    VOICE_BASE_URL: `${url}/voice`,
    VOICE_IDS: ids,
    ELEVENLABS_API_KEY: "planted",
    IMAGE: "google",
    IMAGE_MODEL: "m",
    IMAGE_BASE_URL: `${url}/google`,
    GOOGLE_GENERATIVE_AI_API_KEY: "right",
  };
  expect(await tryModels(readConfig(settings))).toEqual([
    { result: "ok", code: "writer", text: "openai answers" },
    { result: "failed", code: "voice_refused", permanent: true, text: "VOICE: elevenlabs answers 401" },
    { result: "ok", code: "image", text: "google answers" },
  ]);
  expect(asked.toSorted()).toEqual(["/google/models", "/openai/v1/models", "/voice/v1/models"]);
  // A server of one's own may list nothing.
  const own = { WRITER: "openai-compatible", WRITER_MODEL: "m", WRITER_BASE_URL: `${url}/bare` };
  expect(outcomes(await tryModels(readConfig(own)))).toEqual(["ok writer"]);
  expect(await tryModels(readConfig({}))).toEqual([]);
});
