import * as z from "zod/mini";
import { disclosure } from "../../shared/disclosure.ts";

const runtimeConfig = z.object({
  /** Origin of the backend, without a path. */
  supabaseUrl: z.string(),
  supabaseAnonKey: z.string(),
  /** Address of the mail inbox; present only with the embedded mail server. */
  inboxUrl: z.optional(z.string()),
  paymentsMode: z.optional(z.enum(["sandbox", "live"])),
  /** The services that receive what people write; absent when nothing leaves the server. */
  disclosure: z.optional(disclosure),
  /** False where other voices speak than those whose samples the site has. */
  voiceSamples: z.optional(z.boolean()),
  /** How many characters a new password needs, where the operator asks for more than the usual. */
  passwordMinLength: z.optional(z.number()),
  /** Development only: overrides everybody's `subscribed` status. */
  subscribedOverride: z.optional(z.boolean()),
});
export type RuntimeConfig = z.infer<typeof runtimeConfig>;

/** Placeholder that every backend refuses: the app still starts, and shows its connection error. */
export const NO_KEY = "unconfigured";

/** Reports a misconfigured server in the console (docs/product.md#other-addresses), without the values. */
function report(problem: string): void {
  // oxlint-disable-next-line no-console -- a misconfigured installation is reported nowhere else
  console.error(`config.json: ${problem}`);
}

function isBackendAddress(address: string, ownOrigin: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, protocol } = new URL(address);
  return origin === ownOrigin || protocol === "https:";
}

function isPublicKey(key: string): boolean {
  return key.split(".").length === 3 || key.startsWith("sb_publishable_");
}

/**
 * Validates the runtime configuration. A wrong address or key is logged and replaced by a fallback: this page's origin, and a key that
 * every backend refuses.
 */
export function parseConfig(input: unknown, ownOrigin: string): RuntimeConfig {
  const parsed = runtimeConfig.safeParse(input);
  if (!parsed.success) {
    report(z.prettifyError(parsed.error));
    return { supabaseUrl: ownOrigin, supabaseAnonKey: NO_KEY };
  }
  const config = { ...parsed.data };
  if (!isBackendAddress(config.supabaseUrl, ownOrigin)) {
    report("supabaseUrl is neither this origin nor an https address");
    config.supabaseUrl = ownOrigin;
  }
  if (!isPublicKey(config.supabaseAnonKey)) {
    report("supabaseAnonKey is not a key");
    config.supabaseAnonKey = NO_KEY;
  }
  return config;
}

let loading: Promise<RuntimeConfig> | undefined;

/** `GET /config.json`, cached after the first success. Rejects when the server can't be reached; the next call tries again. */
export function getConfig(): Promise<RuntimeConfig> {
  loading ??= fetch("/config.json")
    .then(async (response) => {
      if (!response.ok) throw new Error(`config.json answered ${response.status}`);
      return parseConfig(await response.json(), location.origin);
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}
