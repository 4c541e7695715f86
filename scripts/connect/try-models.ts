import type { Config } from "../../server/config/config.ts";
import { codeOf, failed, type Finding, ok } from "./finding.ts";

const TIMEOUT_MS = 10_000;

/** How each vendor is asked which models there are. */
const VENDORS = {
  openai: { base: "https://api.openai.com/v1", path: "/models", header: (key: string) => ({ authorization: `Bearer ${key}` }) },
  "openai-compatible": { base: "", path: "/models", header: (key: string) => ({ authorization: `Bearer ${key}` }) },
  anthropic: {
    base: "https://api.anthropic.com/v1",
    path: "/models",
    header: (key: string) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
  },
  google: {
    base: "https://generativelanguage.googleapis.com/v1beta",
    path: "/models",
    header: (key: string) => ({ "x-goog-api-key": key }),
  },
  elevenlabs: { base: "https://api.elevenlabs.io", path: "/v1/models", header: (key: string) => ({ "xi-api-key": key }) },
} as const;

interface Model {
  vendor: keyof typeof VENDORS;
  apiKey: string | null;
  baseUrl: string | null;
}

/** Asks each configured vendor for its list of models, which costs nothing. */
export async function tryModels({ writer, voice, image }: Pick<Config, "writer" | "voice" | "image">): Promise<Finding[]> {
  const chosen = Object.entries({ writer, voice, image });
  return Promise.all(chosen.flatMap(([what, model]) => (model.kind === "model" ? [tryModel(what, model)] : [])));
}

async function tryModel(what: string, { vendor, apiKey, baseUrl }: Model): Promise<Finding> {
  const { base, path, header } = VENDORS[vendor];
  const setting = what.toUpperCase();
  try {
    const answer = await fetch(`${baseUrl ?? base}${path}`, {
      headers: apiKey === null ? {} : header(apiKey),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    const { status } = answer;
    if (status === 401 || status === 403) return failed(what, true, `${setting}: ${vendor} answers ${status}`);
    if (status >= 500 || status === 429) return failed(what, false, `${setting}: ${vendor} answers ${status}`);
    // A proxy or a server of one's own may have no such list.
    return ok(what, `${vendor} answers`);
  } catch (error) {
    return failed(what, false, `${setting}: ${vendor}: ${codeOf(error)}`);
  }
}
