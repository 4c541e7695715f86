import { createHmac } from "node:crypto";
import { join } from "node:path";
import helmet from "@fastify/helmet";
import { createSupabaseServer, loadKeys, type Keys, type SupabaseServerOptions } from "@lampstand/supabase-server";
import { createClient } from "@supabase/supabase-js";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { BRAND } from "../shared/brand.ts";
import { PRICE_CENTS_PER_MINUTE, PRICE_CENTS_PER_MONTH } from "../shared/constants.ts";
import { createDrawnImages } from "./vendors/image/drawn/drawn.ts";
import { createModelImages } from "./vendors/image/model/model-image.ts";
import type { Illustrator } from "./vendors/image/image.ts";
import { reencodeAvatar } from "./vendors/image/reencode.ts";
import { startInbox, type Inbox } from "./vendors/mail/inbox/inbox.ts";
import { inboxRoutes } from "./vendors/mail/inbox/pages.ts";
import type { Mailer } from "./vendors/mail/mail.ts";
import { createSmtpMailer } from "./vendors/mail/smtp.ts";
import { createDiskStore } from "./vendors/files/disk.ts";
import { createS3Store } from "./vendors/files/s3.ts";
import type { ObjectStore } from "./vendors/files/object-store.ts";
import type { Payments } from "./vendors/payments/payments.ts";
import { createSandbox, type Sandbox } from "@lampstand/stripe-sandbox";
import { createStripePayments } from "./vendors/payments/stripe.ts";
import { createFliteVoice } from "./vendors/voice/flite/flite.ts";
import { createModelVoice } from "./vendors/voice/model/model-voice.ts";
import type { Voice } from "./vendors/voice/voice.ts";
import { createComposer } from "./vendors/writer/composer/composer.ts";
import { createModelWriter } from "./vendors/writer/model/model-writer.ts";
import { readChapter } from "./scripture/chapter.ts";
import type { Writer } from "./vendors/writer/writer.ts";
import { ConfigError, type Config } from "./config/config.ts";
import { authenticatorPassword, openDatabase, type Database, migrate, listen } from "@lampstand/database";
import { DELETE_ACCOUNT, deleteAccountTask, RESUME_DELETIONS, resumeDeletions } from "./account/delete-account.job.ts";
import { BILLING_MAIL, BILLING_MAILS, findBillingMails, sendBillingMail } from "./billing/billing-mail.job.ts";
import { queueReconciliation, RECONCILE_BILLING, reconcileBilling } from "./billing/reconcile-billing.job.ts";
import { STRIPE_EVENT, stripeEventTask } from "./billing/stripe-event.job.ts";
import { stripeWebhook } from "./billing/stripe.webhook.ts";
import { CONTACT_MAIL, sendContactMail } from "./contact/contact-mail.job.ts";
import type { FunctionContext } from "./endpoints/context.ts";
import { errors } from "./endpoints/errors.ts";
import { functionRoutes } from "./endpoints/routes.ts";
import { discloses } from "./sermons/consent.ts";
import { DELETE_MEDIA, deleteMedia, MEDIA_DELETIONS_CHANNEL, queueMediaDeletion } from "./sermons/delete-media.job.ts";
import { GENERATION_CHANNEL } from "./sermons/generation.ts";
import { RESUME_GENERATIONS, resumeGenerations, resumeGenerationsJob } from "./sermons/resume-generations.job.ts";
import { RUN_GENERATION, runGeneration } from "./sermons/run-generation.job.ts";
import { boundConnections } from "./http/connections.ts";
import { devSurfaces, refuseOtherHosts } from "./http/dev-surfaces.ts";
import { healthRoutes } from "./http/health.ts";
import { inProcessFetch } from "./http/in-process-fetch.ts";
import { createLogger } from "./http/log.ts";
import { readableAddress } from "./http/readable-address.ts";
import { runtimeConfig } from "./http/runtime-config.ts";
import { scriptureRoutes } from "./http/scripture.ts";
import { refuseSlowBodies } from "./http/slow-bodies.ts";
import { staticSite } from "./http/static-site.ts";
import { MIGRATION_ROOMS } from "./migration-rooms.ts";
import { startQueue, type JobHandler, type Queue } from "./jobs/queue.ts";

const MAX_OBJECT_BYTES = 50 * 1024 * 1024;
/** What people store themselves: pictures of themselves, of which one is shown. Recordings and pictures of sermons are the server's. */
const PERSONAL_FILES = { files: 50, bytes: 50 * 1024 * 1024 };
const SWEEP_AUTH = "sweep-auth";
const SWEEP_BYTES = "sweep-unreferenced-bytes";
const SANDBOX_PAGES = "/sandbox/stripe";
const MONTHLY_PRICE = {
  lookupKey: "lampstand_monthly",
  productName: `${BRAND.product} Premium`,
  unitAmount: PRICE_CENTS_PER_MONTH,
  currency: "usd",
  interval: "month",
} as const;
const MINUTE_PRICE = {
  lookupKey: "lampstand_minute",
  productName: `${BRAND.product} minutes`,
  unitAmount: PRICE_CENTS_PER_MINUTE,
  currency: "usd",
  interval: null,
} as const;
const PRICE_KEYS = { priceLookupKey: MONTHLY_PRICE.lookupKey, minutePriceLookupKey: MINUTE_PRICE.lookupKey };

export interface AppOptions {
  config: Config;
  /** PostgreSQL URL of the schema's owner, embedded or not. */
  ownerUrl: string;
  /** Folder of the web build. */
  build: string;
  /** bcrypt's cost; the default takes about 100 ms. */
  passwordCost?: number;
  /** Seconds between two mails of a kind to one address. */
  mailInterval?: number;
  onProgress?: (message: string) => void;
}

export interface App {
  /** Which vendor each port uses, for the start's banner. */
  vendors: Record<string, string>;
  /** Begins to serve and to work, as the role says. */
  start(): Promise<void>;
  /** Takes nothing new, lets what is running end, and closes all that was opened. */
  close(): Promise<void>;
}

interface Vendors {
  writer: Writer;
  voice: Voice;
  illustrator: Illustrator;
  mailer: Mailer;
  inbox: Inbox | null;
  payments: Payments;
  sandbox: Sandbox | null;
  store: ObjectStore;
}

/** The embedded default or the configured vendor of each port. */
async function chooseVendors(config: Config, db: Database, keys: Keys, log: Logger): Promise<Vendors> {
  const inbox = config.mail.kind === "inbox" ? await startInbox({ dir: join(config.dataDir, "inbox") }) : null;
  const mail =
    config.mail.kind === "smtp" ? config.mail : { url: inbox?.smtpUrl ?? "", from: `${BRAND.product} <${BRAND.supportEmail}>` };
  const { payments, sandbox } = await choosePayments(config, db, keys, log);
  return {
    writer: config.writer.kind === "model" ? createModelWriter(config.writer) : createComposer(),
    voice: config.voice.kind === "model" ? createModelVoice(config.voice) : createFliteVoice(),
    illustrator: config.image.kind === "model" ? createModelImages(config.image) : createDrawnImages(),
    mailer: createSmtpMailer(mail),
    inbox,
    payments,
    sandbox,
    store:
      config.files.kind === "s3" ? createS3Store(config.files) : await createDiskStore({ root: join(config.dataDir, "storage") }),
  };
}

async function choosePayments(
  config: Config,
  db: Database,
  keys: Keys,
  log: Logger,
): Promise<{ payments: Payments; sandbox: Sandbox | null }> {
  if (config.payments.kind === "stripe") {
    return { payments: createStripePayments({ ...config.payments, ...PRICE_KEYS }), sandbox: null };
  }
  const webhookSecret = `whsec_${createHmac("sha256", keys.jwtSecret).update("lampstand:payments-sandbox").digest("hex")}`;
  const sandbox = await createSandbox({
    pool: db.owner,
    schema: "stripe_sandbox",
    webhookUrl: `http://127.0.0.1:${config.port}/webhooks/stripe`,
    webhookSecret,
    pagesUrl: `${config.publicUrl}${SANDBOX_PAGES}`,
    displayName: BRAND.product,
    prices: [MONTHLY_PRICE, MINUTE_PRICE],
    onError: (err) => log.warn({ err }, "the payments sandbox met an error"),
  });
  const payments = createStripePayments({
    secretKey: "sk_test_sandbox",
    webhookSecret,
    ...PRICE_KEYS,
    sandbox: { host: "127.0.0.1", port: config.payments.port },
  });
  return { payments, sandbox };
}

/** The composition root: the only place that chooses vendors and knows every room. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, ownerUrl, onProgress = () => {} } = options;
  const log = createLogger(config.logLevel);
  const serves = config.role !== "worker";
  const works = config.role !== "web";
  // Whoever holds the embedded data directory is the only process there is.
  const alone = config.databaseUrl === null;
  const stopping = new AbortController();

  const keys = await loadKeys(config.keys, config.dataDir);
  await migrate({ ownerUrl, rooms: MIGRATION_ROOMS, authenticatorPassword: authenticatorPassword(keys.jwtSecret), onProgress });
  const db = openDatabase({
    ownerUrl,
    authenticatorPassword: authenticatorPassword(keys.jwtSecret),
    maxConnections: config.databaseConnections,
    onIdleError: (err) => log.warn({ err }, "an idle database connection was lost"),
  });
  const notifications = await listen(ownerUrl, [GENERATION_CHANNEL, MEDIA_DELETIONS_CHANNEL, "pgrst"], (err) =>
    log.warn({ err }, "the listening connection was lost"),
  );
  const vendors = await chooseVendors(config, db, keys, log);
  const { inbox, sandbox, store } = vendors;

  const server = createServer(config, log);
  const supabase = createClient(config.publicUrl, keys.serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: inProcessFetch(server) },
  });
  const platform = await createSupabaseServer(server, {
    db,
    keys,
    notifications,
    publicUrl: config.publicUrl,
    productName: BRAND.product,
    supportEmail: config.supportEmail,
    mailer: vendors.mailer,
    auth: authOptions(options),
    rest: { schemas: ["public"], maxRows: { people: 1000, service: 10_000 } },
    storage: {
      store,
      maxObjectBytes: MAX_OBJECT_BYTES,
      transforms: { avatars: { contentType: "image/webp", run: reencodeAvatar } },
      quota: PERSONAL_FILES,
      proxiedBuckets: ["sermon-audio"],
    },
    requestLimits: config.requestLimits,
  });
  const visitorOf: FunctionContext["visitorOf"] = async (request) => {
    if (!request.headers.authorization && !request.headers.apikey) throw errors.missingAuthorization();
    return platform.readCaller(request).catch(() => {
      throw errors.invalidToken();
    });
  };
  const context: FunctionContext = {
    db,
    notifications,
    supabase,
    payments: vendors.payments,
    disclosure: discloses(vendors),
    publicUrl: config.publicUrl,
    log,
    stopping: stopping.signal,
    audit: platform.noteAccountAct,
    withinLimits: platform.withinLimits,
    visitorOf,
    callerOf: async (request) => {
      const caller = await visitorOf(request);
      const standing = await platform.standingOf(caller);
      if (standing === "session_ended") throw errors.sessionEnded();
      if (standing === "second_factor_missing") throw errors.secondFactorRequired();
      return caller;
    },
    requireRecentProof: async (caller) => {
      if (!(await platform.hasRecentProof(caller))) throw errors.reauthenticationNeeded();
    },
  };

  await platform.mountFunctions(functionRoutes(context), errors.tooManyRequests);
  await server.register(stripeWebhook(context));

  const surfaces = { publicUrl: config.publicUrl, password: config.devSurfacesPassword };
  if (inbox) await server.register(devSurfaces(surfaces, inboxRoutes(inbox)));
  if (sandbox) await server.register(devSurfaces(surfaces, sandbox.pageRoutes), { prefix: SANDBOX_PAGES });
  await server.register(
    runtimeConfig({
      publicUrl: config.publicUrl,
      anonKey: keys.anonKey,
      inboxUrl: inbox && `${config.publicUrl}/inbox`,
      paymentsMode: vendors.payments.live ? "live" : "sandbox",
      disclosure: context.disclosure,
      subscribedOverride: config.subscribedOverride,
    }),
  );
  let queue: Queue | null = null;
  const checks = { database: () => db.owner.query("select 1"), storage: () => store.check() };
  await server.register(
    healthRoutes({ ...checks, queue: async () => (works && !queue ? Promise.reject(new Error("not working")) : null) }),
  );
  await server.register(scriptureRoutes({ readChapter }));
  await server.register(staticSite({ build: options.build, publicUrl: config.publicUrl }));
  await server.ready();

  // Its own server: the stripe SDK asks /v1 of a host, as it does of the provider's.
  const sandboxServer = sandbox ? createServer(config, log) : null;
  sandboxServer?.addHook("onRequest", refuseOtherHosts);
  if (sandbox) await sandboxServer?.register(sandbox.apiRoutes);

  const handlers: Record<string, JobHandler> = {
    ...platform.jobs,
    [STRIPE_EVENT]: stripeEventTask(context),
    [RECONCILE_BILLING]: reconcileBilling(context),
    [BILLING_MAILS]: findBillingMails(context),
    [BILLING_MAIL]: sendBillingMail({ ...context, mailer: vendors.mailer }),
    [CONTACT_MAIL]: sendContactMail({
      db,
      mailer: vendors.mailer,
      publicUrl: config.publicUrl,
      supportEmail: config.supportEmail,
    }),
    [RUN_GENERATION]: runGeneration({ ...vendors, db, supabase, budgets: config.budgets }),
    [RESUME_GENERATIONS]: resumeGenerationsJob(db),
    [DELETE_MEDIA]: deleteMedia({ db, supabase }),
    [DELETE_ACCOUNT]: deleteAccountTask({ ...context, mailer: vendors.mailer }),
    [RESUME_DELETIONS]: () => resumeDeletions(db, { alone: false }),
    [SWEEP_AUTH]: platform.sweepAuth,
    [SWEEP_BYTES]: platform.sweepFiles,
  };

  return {
    vendors: {
      database: alone ? "embedded PostgreSQL" : "PostgreSQL at DATABASE_URL",
      writer: vendors.writer.engine,
      voice: vendors.voice.engine,
      image: vendors.illustrator.engine,
      payments: vendors.payments.engine,
      mail: vendors.mailer.engine,
      "object store": store.engine,
    },
    start: async () => {
      if (serves) {
        if (config.payments.kind === "sandbox")
          await listenOn(sandboxServer, "127.0.0.1", config.payments.port, "PAYMENTS_SANDBOX_PORT");
        await listenOn(server, config.host, config.port, "PORT");
        sandbox?.start();
      }
      if (!works) return;
      notifications.on(MEDIA_DELETIONS_CHANNEL, () => {
        queueMediaDeletion(db).catch((err: unknown) => log.warn({ err }, "files of a deleted sermon wait for the next minute"));
      });
      await resumeGenerations(db, { alone });
      await resumeDeletions(db, { alone });
      await queueReconciliation(db);
      queue = await startQueue({
        pool: db.owner,
        handlers,
        crontab: [
          `* * * * * ${RESUME_GENERATIONS}`,
          `* * * * * ${DELETE_MEDIA}`,
          `* * * * * ${RESUME_DELETIONS}`,
          `* * * * * ${BILLING_MAILS}`,
          `17 * * * * ${SWEEP_BYTES}`,
          `37 * * * * ${RECONCILE_BILLING}`,
          `27 * * * * ${SWEEP_AUTH}`,
        ].join("\n"),
        concurrency: config.jobConcurrency,
        alone,
        onError: (task, err) => log.warn({ task, err }, "a job failed and will be tried again"),
      });
    },
    close: async () => {
      stopping.abort();
      await server.close();
      await queue?.stop();
      await sandbox?.stop();
      await sandboxServer?.close();
      await Promise.all([vendors.voice.close(), vendors.mailer.close(), notifications.close()]);
      await inbox?.close();
      await db.close();
    },
  };
}

function authOptions({ config, passwordCost, mailInterval }: AppOptions): SupabaseServerOptions["auth"] {
  const { limits, passwordMinLength, passwordCharacters, oidcProviders, manualLinking, auditDays } = config.auth;
  return {
    limits,
    passwordMinLength,
    passwordCharacters,
    redirectAllowList: config.auth.redirects,
    sessionLife: config.auth.sessionDays * 86_400,
    sessionIdleLife: config.auth.sessionIdleDays * 86_400,
    oidcProviders,
    manualLinking,
    auditDays,
    ...(passwordCost !== undefined && { passwordCost }),
    ...(mailInterval !== undefined && { mailInterval }),
  };
}

function createServer(config: Config, log: Logger): FastifyInstance {
  // Requests are logged below, without query or body; of the framework's own lines only warnings matter.
  const frameworkLog: FastifyBaseLogger = log.child({}, { level: log.isLevelEnabled("debug") ? "debug" : "warn" });
  const server = Fastify({
    loggerInstance: frameworkLog,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: 1024 * 1024,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    // A whole request, upload included, must have come by then; how fast its body must come, slow-bodies.ts says.
    requestTimeout: 5 * 60_000,
    // Nothing came or went for so long, which is more than a function waits for a step: somebody keeps an answer from being read.
    connectionTimeout: 150_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 1200 },
    rewriteUrl: ({ url = "/" }) => readableAddress(url),
  });
  boundConnections(server.server, {
    most: config.connections.most,
    mostOfNetwork: config.trustProxy === false ? config.connections.mostOfNetwork : null,
  });
  refuseSlowBodies(server);
  server.addHook("onResponse", async (request, reply) => {
    log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, "answered");
  });
  // Each page has its own content policy (static-site.ts, inbox, sandbox); what is no page has nothing to run.
  server.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginResourcePolicy: false,
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: config.publicUrl.startsWith("https:"),
  });
  return server;
}

async function listenOn(server: FastifyInstance | null, host: string, port: number, name: string): Promise<void> {
  try {
    await server?.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "EADDRINUSE")
      throw new ConfigError([`${name} ${port} is taken by another program; choose another with ${name}=...`]);
    if (code === "EACCES")
      throw new ConfigError([`${name} ${port} needs more rights than this process has; choose one above 1023`]);
    throw error;
  }
}
