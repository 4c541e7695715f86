import rateLimit from "@fastify/rate-limit";
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest, RouteHandlerMethod } from "fastify";
import { z } from "zod";
import { isNotModified, networkOf } from "@lampstand/supabase-server";
import { sendKept } from "./send-kept.ts";

/** The feeds behind these routes (server/podcast/). */
export interface Podcasts {
  /** Whose feed it is; null for a wrong secret. */
  findOwner(secret: string): Promise<string | null>;
  /** One document of the feed, with what tells it from others and when it changed; null if there is no such page. */
  describe(
    owner: string,
    page: number,
  ): Promise<{ version: string; changedAt: Date; write(secret: string): Promise<string> } | null>;
  /** An episode's file; null if there is none. A stored one is answered by `serve`. */
  openFile(owner: string, id: string, kind: FileKind): Promise<EpisodeFile | null>;
  cover(): Promise<Buffer>;
}

/** Asked for again each time: what is deleted is gone with the next request. */
const REVALIDATED = "private, no-cache";

const FILE_KINDS = ["mp3", "vtt", "json", "jpg"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export type EpisodeFile =
  | { stored: { bucket: string; name: string } }
  /** `version` changes with the content, and is known before it is made. */
  | { type: string; version: string; make(): Promise<Buffer | string | null> };

interface PodcastOptions {
  podcasts: Podcasts;
  /** Answers with a stored file; false: there is none (`SupabaseServer`). */
  sendFile: (
    request: FastifyRequest,
    reply: FastifyReply,
    file: { bucket: string; name: string; cacheControl: string },
  ) => Promise<boolean>;
}

/** Requests of a network, and wrong secrets among them: no app needs more, and nobody can search for a secret. */
const LIMITS = { all: { max: 1200, timeWindow: 300_000 }, wrong: { max: 20, timeWindow: 600_000 } };

const secretParam = z.object({ secret: z.string().regex(/^[\w-]{43}$/) });
const fileParam = z.object({ file: z.string() });
const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) });

const notFound = (reply: FastifyReply): FastifyReply =>
  reply
    .status(404)
    .send({ code: "not_found", message: "There is no such feed, or nothing here. Its owner may have changed its address." });

const tagOf = (...parts: (string | number)[]): string =>
  `"${createHash("sha256").update(parts.join(" ")).digest("base64url").slice(0, 22)}"`;

async function createLimits(app: FastifyInstance) {
  await app.register(rateLimit, { global: false });
  const keyGenerator = (request: FastifyRequest): string => networkOf(request.ip) ?? "unknown";
  return {
    all: app.createRateLimit({ ...LIMITS.all, keyGenerator }),
    wrong: app.createRateLimit({ ...LIMITS.wrong, keyGenerator }),
  };
}

const tooMany = (reply: FastifyReply, seconds: number): FastifyReply =>
  reply.status(429).header("retry-after", seconds).send({ code: "over_request_rate_limit", message: "Try again later." });

/**
 * GET /podcast/<secret>/feed.xml, a person's private feed, and the files of its episodes beside it: .mp3 (with Range), .vtt (transcript),
 * .json (chapters), .jpg. Never indexed; the log has the route alone (docs/product.md#podcast-feed).
 */
export function podcastRoutes({ podcasts, sendFile }: PodcastOptions): FastifyPluginAsync {
  return async (app) => {
    const limits = await createLimits(app);
    app.addHook("onRequest", async (_request, reply) => {
      reply.headers({
        "x-robots-tag": "noindex, nofollow, noarchive",
        "cache-control": REVALIDATED,
        "content-security-policy": "sandbox; default-src 'none'",
        // Players in a browser fetch transcripts and chapters; the address is the key, and no cookie counts.
        "access-control-allow-origin": "*",
      });
    });

    // Fastify's own HEAD would say that a recording is empty.
    const getAndHead = (url: string, handler: RouteHandlerMethod): void =>
      void app.route({ method: ["GET", "HEAD"], url, handler, exposeHeadRoute: false });

    getAndHead("/podcast/cover.png", async (request, reply) =>
      sendKept(request, reply.header("cache-control", "public, max-age=86400").type("image/png"), await podcasts.cover()),
    );

    /** The owner of the feed that is asked for; null when the answer was sent. */
    async function ownerOf(request: FastifyRequest, reply: FastifyReply): Promise<{ owner: string; secret: string } | null> {
      const all = await limits.all(request);
      if (!all.isAllowed && all.isExceeded) {
        tooMany(reply, all.ttlInSeconds);
        return null;
      }
      const guesses = await limits.wrong(request, { increment: false });
      if (!guesses.isAllowed && guesses.remaining === 0) {
        tooMany(reply, guesses.ttlInSeconds);
        return null;
      }
      const asked = secretParam.safeParse(request.params);
      const owner = asked.success ? await podcasts.findOwner(asked.data.secret) : null;
      if (asked.success && owner) return { owner, secret: asked.data.secret };
      await limits.wrong(request);
      notFound(reply);
      return null;
    }

    getAndHead("/podcast/:secret/feed.xml", async (request, reply) => {
      const asked = await ownerOf(request, reply);
      if (!asked) return reply;
      const page = pageQuery.safeParse(request.query);
      const document = page.success ? await podcasts.describe(asked.owner, page.data.page) : null;
      if (!page.success || !document) return notFound(reply);
      const etag = tagOf(document.version, page.data.page, asked.secret);
      reply.headers({ etag, "last-modified": document.changedAt.toUTCString() });
      if (isNotModified(request.headers, etag, document.changedAt)) return reply.status(304).send();
      return reply.type("application/rss+xml; charset=utf-8").send(await document.write(asked.secret));
    });

    getAndHead("/podcast/:secret/:file", async (request, reply) => {
      const asked = await ownerOf(request, reply);
      if (!asked) return reply;
      const { file } = fileParam.parse(request.params);
      const [id = "", extension] = file.split(".");
      const kind = FILE_KINDS.find((one) => one === extension);
      const found = kind && z.uuid().safeParse(id).success ? await podcasts.openFile(asked.owner, id, kind) : null;
      if (!found) return notFound(reply);
      if ("stored" in found) {
        const sent = await sendFile(request, reply, { ...found.stored, cacheControl: REVALIDATED });
        return sent ? reply : notFound(reply);
      }
      const etag = tagOf(found.version);
      reply.header("etag", etag);
      if (isNotModified(request.headers, etag)) return reply.status(304).send();
      const content = await found.make();
      return content === null ? notFound(reply) : reply.type(found.type).send(content);
    });
  };
}
