import { APICallError, streamText, type LanguageModel } from "ai";
import { z } from "zod";
import { retryAfterMs } from "../../retry-after.ts";

export interface ModelTimeouts {
  /** Milliseconds to the first words, including the model's thinking. */
  firstMs: number;
  /** Milliseconds between words. */
  idleMs: number;
  /** Milliseconds for a whole sermon, including retries. */
  wholeMs: number;
}

export type Reasoning = "none" | "minimal" | "low" | "medium" | "high";

export interface ModelCall {
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
  /** How much a model thinks before it writes; null: the vendor's default. */
  reasoning: Reasoning | null;
}

/** Tokens of one call; estimated if the vendor did not report them. */
export interface Tokens {
  input: number;
  output: number;
}

/** A call that failed. Its message has only codes, because the SDK's own errors quote the request. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  /** `busy`: a retry may succeed. `unavailable`: it will not. */
  readonly kind: "busy" | "unavailable" | "refused" | "out_of_credit";
  readonly tokens: Tokens;
  /** How long the vendor asks to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  constructor(kind: ModelFailure["kind"], message: string, tokens: Tokens, retryAfterMs: number | null = null) {
    super(message);
    this.kind = kind;
    this.tokens = tokens;
    this.retryAfterMs = retryAfterMs;
  }
}

const NOTHING: Tokens = { input: 0, output: 0 };
/** Average number of characters of English text in a token. */
const LETTERS_PER_TOKEN = 4;

const estimate = ({ instructions, prompt }: ModelCall, written: string): Tokens => ({
  input: Math.ceil((instructions.length + prompt.length) / LETTERS_PER_TOKEN),
  output: Math.ceil(written.length / LETTERS_PER_TOKEN),
});

const BUSY = new Set([408, 409, 425, 429]);
const REFUSALS = new Set(["content_filter", "content_policy_violation"]);
const errorBody = z.object({
  error: z.object({ code: z.union([z.string(), z.number()]).nullish(), type: z.string().nullish() }),
});

function readErrorCode(body: string | undefined): string {
  try {
    const { error } = errorBody.parse(JSON.parse(body ?? ""));
    return String(error.code ?? error.type ?? "");
  } catch {
    return "";
  }
}

function failureOf(error: unknown, call: ModelCall, written: string): ModelFailure {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  if (!APICallError.isInstance(error) || status === undefined || status < 400) {
    // No answer, or an incomplete one: what was sent and written may be charged all the same.
    return new ModelFailure("busy", "the connection broke", estimate(call, written));
  }
  const code = readErrorCode(error.responseBody);
  const message = `answered ${status}${/^\w{1,40}$/.test(code) ? ` ${code}` : ""}`;
  if (REFUSALS.has(code)) return new ModelFailure("refused", message, NOTHING);
  if (status === 402 || code === "insufficient_quota") return new ModelFailure("out_of_credit", message, NOTHING);
  const busy = BUSY.has(status) || status >= 500;
  const wait = retryAfterMs((name) => error.responseHeaders?.[name]);
  return new ModelFailure(busy ? "busy" : "unavailable", message, NOTHING, wait);
}

/**
 * Calls a model once and yields its text as it comes; returns whether it finished, and its usage. Throws `ModelFailure`, also
 * when `signal` aborts.
 */
export async function* callModel(
  model: LanguageModel,
  call: ModelCall,
  { firstMs, idleMs }: Pick<ModelTimeouts, "firstMs" | "idleMs">,
  signal: AbortSignal,
): AsyncGenerator<string, { whole: boolean; tokens: Tokens }> {
  // Own timeouts: the SDK's start only after the first byte, which may never come.
  const stop = new AbortController();
  let late = "";
  const expect = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      late = `no words for ${Math.round(ms / 1000)} s`;
      stop.abort();
    }, ms);
  let clock = expect(firstMs);
  let written = "";
  try {
    const { stream } = streamText({
      model,
      instructions: call.instructions,
      prompt: call.prompt,
      maxOutputTokens: call.maxOutputTokens,
      ...(call.reasoning && { reasoning: call.reasoning }),
      // No retries by the SDK: only the writer knows what has already been shown.
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, stop.signal]),
      telemetry: { isEnabled: false },
      // OpenAI stores requests for thirty days unless told not to.
      providerOptions: { openai: { store: false } },
      // The SDK's default prints the error, and with it the request.
      onError: () => {},
    });
    for await (const part of stream) {
      if (part.type === "text-delta") {
        clearTimeout(clock);
        written += part.text;
        // No clock runs while the reader is at work.
        yield part.text;
        clock = expect(idleMs);
      }
      if (part.type === "error") throw part.error;
      if (part.type === "abort") break;
      if (part.type !== "finish") continue;
      const { inputTokens, outputTokens } = part.totalUsage;
      const guess = estimate(call, written);
      const tokens = { input: inputTokens ?? guess.input, output: outputTokens ?? guess.output };
      if (part.finishReason === "content-filter") throw new ModelFailure("refused", "the vendor's filter ended it", tokens);
      if (part.finishReason === "stop" || part.finishReason === "length") return { whole: part.finishReason === "stop", tokens };
      throw new ModelFailure("busy", `ended with ${part.finishReason}`, tokens);
    }
    throw new ModelFailure("busy", "the stream ended early", estimate(call, written));
  } catch (error) {
    if (signal.aborted) throw new ModelFailure("busy", "it was stopped", estimate(call, written));
    if (late) throw new ModelFailure("busy", late, estimate(call, written));
    throw error instanceof ModelFailure ? error : failureOf(error, call, written);
  } finally {
    clearTimeout(clock);
    // Ends the request when the reader stops early.
    stop.abort();
  }
}
