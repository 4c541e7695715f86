import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { countedNetwork } from "@lampstand/supabase-server";

// 500 bytes a second, as Apache's mod_reqtimeout requires by default; the slowest mobile networks are twice as fast.
const CHECK_INTERVAL_MS = 10_000;
const MIN_BYTES_PER_INTERVAL = 5000;

/** How many bodies of one network may take longer than `CHECK_INTERVAL_MS` at a time. */
const MAX_SLOW_BODIES = 16;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const tooSlow = (): Error => Object.assign(new Error("The body came too slowly"), { statusCode: 408, code: "BODY_TOO_SLOW" });

/** Answers 408 to a body that comes too slowly, and to more than `MAX_SLOW_BODIES` long ones of one network at a time. */
export function rejectSlowBodies(app: FastifyInstance): void {
  const slow = new Map<string, number>();
  app.addHook("onRequest", async (request, reply) => {
    const { raw } = request;
    // Injected requests (in-process-client.ts) have no socket.
    if (!hasBody(request) || !(raw.socket instanceof Socket)) return;
    const network = countedNetwork(request);
    let seen = raw.socket.bytesRead;
    let counted = false;

    const admit = (): boolean => {
      if (network === null || counted) return true;
      const others = slow.get(network) ?? 0;
      if (others >= MAX_SLOW_BODIES) return false;
      slow.set(network, others + 1);
      counted = true;
      return true;
    };
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed || reply.sent) return end();
      const came = raw.socket.bytesRead - seen;
      seen = raw.socket.bytesRead;
      // If the buffer is full, the handler is slow and not the sender.
      const isPaced = came >= MIN_BYTES_PER_INTERVAL || raw.readableLength >= raw.readableHighWaterMark;
      if (isPaced && admit()) return;
      end();
      // Node lets go of a request whose response has ended, and whoever still reads its body would wait for ever.
      reply.raw.once("close", () => raw.destroy());
      void reply.header("connection", "close").send(tooSlow());
    }, CHECK_INTERVAL_MS).unref();
    const end = (): void => {
      clearInterval(timer);
      if (!counted || network === null) return;
      counted = false;
      const left = (slow.get(network) ?? 1) - 1;
      if (left > 0) slow.set(network, left);
      else slow.delete(network);
    };
    raw.once("close", end);
  });
}
