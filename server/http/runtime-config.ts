import type { FastifyPluginAsync } from "fastify";
import type { Disclosure } from "../../shared/disclosure.ts";
import { isLoopback } from "../config/config.ts";

export interface RuntimeConfigOptions {
  publicUrl: string;
  anonKey: string;
  /** Where mails can be read, when they stay here. */
  inboxUrl: string | null;
  paymentsMode: "sandbox" | "live";
  /** Who gets what people write; null when it stays on this machine. */
  disclosure: Disclosure | null;
  /** What the browser takes everybody's subscription for; null: what it is. */
  subscribedOverride: boolean | null;
}

/** GET /config.json: what the browser may know, and nothing else. */
export function runtimeConfig(options: RuntimeConfigOptions): FastifyPluginAsync {
  return async (app) => {
    app.get("/config.json", async (request, reply) => {
      // On one's own machine `localhost` and `127.0.0.1` are two origins: each page talks to its own.
      const asked = URL.parse(`${request.protocol}://${request.host}`);
      const own = asked && isLoopback(asked.hostname) ? asked.origin : options.publicUrl;
      return reply.header("cache-control", "no-store").send({
        supabaseUrl: own,
        supabaseAnonKey: options.anonKey,
        ...(options.inboxUrl && { inboxUrl: options.inboxUrl }),
        paymentsMode: options.paymentsMode,
        ...(options.disclosure && { disclosure: options.disclosure }),
        ...(options.subscribedOverride !== null && { subscribedOverride: options.subscribedOverride }),
      });
    });
  };
}
