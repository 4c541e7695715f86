import { join } from "node:path";
import type { Claims, Database, Notifications } from "@lampstand/database";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { sweepAuditTrail } from "./auth/audit.ts";
import { overRequestRateLimit } from "./auth/errors.ts";
import { sweepLimits, consumeLimits, type LimitName } from "./auth/limits.ts";
import { authMailTask } from "./auth/mail.job.ts";
import type { MailTransport } from "./auth/mailer.ts";
import { noticeTask } from "./auth/notice.job.ts";
import { NOTICE, recordAccountEvent, sweepNotices } from "./auth/notify-owner.ts";
import { withDefaults, type AuthOptions } from "./auth/options.ts";
import { consumeRequestLimits } from "./auth/rate-limit.ts";
import { hasRecentProof } from "./auth/recent-proof.ts";
import { authRoutes } from "./auth/routes.ts";
import { recordTokenUse } from "./auth/token-use.ts";
import { checkSession, type Standing } from "./auth/session-validity.ts";
import { sweepMails } from "./auth/sweep-mails.ts";
import { saveSessionLimits, sweepSessions, type SessionLimits } from "./auth/sessions.ts";
import { createRequestLimiter, REFUSAL_DELAY_MS } from "./gateway/limit-requests.ts";
import { gateway } from "./gateway/gateway.ts";
import { withDefaultRequestLimits, type RequestLimitChanges } from "./gateway/request-limits.ts";
import { readCaller, type Keys } from "./gateway/tokens.ts";
import { tooManyRequests } from "./rest/errors.ts";
import { restRoutes, type RestOptions } from "./rest/routes.ts";
import { StorageError, tooManyRequests as storageSlowDown } from "./storage/errors.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import { findAsPlatform } from "./storage/object-row.ts";
import { checkName } from "./storage/object-ref.ts";
import { proxyRoutes } from "./storage/proxy.ts";
import { OBJECT_HEADERS, storageRoutes } from "./storage/routes.ts";
import { serveObject } from "./storage/serve-object.ts";
import type { Storage } from "./storage/storage.ts";
import { sweepUnreferencedBytes } from "./storage/unreferenced-bytes.ts";

/** Headers that are set before a file turns out not to be there. */
const OF_FILES = ["etag", "last-modified", "accept-ranges", "content-range", "content-length"];

/** Folder of the SQL migrations of this package. */
export const MIGRATIONS = join(import.meta.dirname, "migrations");

export interface SupabaseServerOptions {
  db: Database;
  keys: Keys;
  notifications: Notifications;
  /** The app's URL, without a trailing slash. */
  publicUrl: string;
  productName: string;
  /** Contact in notices about changes to an account. */
  supportEmail: string;
  mailer: MailTransport;
  auth: Omit<AuthOptions, "db" | "keys" | "publicUrl" | "productName"> & {
    /** Days after which entries of the audit trail are deleted. */
    auditDays: number;
    sessionLimits?: SessionLimits;
  };
  rest: Pick<RestOptions, "schemas" | "maxRows">;
  storage: Pick<Storage, "maxObjectBytes" | "transforms" | "quota"> & {
    store: ObjectStore;
    /** Buckets whose signed files /audio-cors-proxy also serves. */
    proxiedBuckets: readonly string[];
  };
  /** Overrides of the defaults in gateway/request-limits.ts. */
  requestLimits?: RequestLimitChanges;
  /** Milliseconds by which the answer 429 is delayed; the default is a second. */
  refusalDelay?: number | undefined;
}

type Job = (payload: unknown) => Promise<void>;

export interface SupabaseServer {
  /** Mounts the product's functions at /functions/v1 with the request limits; `refusal` creates the error for exceeded ones. */
  readonly mountFunctions: (routes: FastifyPluginAsync, refusal: () => Error) => Promise<void>;
  /** Mounts routes of the product that send files, with the request limits of storage; `refusal` creates the error for exceeded ones. */
  readonly mountFiles: (routes: FastifyPluginAsync, refusal: () => Error) => Promise<void>;
  /**
   * Answers GET or HEAD with a stored file, to whoever asks: 200, 206, 304 or 416. False: there is no such file, and nothing was sent.
   */
  readonly sendFile: (
    request: FastifyRequest,
    reply: FastifyReply,
    file: { bucket: string; name: string; cacheControl: string },
  ) => Promise<boolean>;
  /** The verified claims of a request; role `anon` without a token. Throws `TokenError` for an invalid token. */
  readonly readCaller: (request: FastifyRequest) => Promise<Claims>;
  /** Whether the session behind a verified token is still valid (auth/session-validity.ts). */
  readonly checkSession: (caller: Claims) => Promise<Standing>;
  /** Whether the session's user has authenticated recently (auth/recent-proof.ts). */
  readonly hasRecentProof: (caller: Claims) => Promise<boolean>;
  /** Records an event of the whole account in the audit trail; of a download the owner is notified by mail too. */
  readonly recordAccountEvent: (
    action: "account_closed" | "data_downloaded",
    userId: string,
    request: FastifyRequest,
  ) => Promise<void>;
  /** Counts a call of the function `name` against these limits of auth/limits.ts. If one is exceeded, the seconds to wait, else 0. */
  readonly secondsOverLimits: (limits: readonly LimitName[], name: string, request: FastifyRequest) => Promise<number>;
  /** The jobs (mails), by the name under which the database enqueues them. */
  readonly jobs: Readonly<Record<string, Job>>;
  /** Deletes expired sessions, mails, notices, counters and audit entries. Call it about once an hour. */
  readonly sweepAuth: () => Promise<void>;
  /** Deletes stored bytes that no object refers to. Call it about once an hour. */
  readonly sweepFiles: () => Promise<void>;
}

/** Mounts the Supabase APIs (docs/dialect.md) on a Fastify instance: /auth/v1, /rest/v1, /storage/v1, /audio-cors-proxy. */
export async function createSupabaseServer(server: FastifyInstance, options: SupabaseServerOptions): Promise<SupabaseServer> {
  const { db, keys, notifications, publicUrl, productName, supportEmail, mailer } = options;
  const { auditDays, sessionLimits, ...given } = options.auth;
  const authOptions: AuthOptions = { db, keys, publicUrl, productName, ...given };
  const auth = withDefaults(authOptions);
  const { proxiedBuckets, ...files } = options.storage;
  const storage: Storage = {
    db,
    keys,
    ...files,
    withinRate: async (userId) => (await consumeLimits(auth, [{ limit: "accountUpload", who: userId }])).length === 0,
  };

  await saveSessionLimits(db, sessionLimits ?? {});
  await server.register(gateway);
  const limited = await createRequestLimiter(
    server,
    keys,
    withDefaultRequestLimits(options.requestLimits),
    options.refusalDelay ?? REFUSAL_DELAY_MS,
  );
  await server.register(recordTokenUse({ db, keys }));
  await server.register(
    limited("auth", () => overRequestRateLimit(), authRoutes(authOptions)),
    { prefix: "/auth/v1" },
  );
  await server.register(limited("rest", tooManyRequests, restRoutes({ db, keys, notifications, ...options.rest })), {
    prefix: "/rest/v1",
  });
  await server.register(limited("storage", storageSlowDown, storageRoutes(storage)), { prefix: "/storage/v1" });
  await server.register(limited("storage", storageSlowDown, proxyRoutes({ ...storage, buckets: proxiedBuckets })));

  return {
    mountFunctions: async (routes, refusal) => {
      await server.register(limited("functions", refusal, routes), { prefix: "/functions/v1" });
    },
    mountFiles: async (routes, refusal) => {
      await server.register(limited("storage", refusal, routes));
    },
    sendFile: async (request, reply, { bucket, name, cacheControl }) => {
      const ref = { bucket, name: checkName(name) };
      try {
        // What the routes have set stands.
        for (const [name, value] of Object.entries(OBJECT_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
        await serveObject(storage, request, reply, { find: () => findAsPlatform(storage, ref), shared: false, cacheControl });
        return true;
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        if (error.code !== "InvalidRange") {
          for (const name of OF_FILES) reply.removeHeader(name);
          return false;
        }
        void reply.code(416).send();
        return true;
      }
    },
    readCaller: (request) => readCaller(request.headers, keys),
    checkSession: (caller) => checkSession(db, caller),
    hasRecentProof: (caller) => hasRecentProof(db.owner, caller["session_id"]),
    recordAccountEvent: (action, userId, request) => recordAccountEvent(db, action, userId, request),
    secondsOverLimits: (limits, name, request) => consumeRequestLimits(auth, limits, name, request),
    jobs: {
      "auth-mail": authMailTask({ db, keys, mailer, publicUrl, productName }),
      [NOTICE]: noticeTask({ db, mailer, productName, supportEmail }),
    },
    sweepAuth: async () => {
      await sweepMails(db);
      await sweepSessions(db);
      await sweepNotices(db);
      await sweepLimits(db);
      await sweepAuditTrail(db, auditDays);
    },
    sweepFiles: async () => {
      await sweepUnreferencedBytes(storage);
    },
  };
}
