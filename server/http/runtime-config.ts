import type { FastifyPluginAsync } from "fastify";
import { PASSWORD_MIN_CHARS } from "../../shared/constants.ts";
import type { Disclosure } from "../../shared/disclosure.ts";
import { isLoopback } from "../config/config.ts";

export interface RuntimeConfigOptions {
  publicUrl: string;
  anonKey: string;
  /** The URL of the development inbox; null when mails are sent by SMTP. */
  inboxUrl: string | null;
  paymentsMode: "sandbox" | "live";
  /** The services that get what users write; null when all is done on this machine. */
  disclosure: Disclosure | null;
  /** Whether the voices are those whose samples were made with the site. */
  voiceSamples: boolean;
  /** How many characters a new password needs. */
  passwordMinLength: number;
  /** For development: whether the browser treats every user as a subscriber; null: their real state. */
  subscribedOverride: boolean | null;
}

/** GET /config.json: the settings that the browser needs. */
export function runtimeConfig(options: RuntimeConfigOptions): FastifyPluginAsync {
  return async (app) => {
    app.get("/config.json", async (request, reply) => {
      // `localhost` and `127.0.0.1` are different origins; a page must talk to the one it was loaded from.
      const asked = URL.parse(`${request.protocol}://${request.host}`);
      const own = asked && isLoopback(asked.hostname) ? asked.origin : options.publicUrl;
      return reply.header("cache-control", "no-store").send({
        supabaseUrl: own,
        supabaseAnonKey: options.anonKey,
        ...(options.inboxUrl && { inboxUrl: options.inboxUrl }),
        paymentsMode: options.paymentsMode,
        ...(options.disclosure && { disclosure: options.disclosure }),
        ...(!options.voiceSamples && { voiceSamples: false }),
        ...(options.passwordMinLength !== PASSWORD_MIN_CHARS && { passwordMinLength: options.passwordMinLength }),
        ...(options.subscribedOverride !== null && { subscribedOverride: options.subscribedOverride }),
      });
    });
  };
}
