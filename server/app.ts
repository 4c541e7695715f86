import { authenticatorPassword, listen, migrate, openDatabase } from "@lampstand/database";
import { createSupabaseServer, loadKeys } from "@lampstand/supabase-server";
import { createClient } from "@supabase/supabase-js";
import { BRAND } from "../shared/brand.ts";
import { resumeDeletions } from "./account/run-deletion.privileged.ts";
import { queueReconciliation } from "./billing/reconcile-billing.privileged.ts";
import { stripeWebhook } from "./billing/stripe.webhook.ts";
import { chooseVendors, SANDBOX_PAGES } from "./choose-vendors.ts";
import type { Config } from "./config/config.ts";
import type { FunctionContext } from "./endpoints/context.ts";
import { errors } from "./endpoints/errors.ts";
import { functionRoutes } from "./endpoints/routes.ts";
import { devSurfaces, rejectOtherHosts } from "./http/dev-surfaces.ts";
import { healthRoutes } from "./http/health.ts";
import { inProcessFetch } from "./http/in-process-fetch.ts";
import { createLogger } from "./http/log.ts";
import { runtimeConfig } from "./http/runtime-config.ts";
import { scriptureRoutes } from "./http/scripture.ts";
import { createServer, listenOn } from "./http/server.ts";
import { staticSite } from "./http/static-site.ts";
import { jobHandlers } from "./job-handlers.ts";
import { startQueue, type Queue } from "./jobs/queue.ts";
import { MIGRATION_ROOMS } from "./migration-rooms.ts";
import { readChapter } from "./scripture/chapter.ts";
import { findRecipients } from "./sermons/consent.ts";
import { MEDIA_DELETIONS_CHANNEL, queueMediaDeletion } from "./sermons/delete-media.privileged.ts";
import { GENERATION_CHANNEL } from "./sermons/generation.ts";
import { resumeGenerations } from "./sermons/resume-generations.privileged.ts";
import { reencodeAvatar } from "./vendors/image/reencode.ts";
import { inboxRoutes } from "./vendors/mail/inbox/pages.ts";

const MAX_OBJECT_BYTES = 50 * 1024 * 1024;
/** Quota of the files that a user uploads, which are avatars. Sermons' recordings and pictures do not count. */
const PERSONAL_FILES = { files: 50, bytes: 50 * 1024 * 1024 };

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
  /** Milliseconds by which the answer 429 is delayed; the default is a second. */
  refusalDelay?: number;
  onProgress?: (message: string) => void;
}

export interface App {
  /** Name of the vendor behind each port, for the banner. */
  vendors: Record<string, string>;
  /** Starts to serve requests, to run jobs, or both, as `config.role` says. */
  start(): Promise<void>;
  /** Takes no new requests and jobs, waits for the running ones, and closes everything. */
  close(): Promise<void>;
}

/** The composition root: connects all modules. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, ownerUrl, passwordCost, mailInterval, onProgress = () => {} } = options;
  const log = createLogger(config.logLevel);
  const servesRequests = config.role !== "worker";
  const runsJobs = config.role !== "web";
  // Only one process can use an embedded database.
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
    auth: {
      ...config.auth,
      ...(passwordCost !== undefined && { passwordCost }),
      ...(mailInterval !== undefined && { mailInterval }),
    },
    rest: { schemas: ["public"], maxRows: { people: 1000, service: 10_000 } },
    storage: {
      store,
      maxObjectBytes: MAX_OBJECT_BYTES,
      transforms: { avatars: { contentType: "image/webp", run: reencodeAvatar } },
      quota: PERSONAL_FILES,
      proxiedBuckets: ["sermon-audio"],
    },
    requestLimits: config.requestLimits,
    ...(options.refusalDelay !== undefined && { refusalDelay: options.refusalDelay }),
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
    disclosure: findRecipients(vendors),
    publicUrl: config.publicUrl,
    log,
    stopping: stopping.signal,
    audit: platform.recordAccountEvent,
    withinLimits: platform.withinLimits,
    visitorOf,
    callerOf: async (request) => {
      const caller = await visitorOf(request);
      const validity = await platform.checkSession(caller);
      if (validity === "session_ended") throw errors.sessionEnded();
      if (validity === "second_factor_missing") throw errors.secondFactorRequired();
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
    healthRoutes({
      ...checks,
      queue: async () => (runsJobs && !queue?.isWorking() ? Promise.reject(new Error("not working")) : null),
    }),
  );
  await server.register(scriptureRoutes({ readChapter }));
  await server.register(staticSite({ build: options.build, publicUrl: config.publicUrl }));
  await server.ready();

  // A server of its own, since the stripe SDK can be given another host but not another path than /v1.
  const sandboxServer = sandbox ? createServer(config, log) : null;
  sandboxServer?.addHook("onRequest", rejectOtherHosts);
  if (sandbox) await sandboxServer?.register(sandbox.apiRoutes);

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
      if (servesRequests) {
        if (config.payments.kind === "sandbox")
          await listenOn(sandboxServer, "127.0.0.1", config.payments.port, "PAYMENTS_SANDBOX_PORT");
        await listenOn(server, config.host, config.port, "PORT");
        sandbox?.start();
      }
      if (!runsJobs) return;
      notifications.on(MEDIA_DELETIONS_CHANNEL, () => {
        queueMediaDeletion(db).catch((err: unknown) => log.warn({ err }, "files of a deleted sermon wait for the next minute"));
      });
      await resumeGenerations(db, { alone });
      await resumeDeletions(db, { alone });
      await queueReconciliation(db);
      queue = await startQueue({
        pool: db.owner,
        handlers: jobHandlers({ ...vendors, context, platform, config }),
        packageJobs: platform.jobs,
        concurrency: config.jobConcurrency,
        alone,
        onError: (task, err) => log.warn({ task, err }, "a job failed and will be tried again"),
        onEnd: (err) => log.error({ err }, "the queue's worker ended and will be started again"),
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
