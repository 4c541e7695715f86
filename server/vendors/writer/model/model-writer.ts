import { setTimeout as pause } from "node:timers/promises";
import type { LanguageModel } from "ai";
import { BRAND } from "../../../../shared/brand.ts";
import { WORD_RANGE, type Duration } from "../../../../shared/constants.ts";
import { renderSermon, TRANSLATION_NAMES, type Sermon } from "../../../../shared/sermon.ts";
import { readThemes } from "../../../themes/themes.ts";
import type { Theme } from "../../../themes/theme.ts";
import { assessText } from "../../../safety/crisis-gate.ts";
import { WriterError, type VendorUsage, type WriteEvent, type WriteRequest, type Writer } from "../writer.ts";
import { callModel, ModelFailure, type ModelCall, type ModelTimeouts, type Reasoning, type Tokens } from "./call-model.ts";
import { createStatementCheck, type Rewrite, type StatementCheck } from "./check-statements.ts";
import { choosePassages, type Offer } from "./choose-passages.ts";
import { createDraft, spokenWords, TOLERANCE, type Draft } from "./draft.ts";
import { createDraftReader, type DraftPiece } from "./draft-reader.ts";
import { languageModel, recipientOf, type ModelSettings } from "./language-model.ts";
import {
  extensionPrompt,
  sermonPrompt,
  continuationPrompt,
  DECLINE,
  INSTRUCTIONS,
  PROMPT,
  REWRITE_INSTRUCTIONS,
  rewritePrompt,
  targetWords,
} from "./prompt-v3.ts";

export interface ModelWriterOptions extends ModelSettings {
  reasoning: Reasoning | null;
  timeouts: ModelTimeouts;
  /** US cents for a million tokens; null if nothing is charged or no price is configured. */
  prices: { input: number; output: number } | null;
  /** First wait before a retry, doubled each time; the vendor's Retry-After has precedence. */
  backoffMs?: number;
  /** Themes whose passages are offered; by default those of the built-in writer. */
  themes?: readonly Theme[];
}

const ATTEMPTS = 3;
const BACKOFF_MS = 1500;
/** Longest wait that a vendor may ask for. */
const MAX_PAUSE_MS = 20_000;
const TOKENS_PER_WORD = 1.8;
/** Extra output tokens for models that think before they write. */
const THINKING_TOKENS = 4000;
/** Upper bound of a prompt's tokens, for the hold on the budget. */
const PROMPT_TOKENS = 5000;
/** Number of recent titles that the model is told to avoid. */
const TITLES = 20;
/** The call is stopped at this many times the requested words. */
const MAX_LENGTH_FACTOR = 2;
/** A sermon shorter than this share of the minimum counts as failed. */
const TOO_SHORT = 0.8;
/** Letters by which a rewritten text may be longer still. */
const MARGIN = 200;
const TITLE_KEY = "title/";
const AMEN = /\bamen\b/iu;

const maxOutputTokens = (minutes: Duration): number => Math.ceil(WORD_RANGE[minutes][1] * TOKENS_PER_WORD) + THINKING_TOKENS;
/** Refusals in a model's own words, when it ignores the agreed form. */
const REFUSAL_WORDING =
  /^\W*(?:i['’]?m (?:really |very |so )?sorry|sorry,|i (?:can(?:no|['’])t|won['’]t|am unable|am not able)\b|as an ai\b)/iu;

const CODES = { busy: "unavailable", unavailable: "unavailable", refused: "refused", out_of_credit: "over_budget" } as const;

/** The writer that uses a language model. Scripture in the result always comes from the corpus, whatever the model writes. */
export function createModelWriter(options: ModelWriterOptions): Writer {
  const model = languageModel(options);
  const recipient = recipientOf(options);
  const name = `${options.model} ${recipient === null ? "on this machine" : `of ${recipient}`}`;
  const engine = `${name}, prompt ${PROMPT}`;
  const usageOf = ({ input, output }: Tokens): VendorUsage => ({
    inputTokens: input,
    outputTokens: output,
    cents: options.prices ? (input * options.prices.input + output * options.prices.output) / 1_000_000 : 0,
  });
  let themes = options.themes;
  return {
    engine,
    remote: recipient !== null,
    ...(recipient !== null && { recipient }),
    hold: (minutes) => usageOf({ input: PROMPT_TOKENS, output: maxOutputTokens(minutes) }).cents,
    async *write(request, signal): AsyncGenerator<WriteEvent> {
      signal.throwIfAborted();
      themes ??= readThemes();
      const offer = choosePassages(request, themes);
      const image = { theme: offer.theme.id, mood: offer.theme.mood, seed: request.seed };
      yield { type: "image", image };
      const titles = request.memory.flat().filter((key) => key.startsWith(TITLE_KEY));
      const asked = sermonPrompt(offer, {
        ...request,
        titles: titles.slice(-TITLES).map((key) => key.slice(TITLE_KEY.length)),
      });
      const sermon = yield* writeSermon(
        { model, options, engine, usageOf },
        request,
        { asked, supported: offer.supported },
        signal,
      );
      const note = `Written by an AI model (${name}) for ${BRAND.product}. The words of Scripture are not the model’s: they were put in from the ${TRANSLATION_NAMES[request.translation ?? "WEB"]}.`;
      const content = renderSermon(sermon, note);
      yield {
        type: "done",
        written: {
          sermon,
          content,
          image,
          memory: [...new Set(sermon.references.map((reference) => `passage/${reference}`)), `${TITLE_KEY}${sermon.title}`],
        },
      };
    },
  };
}

interface WriterContext {
  model: LanguageModel;
  options: ModelWriterOptions;
  engine: string;
  usageOf: (tokens: Tokens) => VendorUsage;
}

/** Calls the model until the sermon is complete. A call that breaks off is continued, so that the text that was shown stays. */
async function* writeSermon(
  context: WriterContext,
  request: WriteRequest,
  { asked, supported }: { asked: string; supported: Offer["supported"] },
  signal: AbortSignal,
): AsyncGenerator<WriteEvent, Sermon> {
  const draft = createDraft(request.minutes);
  const deadline = AbortSignal.timeout(context.options.timeouts.wholeMs);
  const either = AbortSignal.any([signal, deadline]);
  const filter = createSafetyFilter();
  const check = createStatementCheck(supported, rewriteWith(context, request, either));
  const take: TakePiece = async function* (piece) {
    const checked = draft.isNew(piece) ? yield* check(piece, draft.isPraying()) : piece;
    return checked ? filter(draft.take(checked)) : "";
  };
  let failure: ModelFailure | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (failure) await waitBeforeRetry(context, failure, attempt, either);
    const begun = draft.written();
    const prompt = begun ? continuationPrompt(asked, begun) : asked;
    failure = null;
    try {
      yield* ask(context, request, { prompt, begun: begun !== "" }, either, take);
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      yield { type: "usage", usage: context.usageOf(error.tokens) };
      failure = error;
    }
    signal.throwIfAborted();
    const found = draft.sermon();
    if (found && (!failure || AMEN.test(found.prayer.at(-1) ?? ""))) break;
    // Text after the prayer cannot complete the sermon.
    if ((failure && failure.kind !== "busy") || deadline.aborted || (!failure && draft.isPraying())) break;
  }
  if (!draft.sermon()) throw errorFor(context, failure);
  if (!deadline.aborted) yield* extendIfShort(context, request, asked, { draft, filter, check }, either);
  signal.throwIfAborted();
  const released = filter(draft.release());
  if (released) yield { type: "text", text: released };
  const sermon = draft.sermon();
  if (!sermon || spokenWords(draft.written()) < WORD_RANGE[request.minutes][0] * TOO_SHORT)
    throw new WriterError("unusable_output", `${context.engine}: too short`);
  return sermon;
}

/** The tokens of a call that was stopped. */
const estimated = (prompt: string, raw: string): Tokens => ({ input: prompt.length / 4, output: raw.length / 4 });

function errorFor({ engine }: WriterContext, failure: ModelFailure | null): WriterError {
  if (!failure) return new WriterError("unusable_output", `${engine}: not in the form of a sermon`);
  // Without `cause`: the log prints causes, and an SDK's error quotes the request.
  return new WriterError(CODES[failure.kind], `${engine}: ${failure.message}`);
}

/** Asks once for more paragraphs if the sermon is too short and can still grow. If that fails the sermon stays as it is. */
async function* extendIfShort(
  context: WriterContext,
  request: WriteRequest,
  asked: string,
  { draft, filter, check }: { draft: Draft; filter: (text: string) => string; check: StatementCheck },
  signal: AbortSignal,
): AsyncGenerator<WriteEvent> {
  const words = spokenWords(draft.written());
  if (words >= WORD_RANGE[request.minutes][0] * (1 - TOLERANCE)) return;
  const missing = Math.round((targetWords(request.minutes) - words) / 10) * 10;
  const prompt = extensionPrompt(asked, draft.written(), draft.lastShown(), missing);
  const take: TakePiece = async function* (piece) {
    if (piece.kind !== "part" || piece.part.kind !== "prose") return "";
    const checked = yield* check(piece, false);
    return checked?.kind === "part" && checked.part.kind === "prose" ? filter(draft.takeMore(checked.part.text)) : "";
  };
  try {
    yield* ask(context, request, { prompt, begun: true }, signal, take);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    yield { type: "usage", usage: context.usageOf(error.tokens) };
  }
}

/** Waits before the next attempt; returns early when the signal aborts. */
async function waitBeforeRetry(
  { options }: WriterContext,
  { retryAfterMs }: ModelFailure,
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const backoff = (options.backoffMs ?? BACKOFF_MS) * 2 ** (attempt - 2);
  await pause(Math.min(retryAfterMs ?? backoff, MAX_PAUSE_MS), undefined, { signal }).catch(() => {});
}

/** Takes a piece; yields the usage of calls that this needs, returns the Markdown to show. */
type TakePiece = (piece: DraftPiece) => AsyncGenerator<WriteEvent, string>;

/**
 * One call: yields what `take` returns for its text, and its usage. Throws `ModelFailure` after the received text was passed on.
 */
async function* ask(
  { model, options, usageOf }: WriterContext,
  request: WriteRequest,
  { prompt, begun }: { prompt: string; begun: boolean },
  signal: AbortSignal,
  take: TakePiece,
): AsyncGenerator<WriteEvent> {
  const call: ModelCall = {
    instructions: INSTRUCTIONS,
    prompt,
    maxOutputTokens: maxOutputTokens(request.minutes),
    reasoning: options.reasoning,
  };
  const reader = createDraftReader(request.translation ?? "WEB", begun);
  const show = async function* (pieces: readonly DraftPiece[]): AsyncGenerator<WriteEvent> {
    for (const piece of pieces) {
      const text = yield* take(piece);
      if (text) yield { type: "text", text };
    }
  };
  const maxCharacters = WORD_RANGE[request.minutes][1] * TOKENS_PER_WORD * MAX_LENGTH_FACTOR * 4;
  const stream = callModel(model, call, options.timeouts, signal);
  let raw = "";
  try {
    for (let step = await stream.next(); ; step = await stream.next()) {
      if (step.done) {
        const { whole, tokens } = step.value;
        if (!begun && declined(raw)) throw new ModelFailure("refused", "the model declined", tokens);
        yield* show(reader.end(whole));
        yield { type: "usage", usage: usageOf(tokens) };
        return;
      }
      raw += step.value;
      yield* show(reader.feed(step.value));
      if (raw.length > maxCharacters) throw new ModelFailure("busy", "it did not end", estimated(prompt, raw));
    }
  } finally {
    await stream.return({ whole: false, tokens: { input: 0, output: 0 } });
  }
}

/** Rewrites one text of a sermon by a small call. An answer that is not one paragraph of prose cannot be used. */
function rewriteWith({ model, options, usageOf }: WriterContext, request: WriteRequest, signal: AbortSignal): Rewrite {
  return async function* rewrite(text, sentences) {
    const call: ModelCall = {
      instructions: REWRITE_INSTRUCTIONS,
      prompt: rewritePrompt(request.topic, text, sentences),
      maxOutputTokens: Math.ceil(text.split(/\s+/u).length * TOKENS_PER_WORD * MAX_LENGTH_FACTOR) + THINKING_TOKENS,
      reasoning: options.reasoning,
    };
    const reader = createDraftReader(request.translation ?? "WEB", true);
    const stream = callModel(model, call, options.timeouts, signal);
    const pieces: DraftPiece[] = [];
    const most = text.length * MAX_LENGTH_FACTOR + MARGIN;
    let raw = "";
    try {
      let step = await stream.next();
      for (; !step.done; step = await stream.next()) {
        raw += step.value;
        pieces.push(...reader.feed(step.value));
        if (raw.length > most) throw new ModelFailure("busy", "it did not end", estimated(call.prompt, raw));
      }
      yield { type: "usage", usage: usageOf(step.value.tokens) };
      if (!step.value.whole || declined(raw)) return null;
      pieces.push(...reader.end(true));
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      yield { type: "usage", usage: usageOf(error.tokens) };
      return null;
    } finally {
      await stream.return({ whole: false, tokens: { input: 0, output: 0 } });
    }
    const [only, ...more] = pieces;
    return only?.kind === "part" && only.part.kind === "prose" && more.length === 0 ? only.part.text : null;
  };
}

function declined(text: string): boolean {
  return text.split("\n").some((line) => line.trim() === DECLINE) || (!/^#\s/mu.test(text) && REFUSAL_WORDING.test(text));
}

/** Passes text on until a part of it fails the safety check; the caller checks the finished sermon. */
function createSafetyFilter(): (text: string) => string {
  let open = true;
  return (text) => {
    open &&= assessText(text).outcome === "proceed";
    return open ? text : "";
  };
}
