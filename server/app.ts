import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { listen } from "@lampstand/database";
import { countedNetwork, createSupabaseServer, loadKeys, type SupabaseServerOptions } from "@lampstand/supabase-server";
import { BRAND } from "../shared/brand.ts";
import { FILE_MAX_BYTES, PERSONAL_FILES } from "../shared/constants.ts";
import { stripeWebhook } from "./billing/stripe.webhook.ts";
import { chooseVendors, engineNames, SANDBOX_PAGES, type Vendors } from "./choose-vendors.ts";
import type { Config } from "./config/config.ts";
import { openMigratedDatabase } from "./database.ts";
import { callerChecks } from "./endpoints/caller-checks.ts";
import type { FunctionContext } from "./endpoints/context.ts";
import { errors } from "./endpoints/errors.ts";
import { functionRoutes } from "./endpoints/routes.ts";
import { linkRoutes } from "./giving/link-routes.ts";
import { linkTokens } from "./giving/link-token.ts";
import { drainable } from "./http/drain.ts";
import { devSurfaces, rejectOtherHosts } from "./http/dev-surfaces.ts";
import { healthRoutes } from "./http/health.ts";
import { inProcessClient } from "./http/in-process-client.ts";
import { createLogger } from "./http/log.ts";
import { podcastRoutes } from "./http/podcast.ts";
import { referencePage, stylesheetOf } from "./http/reference-page.ts";
import { runtimeConfig } from "./http/runtime-config.ts";
import { scriptureRoutes } from "./http/scripture.ts";
import { sendKept } from "./http/send-kept.ts";
import { createServer, listenOn } from "./http/server.ts";
import { staticSite } from "./http/static-site.ts";
import { startJobs } from "./job-handlers.ts";
import type { Queue } from "./jobs/queue.ts";
import { createPodcasts } from "./podcast/podcasts.ts";
import { readChapter } from "./scripture/chapter.ts";
import { findRecipients } from "./sermons/consent.ts";
import { MEDIA_DELETIONS_CHANNEL } from "./sermons/delete-media.privileged.ts";
import { GENERATION_CHANNEL } from "./sermons/generation.ts";
import { growingRecordingRoutes } from "./sermons/growing-recording-routes.ts";
import { prepareHearing } from "./sermons/heard-readings.ts";
import { observeVendors } from "./telemetry/observe-vendors.ts";
import { createTelemetry } from "./telemetry/telemetry.ts";
import { reencodeAvatar } from "./vendors/image/reencode.ts";
import { inboxRoutes } from "./vendors/mail/inbox/pages.ts";

export interface AppOptions {
  config: Config;
  /** PostgreSQL URL of the schema's owner, embedded or not. */
  ownerUrl: string;
  /** Folder of the web build. */
  build: string;
  /** Address of the web app's style sheet; the one of the build unless given. */
  stylesheet?: string;
  /** What is slow on purpose, for tests: the cost of bcrypt, the pause between mails (seconds), the delay of the answer 429 (milliseconds). */
  pace?: Pick<SupabaseServerOptions["auth"], "passwordCost" | "mailInterval"> & Pick<SupabaseServerOptions, "refusalDelay">;
  /** What stands behind a port in place of the configured vendor, for tests. */
  vendors?: Partial<Vendors>;
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

/** Between the steps of preparing to hear topics, so that a start and its first requests are not held up. */
const PREPARE_PAUSE_MS = 2_000;

/** The composition root: connects all modules. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, ownerUrl, pace: { refusalDelay, ...authPace } = {}, onProgress = () => {} } = options;
  const log = createLogger(config.logLevel);
  const telemetry = await createTelemetry(config, log);
  const { observer } = telemetry;
  const runsJobs = config.role !== "web";
  const stopping = new AbortController();

  const keys = await loadKeys(config.keys, config.dataDir);
  const { databasePoolerUrl: poolerUrl, databaseConnections: maxConnections } = config;
  const db = await openMigratedDatabase({ ownerUrl, poolerUrl, keys, maxConnections, log, onProgress });
  const notifications = await listen(ownerUrl, [GENERATION_CHANNEL, MEDIA_DELETIONS_CHANNEL, "pgrst"], (err) =>
    log.warn({ err }, "the listening connection was lost"),
  );
  const vendors = observeVendors({ ...(await chooseVendors(config, db, keys, log)), ...options.vendors });
  const { inbox, sandbox, store } = vendors;

  const server = createServer(config, log, observer);
  const drain = drainable(server);
  const platform = await createSupabaseServer(server, {
    db,
    keys,
    notifications,
    publicUrl: config.publicUrl,
    productName: BRAND.product,
    supportEmail: config.supportEmail,
    mailer: vendors.mailer,
    auth: { ...config.auth, ...authPace },
    rest: { schemas: ["public"], maxRows: { people: 1000, service: 10_000 } },
    storage: {
      store,
      maxObjectBytes: FILE_MAX_BYTES,
      transforms: { avatars: { contentType: "image/webp", run: reencodeAvatar } },
      quota: PERSONAL_FILES,
      proxiedBuckets: ["sermon-audio"],
    },
    requestLimits: config.requestLimits,
    refusalDelay,
  });
  const context: FunctionContext = {
    db,
    notifications,
    supabase: inProcessClient(server, config.publicUrl, keys.serviceRoleKey),
    payments: vendors.payments,
    prepareVoice: () => {
      if (runsJobs) vendors.voice.prepare?.();
    },
    disclosure: findRecipients(vendors),
    publicUrl: config.publicUrl,
    linkTokens: linkTokens(keys.jwtSecret),
    log,
    stopping: stopping.signal,
    audit: platform.recordAccountEvent,
    secondsOverLimits: platform.secondsOverLimits,
    ...callerChecks(platform),
  };

  await platform.mountFunctions(functionRoutes(context), () => errors.tooManyRequests());
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
      voiceSamples: config.voice.kind === "flite",
      passwordMinLength: config.auth.passwordMinLength,
      subscribedOverride: config.subscribedOverride,
    }),
  );
  let queue: Queue | null = null;
  const works = async (): Promise<void> => {
    if (runsJobs && !queue?.isWorking()) throw new Error("not working");
  };
  const checks = { database: () => db.owner.query("select 1"), storage: () => store.check(), queue: works };
  await server.register(healthRoutes(checks, () => drain.draining));
  await server.register(scriptureRoutes({ readChapter }));
  const stylesheet = options.stylesheet ?? (await stylesheetOf(options.build));
  await platform.mountFiles(
    linkRoutes({
      context,
      stylesheet,
      sendFile: platform.sendFile,
      sendKept,
      networkOf: (request) => countedNetwork(request),
    }),
    () => errors.tooManyRequests(),
  );
  await platform.mountFiles(growingRecordingRoutes(context), () => errors.tooManyRequests());
  const podcasts = createPodcasts({ ...context, icon: () => readFile(join(options.build, "client/favicon.svg")) });
  await server.register(podcastRoutes({ podcasts, sendFile: platform.sendFile }));
  await server.register(referencePage({ stylesheet }));
  await server.register(staticSite({ build: options.build, publicUrl: config.publicUrl }));
  await server.ready();

  // A server of its own, since the stripe SDK can be given another host but not another path than /v1.
  const sandboxServer = sandbox ? createServer(config, log) : null;
  sandboxServer?.addHook("onRequest", rejectOtherHosts);
  if (sandbox) await sandboxServer?.register(sandbox.apiRoutes);

  const engines = engineNames(config, vendors);
  return {
    vendors: engines,
    start: async () => {
      const packageJobs = Object.keys(platform.jobs);
      await telemetry.start({ config, db, engines, packageJobs, backups: vendors.backups });
      if (config.role !== "worker") {
        const { host, port, payments } = config;
        await db.connect();
        if (payments.kind === "sandbox") await listenOn(sandboxServer, "127.0.0.1", payments.port, "PAYMENTS_SANDBOX_PORT");
        await listenOn(server, host, port, "PORT");
        prepareHearing({ pauseMs: PREPARE_PAUSE_MS, signal: stopping.signal }).catch((err: unknown) =>
          log.error({ err }, "hearing could not be prepared"),
        );
        sandbox?.start();
      }
      if (runsJobs) queue = await startJobs({ ...vendors, context, platform, config, observer });
    },
    close: async () => {
      const { delay, longest } = config.drain;
      drain.announce();
      if (delay > 0 && config.role !== "worker") await pause(delay * 1000);
      // Running requests may wait for running jobs, here or in another process, and running jobs call this server.
      const jobsEnded = queue?.stop();
      const answered = drain.finish(longest * 1000);
      // A little before their connections are ended, so that they are still told.
      const giveUp = setTimeout(() => stopping.abort(), longest * 900);
      // Nobody else could go on with what they wait for.
      if (config.databaseUrl === null) void jobsEnded?.then(() => stopping.abort());
      await Promise.all([answered, jobsEnded]);
      clearTimeout(giveUp);
      stopping.abort();
      await server.close();
      await sandbox?.stop();
      await Promise.all([sandboxServer?.close(), vendors.voice.close(), vendors.mailer.close(), notifications.close()]);
      await Promise.all([inbox?.close(), db.close(), telemetry.close()]);
    },
  };
}
