import { join } from "node:path";
import type { Claims, Database, Notifications } from "@lampstand/database";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { sweepAuditTrail } from "./auth/audit.ts";
import { overRequestRateLimit } from "./auth/errors.ts";
import { sweepLimits, consumeLimits, withDefaultLimits, type LimitName } from "./auth/limits.ts";
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
import { sweepSessions } from "./auth/sweep-sessions.ts";
import { createRequestLimiter } from "./gateway/limit-requests.ts";
import { gateway } from "./gateway/gateway.ts";
import { withDefaultRequestLimits, type RequestLimitChanges } from "./gateway/request-limits.ts";
import { readCaller, type Keys } from "./gateway/tokens.ts";
import { tooManyRequests } from "./rest/errors.ts";
import { restRoutes, type RestOptions } from "./rest/routes.ts";
import { tooManyRequests as storageSlowDown } from "./storage/errors.ts";
import type { ObjectStore } from "./storage/object-store.ts";
import { proxyRoutes } from "./storage/proxy.ts";
import { storageRoutes } from "./storage/routes.ts";
import type { Storage } from "./storage/storage.ts";
import { sweepUnreferencedBytes } from "./storage/unreferenced-bytes.ts";

/** Folder of the SQL that the dialect needs in the database. */
export const MIGRATIONS = join(import.meta.dirname, "migrations");

export interface SupabaseServerOptions {
  db: Database;
  keys: Keys;
  notifications: Notifications;
  /** Where people reach the app, without a trailing slash. */
  publicUrl: string;
  productName: string;
  /** Whom people write to when something was done to their account that they did not do. */
  supportEmail: string;
  mailer: MailTransport;
  auth: Omit<AuthOptions, "db" | "keys" | "publicUrl" | "productName"> & {
    /** Entries of the audit trail are kept for so long. */
    auditDays: number;
  };
  rest: Pick<RestOptions, "schemas" | "maxRows">;
  storage: Pick<Storage, "maxObjectBytes" | "transforms" | "quota"> & {
    store: ObjectStore;
    /** Buckets whose signed files /audio-cors-proxy serves as well. */
    proxiedBuckets: readonly string[];
  };
  /** What differs from the limits of gateway/request-limits.ts. */
  requestLimits?: RequestLimitChanges;
}

/** What a job is given: its payload, which the job parses. */
type Job = (payload: unknown) => Promise<void>;

export interface SupabaseServer {
  /** Mounts the product's own functions at /functions/v1, within the limits on requests; `refusal` makes the error of who asks too much. */
  readonly mountFunctions: (routes: FastifyPluginAsync, refusal: () => Error) => Promise<void>;
  /** The verified claims of a request, anonymous without a token. Throws `TokenError` for a token that does not verify. */
  readonly readCaller: (request: FastifyRequest) => Promise<Claims>;
  /** What a verified token is still worth. */
  readonly checkSession: (caller: Claims) => Promise<Standing>;
  /** Whether somebody at this session has proved of late that the account is theirs. */
  readonly hasRecentProof: (caller: Claims) => Promise<boolean>;
  /** Notes in the audit trail what a person did with the whole account; of a download they are told by mail as well. */
  readonly recordAccountEvent: (
    action: "account_closed" | "data_downloaded",
    userId: string,
    request: FastifyRequest,
  ) => Promise<void>;
  /** Counts a call of the function `name` against these limits of auth/limits.ts; false: there is nothing left. */
  readonly withinLimits: (limits: readonly LimitName[], name: string, request: FastifyRequest) => Promise<boolean>;
  /** Jobs by the name under which the database enqueues them: the mails. */
  readonly jobs: Readonly<Record<string, Job>>;
  /** Forgets what has ended: sessions, mails, notices, counts, old entries of the trail. To be called about once an hour. */
  readonly sweepAuth: () => Promise<void>;
  /** Deletes stored bytes that no row names. To be called about once an hour. */
  readonly sweepFiles: () => Promise<void>;
}

/** Mounts the Supabase dialect (docs/dialect.md) on a Fastify instance: /auth/v1, /rest/v1, /storage/v1, /audio-cors-proxy. */
export async function createSupabaseServer(server: FastifyInstance, options: SupabaseServerOptions): Promise<SupabaseServer> {
  const { db, keys, notifications, publicUrl, productName, supportEmail, mailer } = options;
  const { auditDays, ...given } = options.auth;
  const authOptions: AuthOptions = { db, keys, publicUrl, productName, ...given };
  const sessionLife = withDefaults(authOptions);
  const counter = { db, keys, limits: withDefaultLimits(given.limits) };
  const { proxiedBuckets, ...files } = options.storage;
  const storage: Storage = {
    db,
    keys,
    ...files,
    withinRate: async (userId) => (await consumeLimits(counter, [{ limit: "accountUpload", who: userId }])).length === 0,
  };

  await server.register(gateway);
  const limited = await createRequestLimiter(server, keys, withDefaultRequestLimits(options.requestLimits));
  await server.register(recordTokenUse({ db, keys }));
  await server.register(limited("auth", overRequestRateLimit, authRoutes(authOptions)), { prefix: "/auth/v1" });
  await server.register(limited("rest", tooManyRequests, restRoutes({ db, keys, notifications, ...options.rest })), {
    prefix: "/rest/v1",
  });
  await server.register(limited("storage", storageSlowDown, storageRoutes(storage)), { prefix: "/storage/v1" });
  await server.register(limited("storage", storageSlowDown, proxyRoutes({ ...storage, buckets: proxiedBuckets })));

  return {
    mountFunctions: async (routes, refusal) => {
      await server.register(limited("functions", refusal, routes), { prefix: "/functions/v1" });
    },
    readCaller: (request) => readCaller(request.headers, keys),
    checkSession: (caller) => checkSession(db, sessionLife, caller),
    hasRecentProof: (caller) => hasRecentProof(db.owner, caller["session_id"]),
    recordAccountEvent: (action, userId, request) => recordAccountEvent(db, action, userId, request),
    withinLimits: (limits, name, request) => consumeRequestLimits(counter, limits, name, request),
    jobs: {
      "auth-mail": authMailTask({ db, keys, mailer, publicUrl, productName }),
      [NOTICE]: noticeTask({ db, mailer, productName, supportEmail }),
    },
    sweepAuth: async () => {
      await sweepMails(db);
      await sweepSessions(db, sessionLife);
      await sweepNotices(db);
      await sweepLimits(db);
      await sweepAuditTrail(db, auditDays);
    },
    sweepFiles: async () => {
      await sweepUnreferencedBytes(storage);
    },
  };
}
