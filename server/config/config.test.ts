import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BRAND } from "../../shared/brand.ts";
import { ConfigError, isLoopback, readConfig } from "./config.ts";

function problems(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test("nothing set means this machine alone, with every embedded vendor", () => {
  expect(readConfig({})).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    publicUrl: "http://localhost:3000",
    databaseUrl: null,
    role: "all",
    mail: { kind: "inbox" },
    payments: { kind: "sandbox", port: 12_111 },
  });
});

test("there are connections for visitors and people beside five that may wait for the payment provider", () => {
  expect(readConfig({ DATABASE_CONNECTIONS: "12" }).databaseConnections).toBe(12);
  expect(problems({ DATABASE_CONNECTIONS: "11" })).toEqual(["DATABASE_CONNECTIONS must be 12 or more"]);
});

test("an empty variable counts as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: null });
});

test("the rules of a new password and the further targets of mailed links are read, and none that leads anywhere is", () => {
  expect(readConfig({}).auth).toMatchObject({ passwordMinLength: 8, passwordCharacters: [], redirectAllowList: [] });
  const targets = ["https://*.church.example/**", "http://localhost:8080/**", "https://church.example/welcome", "lampstand://**"];
  const given = { AUTH_PASSWORD_MIN_LENGTH: "12", AUTH_PASSWORD_CHARACTERS: '["abc"]', AUTH_REDIRECTS: JSON.stringify(targets) };
  expect(readConfig(given).auth).toMatchObject({
    passwordMinLength: 12,
    passwordCharacters: ["abc"],
    redirectAllowList: targets,
  });
  for (const value of ["7", "73", "x"])
    expect(problems({ AUTH_PASSWORD_MIN_LENGTH: value })).toEqual([expect.stringMatching(/^AUTH_PASSWORD_MIN_LENGTH/)]);
  expect(problems({ AUTH_PASSWORD_CHARACTERS: '[""]' })).toEqual([expect.stringMatching(/^AUTH_PASSWORD_CHARACTERS/)]);
  for (const open of [
    "**",
    "https://**",
    "https://**.church.example/",
    "https://*",
    "*://a.example/",
    "https://church.example**",
    "https://church.*/",
    "https://a@b.example/",
  ])
    expect(problems({ AUTH_REDIRECTS: JSON.stringify([open]) }), open).toEqual([expect.stringMatching(/^AUTH_REDIRECTS/)]);
});

test("messages to support go to its own address, else to the one that mails come from", () => {
  const smtp = { SMTP_URL: "smtp://localhost", MAIL_FROM: "Light <light@church.example>" };
  expect(readConfig({}).supportEmail).toBe(BRAND.supportEmail);
  expect(readConfig(smtp).supportEmail).toBe("light@church.example");
  expect(readConfig({ ...smtp, MAIL_FROM: "light@church.example" }).supportEmail).toBe("light@church.example");
  expect(readConfig({ ...smtp, SUPPORT_EMAIL: "care@church.example" }).supportEmail).toBe("care@church.example");
  expect(problems({ SUPPORT_EMAIL: "nobody" })).toEqual(["SUPPORT_EMAIL must be a mail address"]);
});

test("files stay on this machine's disk unless a bucket is named, and where it lies", () => {
  expect(readConfig({}).files).toEqual({ kind: "disk" });
  const key = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "secret" };
  expect(readConfig({ S3_BUCKET: "b", S3_REGION: "eu-central-1" }).files).toEqual({
    kind: "s3",
    bucket: "b",
    region: "eu-central-1",
    endpoint: null,
    credentials: null,
  });
  expect(readConfig({ S3_BUCKET: "b", S3_ENDPOINT: "https://minio:9000/", ...key }).files).toMatchObject({
    region: "us-east-1",
    endpoint: "https://minio:9000",
    credentials: { accessKeyId: "id", secretAccessKey: "secret" },
  });
  expect(problems({ S3_BUCKET: "b" })).toEqual([expect.stringContaining("S3_REGION is missing")]);
  expect(problems({ BACKUP_TO: "s3://b/nightly" })).toEqual([expect.stringContaining("S3_REGION is missing")]);
  for (const BACKUP_TO of ["ftp://elsewhere", "s3:///nightly"])
    expect(problems({ BACKUP_TO })).toEqual(["BACKUP_TO must be a folder or an s3://bucket/prefix address"]);
  expect(problems({ S3_ENDPOINT: "http://minio:9000" })).toEqual([expect.stringContaining("S3_BUCKET is missing")]);
  expect(problems({ S3_BUCKET: "b", S3_REGION: "r", S3_ACCESS_KEY_ID: "id" })).toEqual([
    expect.stringContaining("S3_SECRET_ACCESS_KEY is missing"),
  ]);
});

test("every bad name is listed at once", () => {
  const found = problems({
    PORT: "abc",
    ROLE: "boss",
    DATABASE_URL: "mysql://x",
    SMTP_URL: "http://x",
    STRIPE_SECRET_KEY: "nope",
    JWT_SECRET: "short",
  });
  for (const name of ["PORT", "ROLE", "DATABASE_URL", "SMTP_URL", "STRIPE_SECRET_KEY", "JWT_SECRET"])
    expect(
      found.some((line) => line.startsWith(name)),
      name,
    ).toBe(true);
});

test("a model writes and paints when it is named, with its vendor's key; by default none does", () => {
  expect(readConfig({})).toMatchObject({ writer: { kind: "builtin" }, image: { kind: "drawn" }, budgets: { writer: null } });
  const given = {
    WRITER: "anthropic",
    WRITER_MODEL: "claude-sonnet-4-5",
    ANTHROPIC_API_KEY: "k",
    WRITER_PRICE_INPUT: "300",
    WRITER_PRICE_OUTPUT: "1500",
    WRITER_DAILY_BUDGET: "500",
    IMAGE: "google",
    IMAGE_MODEL: "gemini-2.5-flash-image",
    GOOGLE_GENERATIVE_AI_API_KEY: "g",
  };
  expect(readConfig(given)).toMatchObject({
    writer: { kind: "model", vendor: "anthropic", apiKey: "k", baseUrl: null, prices: { input: 300, output: 1500 } },
    image: { kind: "model", vendor: "google", apiKey: "g", price: null },
    budgets: { writer: 500, image: null },
  });
  expect(problems({ WRITER: "openai", IMAGE: "openai", IMAGE_MODEL: "gpt-image-1", IMAGE_DAILY_BUDGET: "5" })).toEqual([
    expect.stringMatching(/^WRITER_MODEL is missing/),
    expect.stringMatching(/^OPENAI_API_KEY is missing/),
    expect.stringMatching(/^OPENAI_API_KEY is missing/),
    expect.stringMatching(/^IMAGE_PRICE is missing/),
  ]);
  const local = { WRITER: "openai-compatible", WRITER_MODEL: "llama3" };
  expect(problems(local)).toEqual([expect.stringMatching(/^WRITER_BASE_URL is missing/)]);
  expect(readConfig({ ...local, WRITER_BASE_URL: "http://127.0.0.1:11434/v1/" }).writer).toMatchObject({
    apiKey: null,
    baseUrl: "http://127.0.0.1:11434/v1",
  });
  expect(problems({ ...given, WRITER_PRICE_INPUT: "", WRITER_PRICE_OUTPUT: "" })).toEqual([
    expect.stringMatching(/^WRITER_PRICE_INPUT is missing/),
  ]);
});

test("a vendor speaks when it is named, with its key and with a voice for each of the six names", () => {
  expect(readConfig({})).toMatchObject({ voice: { kind: "flite" }, budgets: { voice: null } });
  const openai = { VOICE: "openai", VOICE_MODEL: "gpt-4o-mini-tts", OPENAI_API_KEY: "k" };
  expect(
    readConfig({ ...openai, VOICE_IDS: '{"Sarah":"voice_1"}', VOICE_PRICE: "1.5", VOICE_DAILY_BUDGET: "500" }),
  ).toMatchObject({
    voice: {
      kind: "model",
      vendor: "openai",
      apiKey: "k",
      baseUrl: null,
      timeoutMs: 60_000,
      price: 1.5,
      voices: { John: "ash", Sarah: "voice_1" },
    },
    budgets: { voice: 500 },
  });
  expect(problems({ VOICE: "elevenlabs", VOICE_IDS: '{"John":"a","Liam":"b"}', VOICE_DAILY_BUDGET: "5" })).toEqual([
    expect.stringMatching(/^VOICE_MODEL is missing/),
    expect.stringMatching(/^ELEVENLABS_API_KEY is missing/),
    expect.stringMatching(/^VOICE_PRICE is missing/),
    expect.stringMatching(/^VOICE_IDS is missing Daniel, Sarah, Charlie, Roger:/),
  ]);
  const local = { VOICE: "openai-compatible", VOICE_MODEL: "kokoro" };
  const ids = {
    John: "am_michael",
    Daniel: "bm_daniel",
    Sarah: "af_sarah",
    Charlie: "bm_george",
    Roger: "am_onyx",
    Liam: "am_a+am_b",
  };
  expect(problems(local)).toEqual([
    expect.stringMatching(/^VOICE_BASE_URL is missing/),
    expect.stringMatching(/^VOICE_IDS is missing John, Daniel/),
  ]);
  const served = { ...local, VOICE_BASE_URL: "http://127.0.0.1:8880/v1/", VOICE_IDS: JSON.stringify(ids) };
  expect(readConfig({ ...served, VOICE_CAPTIONS: "true" }).voice).toMatchObject({
    vendor: "openai-compatible",
    apiKey: null,
    baseUrl: "http://127.0.0.1:8880/v1",
    captions: true,
    voices: ids,
  });
  for (const ids of ["John", "[]", '{"Nobody":"a"}', '{"John":"a/../b"}', '{"John":""}'])
    expect(problems({ ...openai, VOICE_IDS: ids }), ids).toEqual([expect.stringMatching(/^VOICE_IDS/)]);
});

test("a public address needs real mail and real payments", () => {
  expect(problems({ PUBLIC_URL: "https://example.com" })).toEqual([
    expect.stringMatching(/^SMTP_URL/),
    expect.stringMatching(/^STRIPE_SECRET_KEY/),
  ]);
  const full = {
    PUBLIC_URL: "https://example.com/",
    SMTP_URL: "smtps://u:p@mail.example.com",
    MAIL_FROM: "a@example.com",
    STRIPE_SECRET_KEY: "sk_live_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  };
  expect(readConfig(full)).toMatchObject({
    publicUrl: "https://example.com",
    mail: { kind: "smtp" },
    payments: { kind: "stripe", automaticTax: false },
  });
  expect(readConfig({ ...full, STRIPE_AUTOMATIC_TAX: "true" }).payments).toMatchObject({ automaticTax: true });
});

test("nothing that is secret goes to another machine in clear: addresses without TLS are refused, all at once", () => {
  const clear = {
    PUBLIC_URL: "http://church.example",
    SMTP_URL: "smtp://u:p@mail.church.example?ignoreTLS=true&tls.rejectUnauthorized=false",
    MAIL_FROM: "light@church.example",
    STRIPE_SECRET_KEY: "sk_live_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
    WRITER: "openai-compatible",
    WRITER_MODEL: "m",
    WRITER_BASE_URL: "http://models.example/v1",
    OPENAI_COMPATIBLE_API_KEY: "k",
    VOICE: "openai",
    VOICE_MODEL: "m",
    VOICE_BASE_URL: "http://voices.example",
    IMAGE: "openai",
    IMAGE_MODEL: "m",
    IMAGE_BASE_URL: "http://10.0.0.7",
    OPENAI_API_KEY: "k",
    S3_BUCKET: "b",
    S3_ENDPOINT: "http://files.example",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  };
  expect(problems(clear)).toEqual(
    ["PUBLIC_URL", "SMTP_URL", "WRITER_BASE_URL", "VOICE_BASE_URL", "IMAGE_BASE_URL", "S3_ENDPOINT"].map((name) =>
      expect.stringMatching(new RegExp(`^${name} must `)),
    ),
  );
  expect(problems(clear).join()).not.toMatch(/u:p|sk_live|secret/);
  // The site itself is for everybody.
  expect(problems({ ...clear, PLAINTEXT_HOSTS: "church.example" })).toContainEqual(expect.stringMatching(/^PUBLIC_URL must /));
});

test("this machine, and hosts that are named as being on a private network, may be spoken to in clear", () => {
  const addresses = (host: string) => ({
    SMTP_URL: `smtp://${host}:1025?ignoreTLS=true`,
    MAIL_FROM: "light@church.example",
    WRITER: "openai",
    WRITER_MODEL: "m",
    WRITER_BASE_URL: `http://${host}:1/v1`,
    OPENAI_API_KEY: "k",
    S3_BUCKET: "b",
    S3_ENDPOINT: `http://${host}:9000`,
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  });
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) expect(problems(addresses(host)), host).toEqual([]);
  expect(problems(addresses("backend"))).toHaveLength(3);
  expect(problems({ ...addresses("backend"), PLAINTEXT_HOSTS: "other, backend" })).toEqual([]);
  expect(readConfig(addresses("localhost")).mail).toMatchObject({ requireTls: false });
});

test("a mail server elsewhere has to encrypt before it gets a password or a mail, and no option of the address changes that", () => {
  const smtp = (url: string) => ({ SMTP_URL: url, MAIL_FROM: "light@church.example" });
  expect(readConfig(smtp("smtp://u:p@mail.church.example")).mail).toMatchObject({ requireTls: true });
  expect(readConfig(smtp("smtps://u:p@mail.church.example?name=church.example")).mail).toMatchObject({ requireTls: true });
  for (const option of [
    "secure=false",
    "requireTLS=false",
    "opportunisticTLS=true",
    "tls.rejectUnauthorized=false",
    "logger=true",
  ])
    for (const scheme of ["smtp", "smtps"])
      expect(problems(smtp(`${scheme}://mail.church.example?${option}`)), option).toEqual([
        expect.stringMatching(/^SMTP_URL must /),
      ]);
});

test("whoever starts it is warned of a site or a database that is reached in clear", () => {
  expect(readConfig({}).warnings).toEqual([]);
  const test = {
    SMTP_URL: "smtps://m.example",
    MAIL_FROM: "a@b.example",
    STRIPE_SECRET_KEY: "sk_test_x",
    STRIPE_WEBHOOK_SECRET: "whsec_x",
  };
  expect(readConfig({ ...test, PUBLIC_URL: "http://church.lan" }).warnings).toEqual([
    expect.stringMatching(/^PUBLIC_URL is http:/),
  ]);
  expect(readConfig({ ...test, PUBLIC_URL: "https://church.lan" }).warnings).toEqual([]);
  const database = (url: string, more = {}) => readConfig({ DATABASE_URL: url, JWT_SECRET: "x".repeat(32), ...more }).warnings;
  expect(database("postgres://u:p@db.example/l")).toEqual([expect.stringMatching(/^DATABASE_URL has no sslmode/)]);
  const url = "postgres://u:p@localhost/l";
  const pooler = readConfig({ DATABASE_URL: url, JWT_SECRET: "s".repeat(32), DATABASE_POOLER_URL: "postgres://pooler.example" });
  expect(pooler.databasePoolerUrl).toBe("postgres://pooler.example");
  expect(pooler.warnings).toEqual([expect.stringMatching(/^DATABASE_POOLER_URL has no sslmode/)]);
  for (const sslmode of ["disable", "allow"])
    expect(database(`postgres://u:p@db.example/l?sslmode=${sslmode}`), sslmode).toHaveLength(1);
  for (const url of [
    "postgres://u:p@db.example/l?sslmode=verify-full",
    "postgres://u:p@db.example/l?ssl=true",
    "postgres://u:p@localhost/l",
    "postgres://u:p@localhost/l?host=/run/postgresql",
  ])
    expect(database(url), url).toEqual([]);
  expect(database("postgres://u:p@db.example/l", { PGSSLMODE: "require" })).toEqual([]);
  expect(database("postgres://u:p@db/l", { PLAINTEXT_HOSTS: "db" })).toEqual([]);
});

test("settings that go together are asked for together", () => {
  expect(problems({ STRIPE_SECRET_KEY: "sk_test_x" })).toEqual([expect.stringContaining("STRIPE_WEBHOOK_SECRET is missing")]);
  expect(problems({ STRIPE_AUTOMATIC_TAX: "true" })).toEqual([expect.stringContaining("STRIPE_SECRET_KEY is missing")]);
  expect(problems({ SMTP_URL: "smtp://x" })).toEqual([expect.stringContaining("MAIL_FROM is missing")]);
  expect(problems({ DATABASE_URL: "postgres://x/y" })).toEqual([expect.stringContaining("JWT_SECRET is missing")]);
  expect(problems({ DATABASE_POOLER_URL: "postgres://x/y" })).toEqual([expect.stringContaining("DATABASE_URL is missing")]);
  expect(problems({ ROLE: "worker" })).toEqual([
    expect.stringContaining("ROLE can only be all"),
    expect.stringContaining("SMTP_URL is missing"),
  ]);
});

test("in production the payments sandbox must be asked for", () => {
  expect(problems({ NODE_ENV: "production" })).toEqual([expect.stringContaining("PAYMENTS_SANDBOX=allow")]);
  expect(problems({ NODE_ENV: "production", PAYMENTS_SANDBOX: "allow" })).toEqual([]);
});

test("another's subscription can be shown in development only", () => {
  expect(readConfig({}).subscribedOverride).toBeNull();
  expect(readConfig({ DEV_SUBSCRIBED: "false" }).subscribedOverride).toBe(false);
  const real = { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
  for (const production of [{ NODE_ENV: "production", PAYMENTS_SANDBOX: "allow" }, real, { PUBLIC_URL: "https://example.com" }])
    expect(() => readConfig({ ...production, DEV_SUBSCRIBED: "true" })).toThrow(/DEV_SUBSCRIBED is for development/);
});

test("limits, keys and the trail's life are read, and refused with the name of what is wrong", () => {
  const given = readConfig({ AUTH_LIMITS: '{"projectMail":null,"accountMail":{"max":5,"window":60}}', AUTH_AUDIT_DAYS: "30" });
  expect(given.auth).toMatchObject({ limits: { projectMail: null, accountMail: { max: 5, window: 60 } }, auditDays: 30 });
  expect(given.auth.sessionLimits, "the dialect's own").toEqual({ maxAge: undefined, maxIdle: undefined });
  expect(readConfig({ AUTH_SESSION_IDLE_DAYS: "0.5", AUTH_SESSION_MAX_DAYS: "7" }).auth.sessionLimits).toEqual({
    maxIdle: 12 * 3600,
    maxAge: 7 * 86_400,
  });
  expect(readConfig({ API_LIMITS: '{"restPerson":{"max":5},"address":null}' }).requestLimits).toEqual({
    restPerson: { max: 5 },
    address: null,
  });
  expect(readConfig({ PUBLISHABLE_KEY: `sb_publishable_${"x".repeat(16)}` }).keys.anonKey).toMatch(/^sb_publishable_/);
  const bad = {
    AUTH_LIMITS: ["{", "[]", '{"unknown":null}', '{"projectMail":{"max":0,"window":1}}', '{"projectMail":{"max":1}}'],
    MAX_CONNECTIONS_PER_ADDRESS: ["0", "x"],
    API_LIMITS: ["{", "[]", '{"unknown":null}', '{"restPerson":{"max":0}}', '{"restPerson":{"burst":1}}'],
    AUTH_SIGNING_KEYS: ["x", "{}", '{"keys":[]}'],
    AUTH_AUDIT_DAYS: ["0", "x"],
    AUTH_SESSION_IDLE_DAYS: ["0", "x"],
    AUTH_SESSION_MAX_DAYS: ["-1", "3651"],
    AUTH_ACCEPT_JWT_SECRET: ["maybe", "false"],
    PUBLISHABLE_KEY: ["sb_secret_0123456789abcdef", "sb_publishable_x"],
    SECRET_KEY: ["x"],
  };
  for (const [name, values] of Object.entries(bad))
    for (const value of values)
      expect(problems({ [name]: value }), `${name}=${value}`).toEqual([expect.stringMatching(new RegExp(`^${name}`))]);
});

test("only this machine's names are loopback", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"]) expect(isLoopback(host), host).toBe(true);
  for (const host of ["example.com", "127.example.com", "localhost.example.com", "10.0.0.1", ""])
    expect(isLoopback(host), host).toBe(false);
});

test(".env.example documents every name, and no other", () => {
  const source = ["config.ts", "models.ts", "telemetry.ts"]
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("");
  const known = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)]
    .map((match) => match[1] ?? "")
    .filter((name) => name !== "NODE_ENV");
  const example = readFileSync(join(import.meta.dirname, "../../.env.example"), "utf8");
  const documented = [...example.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? "");
  expect(documented.toSorted()).toEqual(known.toSorted());
});

test("sign-in providers are JSON, and what is wrong with one is told without its secret", () => {
  const google = { id: "google", clientId: "web", clientSecret: "hush" };
  expect(readConfig({ AUTH_OIDC_PROVIDERS: JSON.stringify([google]) }).auth).toMatchObject({
    oidcProviders: [{ id: "google", issuer: "https://accounts.google.com" }],
    manualLinking: false,
  });
  expect(readConfig({}).auth.oidcProviders).toEqual([]);
  expect(problems({ AUTH_OIDC_PROVIDERS: "google" })).toEqual(["AUTH_OIDC_PROVIDERS must be JSON"]);
  const plain = JSON.stringify([{ ...google, issuer: "http://accounts.example.org" }]);
  expect(problems({ AUTH_OIDC_PROVIDERS: plain })).toEqual(["AUTH_OIDC_PROVIDERS.0.issuer must be an https URL"]);
});
