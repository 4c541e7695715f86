import { z } from "zod";
import { retryAfterMs } from "../../retry-after.ts";

/** A failed request. Its message has only codes, because a vendor's answer can quote the text. */
export class SpeechFailure extends Error {
  override readonly name = "SpeechFailure";
  /** `busy`: a retry may succeed. `no_such_voice`: another voice may work. */
  readonly kind: "busy" | "unavailable" | "failed" | "out_of_credit" | "no_such_voice";
  /** Whether the request may be charged all the same. */
  readonly paid: boolean;
  /** How long the vendor asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  constructor(kind: SpeechFailure["kind"], message: string, paid: boolean, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.paid = paid;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface SpeechRequest {
  url: string;
  headers: Record<string, string>;
  body: object;
  /** Longer answers are rejected. */
  maxBytes: number;
}

export interface Answer {
  type: string;
  bytes: Buffer;
}

const BUSY = new Set([408, 409, 425, 429]);
const REFUSALS = new Set(["content_filter", "content_policy_violation"]);
const OUT_OF_CREDIT = new Set(["quota_exceeded", "insufficient_quota", "insufficient_credits"]);
const NO_SUCH_VOICE = new Set(["voice_not_found", "voice_does_not_exist"]);
const MAX_ERROR_BYTES = 64 * 1024;

const code = z.union([z.string(), z.number().transform(String)]).nullish();
/** `detail` is ElevenLabs' (https://elevenlabs.io/docs/eleven-api/resources/errors), `error` OpenAI's. */
const errorBody = z.object({
  detail: z.object({ status: code, code, message: code }).optional().catch(undefined),
  error: z.object({ code, type: code, param: code, message: code }).optional().catch(undefined),
});

function codesOf(bytes: Buffer): string[] {
  try {
    const { detail, error } = errorBody.parse(JSON.parse(bytes.toString("utf8")));
    // OpenAI has no error code for an unknown voice: the message names the parameter or its position in a list.
    const isVoice = error?.param === "voice" || error?.message?.includes("('body', 'voice')");
    // Kokoro-FastAPI says so in words alone.
    const isUnknown = /^Voice\b.{0,120}\bnot found\b/u.test(detail?.message ?? "");
    return [isVoice || isUnknown ? "voice_not_found" : "", detail?.status, detail?.code, error?.code, error?.type].filter(
      (found) => !!found,
    ) as string[];
  } catch {
    return [];
  }
}

function refusalOf(status: number, headers: Headers, bytes: Buffer): SpeechFailure {
  const codes = codesOf(bytes);
  const has = (set: ReadonlySet<string>): boolean => codes.some((found) => set.has(found));
  const kind = ((): SpeechFailure["kind"] => {
    if (has(NO_SUCH_VOICE)) return "no_such_voice";
    if (has(REFUSALS)) return "failed";
    if (status === 402 || has(OUT_OF_CREDIT)) return "out_of_credit";
    if (BUSY.has(status) || status >= 500) return "busy";
    return status === 400 || status === 413 || status === 422 ? "failed" : "unavailable";
  })();
  const named = codes.find((found) => /^\w{1,40}$/.test(found));
  return new SpeechFailure(
    kind,
    `answered ${status}${named ? ` ${named}` : ""}`,
    false,
    retryAfterMs((name) => headers.get(name)),
  );
}

async function readAtMost(body: AsyncIterable<Uint8Array> | null, most: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    if ((length += chunk.length) > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sends one request, with a timeout of `timeoutMs`. Throws `SpeechFailure`, or the signal's reason. */
export async function ask(
  { url, headers, body, maxBytes }: SpeechRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Answer> {
  const clock = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
      // Redirects are not followed.
      redirect: "manual",
      signal: AbortSignal.any([signal, clock]),
    });
    const bytes = await readAtMost(response.body, response.ok ? maxBytes : MAX_ERROR_BYTES);
    if (!response.ok) throw refusalOf(response.status, response.headers, bytes ?? Buffer.alloc(0));
    if (!bytes) throw new SpeechFailure("failed", "its answer is too long", true);
    return { type: response.headers.get("content-type") ?? "", bytes };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SpeechFailure) throw error;
    // Without `cause`, which can quote the text. The request was sent, so it may be charged.
    throw new SpeechFailure(
      "busy",
      clock.aborted ? `no answer for ${Math.round(timeoutMs / 1000)} s` : "the connection broke",
      true,
    );
  }
}
