import { resolve } from "node:path";
import { z } from "zod";
import { BRAND } from "../../shared/brand.ts";
import { PASSWORD_MIN_CHARS } from "../../shared/constants.ts";
import { plaintextProblems, plaintextWarnings, smtpHost } from "./plaintext.ts";
import { readKokoro } from "./kokoro.ts";
import { modelAddresses, modelVariables, modelProblems, readModels, type ModelsConfig } from "./models.ts";
import { readTelemetry, telemetryProblems, telemetryVariables, type TelemetryConfig } from "./telemetry.ts";
import { httpUrl, json } from "./values.ts";
import {
  limitChanges,
  type LimitChanges,
  oidcProviders,
  type OidcProvider,
  redirectTargets,
  type GivenKeys,
  requestLimitChanges,
  type RequestLimitChanges,
  jwkSet,
} from "@lampstand/supabase-server";

/** The environment, parsed once. `.env.example` documents each variable. */
export interface Config extends ModelsConfig, TelemetryConfig {
  host: string;
  port: number;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Whether X-Forwarded headers are trusted: never, always, or from these addresses. */
  trustProxy: boolean | string[];
  dataDir: string;
  /** Null: embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** A pooler in transaction mode in front of `databaseUrl`; null: none. */
  databasePoolerUrl: string | null;
  databaseConnections: number;
  role: "all" | "web" | "worker";
  jobConcurrency: number;
  keys: GivenKeys;
  connections: {
    max: number;
    /** For one network; applies only without a trusted proxy. */
    maxPerNetwork: number;
  };
  /** Changes to the default limits on requests. */
  requestLimits: RequestLimitChanges;
  auth: {
    limits: LimitChanges;
    /** How many days the audit trail is kept. */
    auditDays: number;
    /** Seconds after its sign-in, and seconds without use, after which a session ends. */
    sessionLimits: { maxAge: number | undefined; maxIdle: number | undefined };
    passwordMinLength: number;
    /** Sets of characters: a new password must contain one of each. */
    passwordCharacters: readonly string[];
    /** Globs of URLs outside the site to which sign-in and mailed links may redirect. */
    redirectAllowList: readonly string[];
    oidcProviders: readonly OidcProvider[];
    /** Whether users may link providers to their account and unlink them. */
    manualLinking: boolean;
  };
  /** The object store; `disk` is a folder in `dataDir`. */
  files:
    | { kind: "disk" }
    | {
        kind: "s3";
        bucket: string;
        region: string;
        endpoint: string | null;
        credentials: { accessKeyId: string; secretAccessKey: string } | null;
      };
  backup: {
    /** A folder or `s3://bucket/prefix` for the nightly backup; null: none is made. */
    to: string | null;
    /** How many sets stay. */
    keep: number;
    /** How a bucket is reached that a backup is in. */
    s3: Pick<Extract<Config["files"], { kind: "s3" }>, "region" | "endpoint" | "credentials">;
  };
  mail: { kind: "inbox" } | { kind: "smtp"; url: string; from: string; requireTls: boolean };
  /** Receives the messages of the contact form, and is the Reply-To of mails to users. */
  supportEmail: string;
  payments:
    | { kind: "sandbox"; port: number }
    | { kind: "stripe"; secretKey: string; webhookSecret: string; automaticTax: boolean };
  devSurfacesPassword: string | null;
  /** For development: whether the browser treats every user as a subscriber; null: their real state. */
  subscribedOverride: boolean | null;
  drain: {
    /** Seconds for which a stopping process still takes requests, so that a load balancer sees that it is not ready. */
    delay: number;
    /** Seconds that requests and jobs are then given to end. */
    longest: number;
  };
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
  /** Settings that are valid but risky, a sentence each, printed at the start. */
  warnings: readonly string[];
}

/** The environment is not valid; `problems` has one line for each wrong or missing variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const port = z.coerce.number("must be a number").int().min(0).max(65_535);
/** A number of days, also of parts of one; parsed to seconds. */
const days = z.coerce
  .number("must be a number")
  .positive()
  .max(3650)
  .transform((count) => count * 86_400);
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" });
const environment = z.object({
  ...modelVariables,
  ...telemetryVariables,
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: z.string().default("false"),
  MAX_CONNECTIONS: z.coerce.number("must be a number").int().min(10, "must be 10 or more").default(5000),
  MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number("must be a number").int().min(10, "must be 10 or more").default(300),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOLER_URL: postgresUrl.optional(),
  // Divided among visitors, users and jobs (packages/database/database.ts).
  DATABASE_CONNECTIONS: z.coerce.number().int().min(12, "must be 12 or more").max(500).default(20),
  ROLE: z.enum(["all", "web", "worker"], { error: "must be all, web or worker" }).default("all"),
  JOB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  JWT_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  ANON_KEY: z.string().optional(),
  SERVICE_ROLE_KEY: z.string().optional(),
  PUBLISHABLE_KEY: z
    .string()
    .regex(/^sb_publishable_\S{16,}$/, "must be sb_publishable_ and at least 16 characters")
    .optional(),
  SECRET_KEY: z
    .string()
    .regex(/^sb_secret_\S{32,}$/, "must be sb_secret_ and at least 32 characters")
    .optional(),
  AUTH_SIGNING_KEYS: json(jwkSet).optional(),
  AUTH_ACCEPT_JWT_SECRET: z.stringbool("must be true or false").default(true),
  API_LIMITS: json(requestLimitChanges).default({}),
  AUTH_LIMITS: json(limitChanges).default({}),
  AUTH_PASSWORD_MIN_LENGTH: z.coerce.number("must be a number").int().min(PASSWORD_MIN_CHARS).max(72).default(PASSWORD_MIN_CHARS),
  AUTH_PASSWORD_CHARACTERS: json(z.array(z.string().min(1, "must be sets of characters"))).default([]),
  AUTH_REDIRECTS: json(redirectTargets).default([]),
  AUTH_OIDC_PROVIDERS: json(oidcProviders).default([]),
  AUTH_MANUAL_LINKING: z.stringbool({ error: "must be true or false" }).default(false),
  AUTH_SESSION_MAX_DAYS: days.optional(),
  AUTH_SESSION_IDLE_DAYS: days.optional(),
  AUTH_AUDIT_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  // A Windows drive is no scheme.
  BACKUP_TO: z
    .string()
    .regex(/^(?:s3:\/\/[^/]|(?![a-z][a-z\d]+:))/i, "must be a folder or an s3://bucket/prefix address")
    .optional(),
  BACKUP_KEEP: z.coerce.number("must be a number").int().min(1).max(1000).default(7),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" }).optional(),
  MAIL_FROM: z.string().optional(),
  SUPPORT_EMAIL: z.email("must be a mail address").optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, "must begin with sk_test_ or sk_live_")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_", "must begin with whsec_").optional(),
  STRIPE_AUTOMATIC_TAX: z.stringbool("must be true or false").default(false),
  PAYMENTS_SANDBOX_PORT: port.default(12_111),
  PAYMENTS_SANDBOX: z.literal("allow", { error: "can only be 'allow'" }).optional(),
  DEV_SURFACES_PASSWORD: z.string().min(12, "must have at least 12 characters").optional(),
  DEV_SUBSCRIBED: z.stringbool({ error: "must be true or false" }).optional(),
  DRAIN_DELAY: z.coerce.number("must be a number").min(0).max(300).default(0),
  DRAIN_SECONDS: z.coerce.number("must be a number").positive().max(3600).default(30),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  PLAINTEXT_HOSTS: z
    .string()
    .default("")
    .transform((hosts) => hosts.split(",").map((host) => host.trim())),
  NODE_ENV: z.string().optional(),
});

export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "[::1]" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** Parses an environment. Throws `ConfigError` with every problem at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // An empty value (`NAME=` in an .env file) counts as not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`));
  const value = parsed.data;

  const publicUrl = value.PUBLIC_URL ?? `http://${isLoopback(value.HOST) ? "localhost" : value.HOST}:${value.PORT}`;
  const isPublic = !isLoopback(new URL(publicUrl).hostname);
  const problems: string[] = [];
  const requireBoth = (a: string, b: string): void => {
    if (a in given !== b in given) problems.push(`${a in given ? b : a} is missing: ${a} and ${b} go together`);
  };
  requireBoth("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET");
  requireBoth("SMTP_URL", "MAIL_FROM");
  requireBoth("S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY");
  const needsS3 = value.S3_BUCKET || value.BACKUP_TO?.startsWith("s3://");
  if (!needsS3 && (value.S3_REGION ?? value.S3_ENDPOINT ?? value.S3_ACCESS_KEY_ID))
    problems.push("S3_BUCKET is missing: without it files stay in DATA_DIR");
  if (needsS3 && !value.S3_REGION && !value.S3_ENDPOINT)
    problems.push("S3_REGION is missing: a bucket lies in a region of Amazon's, or at an S3_ENDPOINT");
  requireBoth("WRITER_PRICE_INPUT", "WRITER_PRICE_OUTPUT");
  const kokoro = value.VOICE === "kokoro" ? readKokoro(value) : null;
  problems.push(...modelProblems(value), ...(kokoro?.problems ?? []), ...telemetryProblems(value, isLoopback));
  if ((value.ANON_KEY || value.SERVICE_ROLE_KEY) && !value.JWT_SECRET)
    problems.push("JWT_SECRET is missing: ANON_KEY and SERVICE_ROLE_KEY are signed with it");
  if (value.DATABASE_URL && !value.JWT_SECRET)
    problems.push("JWT_SECRET is missing: every process on one DATABASE_URL needs the same");
  if (value.DATABASE_POOLER_URL && !value.DATABASE_URL)
    problems.push("DATABASE_URL is missing: DATABASE_POOLER_URL stands in front of it, and migrations and the queue go past it");
  if (!value.DATABASE_URL && value.ROLE !== "all")
    problems.push("ROLE can only be all with the embedded database; set DATABASE_URL to run several processes");
  if (!value.AUTH_ACCEPT_JWT_SECRET && !(value.AUTH_SIGNING_KEYS && value.PUBLISHABLE_KEY && value.SECRET_KEY))
    problems.push(
      "AUTH_ACCEPT_JWT_SECRET=false needs AUTH_SIGNING_KEYS, PUBLISHABLE_KEY and SECRET_KEY: nothing else is left to sign with",
    );
  if (value.ROLE !== "all" && !value.SMTP_URL)
    problems.push("SMTP_URL is missing: the development inbox belongs to one process, so ROLE must be all");
  if (isPublic && !value.SMTP_URL) problems.push("SMTP_URL is missing: a public PUBLIC_URL can't use the development inbox");
  if (isPublic && !value.STRIPE_SECRET_KEY)
    problems.push("STRIPE_SECRET_KEY is missing: a public PUBLIC_URL can't use the payments sandbox");
  if (value.STRIPE_AUTOMATIC_TAX && !value.STRIPE_SECRET_KEY)
    problems.push("STRIPE_SECRET_KEY is missing: the payments sandbox knows no taxes, for STRIPE_AUTOMATIC_TAX");
  if (value.DEV_SUBSCRIBED !== undefined && (isPublic || value.STRIPE_SECRET_KEY || value.NODE_ENV === "production"))
    problems.push("DEV_SUBSCRIBED is for development: no public PUBLIC_URL, no STRIPE_SECRET_KEY, no NODE_ENV=production");
  if (value.NODE_ENV === "production" && !value.STRIPE_SECRET_KEY && !value.PAYMENTS_SANDBOX)
    problems.push("STRIPE_SECRET_KEY is missing: with NODE_ENV=production the payments sandbox needs PAYMENTS_SANDBOX=allow");
  const isPrivate = (host: string): boolean => isLoopback(host) || value.PLAINTEXT_HOSTS.includes(host);
  const addresses = {
    siteIsPlaintext: isPublic && publicUrl.startsWith("http:"),
    livePayments: /^.k_live_/.test(value.STRIPE_SECRET_KEY ?? ""),
    smtpUrl: value.SMTP_URL,
    databases: { DATABASE_URL: value.DATABASE_URL, DATABASE_POOLER_URL: value.DATABASE_POOLER_URL },
    databaseSslMode: given["PGSSLMODE"],
    vendors: [
      ...modelAddresses(value),
      { name: "S3_ENDPOINT", url: needsS3 ? value.S3_ENDPOINT : undefined, key: true },
      {
        name: "OTEL_EXPORTER_OTLP_ENDPOINT",
        url: value.OTEL_EXPORTER_OTLP_ENDPOINT,
        key: value.OTEL_EXPORTER_OTLP_HEADERS !== undefined,
      },
    ],
  };
  problems.push(...plaintextProblems(addresses, isPrivate));
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    host: value.HOST,
    port: value.PORT,
    publicUrl,
    trustProxy: trustProxy(value.TRUST_PROXY),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL ?? null,
    databasePoolerUrl: value.DATABASE_POOLER_URL ?? null,
    databaseConnections: value.DATABASE_CONNECTIONS,
    role: value.ROLE,
    jobConcurrency: value.JOB_CONCURRENCY,
    keys: {
      jwtSecret: value.JWT_SECRET,
      anonKey: value.PUBLISHABLE_KEY ?? value.ANON_KEY,
      serviceRoleKey: value.SECRET_KEY ?? value.SERVICE_ROLE_KEY,
      signingKeys: value.AUTH_SIGNING_KEYS,
      acceptsSecret: value.AUTH_ACCEPT_JWT_SECRET,
    },
    connections: { max: value.MAX_CONNECTIONS, maxPerNetwork: value.MAX_CONNECTIONS_PER_ADDRESS },
    requestLimits: value.API_LIMITS,
    auth: {
      limits: value.AUTH_LIMITS,
      passwordMinLength: value.AUTH_PASSWORD_MIN_LENGTH,
      passwordCharacters: value.AUTH_PASSWORD_CHARACTERS,
      redirectAllowList: value.AUTH_REDIRECTS,
      auditDays: value.AUTH_AUDIT_DAYS,
      sessionLimits: { maxAge: value.AUTH_SESSION_MAX_DAYS, maxIdle: value.AUTH_SESSION_IDLE_DAYS },
      oidcProviders: value.AUTH_OIDC_PROVIDERS,
      manualLinking: value.AUTH_MANUAL_LINKING,
    },
    files: value.S3_BUCKET ? { kind: "s3", bucket: value.S3_BUCKET, ...s3Of(value) } : { kind: "disk" },
    backup: { to: value.BACKUP_TO ?? null, keep: value.BACKUP_KEEP, s3: s3Of(value) },
    mail:
      value.SMTP_URL && value.MAIL_FROM
        ? { kind: "smtp", url: value.SMTP_URL, from: value.MAIL_FROM, requireTls: !isPrivate(smtpHost(value.SMTP_URL)) }
        : { kind: "inbox" },
    supportEmail:
      value.SUPPORT_EMAIL ?? /<([^<>]+)>\s*$/.exec(value.MAIL_FROM ?? "")?.[1] ?? value.MAIL_FROM ?? BRAND.supportEmail,
    ...readModels(value, kokoro?.voice ?? null),
    payments:
      value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET
        ? {
            kind: "stripe",
            secretKey: value.STRIPE_SECRET_KEY,
            webhookSecret: value.STRIPE_WEBHOOK_SECRET,
            automaticTax: value.STRIPE_AUTOMATIC_TAX,
          }
        : { kind: "sandbox", port: value.PAYMENTS_SANDBOX_PORT },
    devSurfacesPassword: value.DEV_SURFACES_PASSWORD ?? null,
    subscribedOverride: value.DEV_SUBSCRIBED ?? null,
    drain: { delay: value.DRAIN_DELAY, longest: value.DRAIN_SECONDS },
    logLevel: value.LOG_LEVEL,
    ...readTelemetry(value),
    warnings: plaintextWarnings(addresses, isPrivate),
  };
}

type Environment = z.output<typeof environment>;

function s3Of(value: Environment): Config["backup"]["s3"] {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = value;
  return {
    // Most S3-compatible services ignore the region, but the signature needs one.
    region: value.S3_REGION ?? "us-east-1",
    endpoint: value.S3_ENDPOINT ?? null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  };
}

function trustProxy(value: string): boolean | string[] {
  return value === "true" || value === "false" ? value === "true" : value.split(",").map((address) => address.trim());
}
