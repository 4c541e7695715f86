import { once } from "node:events";
import type { FastifyInstance } from "fastify";

export interface Drain {
  /** True from `announce` on: `/readyz` says so, and every answer ends its connection, so that clients go to another process. */
  readonly draining: boolean;
  announce(): void;
  /** Takes no new connection, and resolves when every request is answered. After so long it ends those that are left. */
  finish(longestMs: number): Promise<void>;
}

/**
 * Ends a server's connections as their requests are answered. Fastify's own `close` would refuse what still comes on open connections, and the
 * calls of running jobs to this server; so it comes after this.
 */
export function drainable(server: FastifyInstance): Drain {
  let draining = false;
  let closing = false;
  server.addHook("onSend", async (_request, reply, payload) => {
    if (draining) reply.header("connection", "close");
    return payload;
  });
  // An answer that had begun before left its connection open. Earlier, a client might just be using it.
  server.addHook("onResponse", async () => {
    if (closing) setImmediate(() => server.server.closeIdleConnections());
  });
  return {
    get draining() {
      return draining;
    },
    announce: () => {
      draining = true;
    },
    finish: async (longestMs) => {
      draining = true;
      closing = true;
      if (!server.server.listening) return;
      const closed = once(server.server, "close");
      server.server.close();
      const timer = setTimeout(() => server.server.closeAllConnections(), longestMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
