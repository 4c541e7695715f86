import { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import type { FunctionContext } from "../endpoints/context.ts";
import { changesOf } from "./observe-step.ts";
import { findGrowing, readGrowing, type Growing } from "./read-growing.privileged.ts";

/** So long nothing may come before the answer ends, and the player asks for another address. */
const PATIENCE_MS = 60_000;

const params = z.object({ key: z.uuid() });

/** The first and last byte that are asked for; null: all. Another kind of range is answered with all. */
function readRange(header: string | undefined, bytes: number): { from: number; to: number } | "unsatisfiable" | null {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(bytes - Number(last), 0) : Number(first);
  const to = first === "" || last === "" ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from > to ? "unsatisfiable" : { from, to };
}

type Context = Pick<FunctionContext, "db" | "notifications" | "stopping">;

function abortedWith(reply: FastifyReply, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return AbortSignal.any([gone.signal, stopping]);
}

/** The bytes from `from` to `to`, each part as soon as it is spoken. Throws when it is gone, so that the connection ends before its length. */
async function* soundOf(
  { db, notifications, stopping }: Context,
  { key, generationId }: Growing & { key: string },
  { from, to }: { from: number; to: number },
  reply: FastifyReply,
): AsyncGenerator<Buffer> {
  // What will come is said at once, also where its first byte is not spoken yet.
  reply.raw.flushHeaders();
  const signal = abortedWith(reply, stopping);
  let at = from;
  let lastCame = performance.now();
  for await (const _ of changesOf({ notifications }, generationId, signal)) {
    for (;;) {
      const sound = await readGrowing(db, key, at);
      if (!sound) throw new Error("the growing recording is gone");
      if (sound.length === 0) break;
      yield sound.subarray(0, to + 1 - at);
      lastCame = performance.now();
      at += sound.length;
      if (at > to) return;
    }
    if (performance.now() - lastCame > PATIENCE_MS) break;
  }
  throw new Error("the growing recording came to a stop");
}

/**
 * GET /growing-recording/<key>: a recording that is still being made, as an ordinary MP3 file of known length, with Range, whose later bytes come when they
 * are spoken. The key is known to its owner alone (row-level security of `growing_recordings`), and opens nothing a quarter of an hour later.
 */
export function growingRecordingRoutes(context: Context): FastifyPluginAsync {
  return async (app) => {
    app.route({
      method: "GET",
      url: "/growing-recording/:key",
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const asked = params.safeParse(request.params);
        const growing = asked.success ? await findGrowing(context.db, asked.data.key) : null;
        reply.headers({
          "cache-control": "private, no-store",
          "content-security-policy": "sandbox; default-src 'none'",
          "x-robots-tag": "noindex, nofollow, noarchive",
          "referrer-policy": "no-referrer",
        });
        if (!asked.success || !growing)
          return reply.code(404).send({ code: "not_found", message: "There is no such recording, any more." });
        const { key } = asked.data;
        const { bytes } = growing;
        const range = readRange(request.headers.range, bytes);
        reply.headers({ "accept-ranges": "bytes", etag: `"${key}"` });
        if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${bytes}`).send();
        if (range) reply.code(206).header("content-range", `bytes ${range.from}-${range.to}/${bytes}`);
        const wanted = range ?? { from: 0, to: bytes - 1 };
        reply.header("content-length", wanted.to + 1 - wanted.from).type("audio/mpeg");
        return reply.send(Readable.from(soundOf(context, { ...growing, key }, wanted, reply), { objectMode: false }));
      },
    });
  };
}
