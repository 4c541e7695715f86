import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { TOPIC_MAX_CHARS } from "../../shared/constants.ts";
import * as endpoints from "../../shared/endpoints/sermons.ts";
import type { CrisisAnswer } from "../../shared/endpoints/sermons.ts";
import type { Claims } from "@lampstand/database";
import { crisisAnswer, DECLINED_MESSAGE } from "../safety/answers.ts";
import { assessTopic } from "../safety/crisis-gate.ts";
import { topicLanguage } from "../safety/languages/topic-language.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { implement, Streamed } from "../endpoints/implement.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { requireConsent } from "./consent.ts";
import { textOutput } from "./generation.ts";
import { finishedStep, watchStep, type ObservedStep } from "./observe-step.ts";
import { startGeneration } from "./start-generation.privileged.ts";

/** How long a request waits for a step; the generation goes on without it, and asking again joins it. */
const WAIT_MS = 120_000;

/** POST generate-sermon: joins or starts this person's generation and answers with its text, or streams it (`text/event-stream`). */
export const generateSermon = implement(
  endpoints.generateSermon,
  { checkBody: refuseLongTopic },
  async ({ context, caller, userId, body, request, reply }) => {
    const locale = request.headers["accept-language"];

    const gate = assessTopic(body.prompt);
    if (gate.outcome === "crisis" && (gate.certain || !body.nobodyInDanger))
      return { crisis: crisisAnswer(gate, locale, topicLanguage(body.prompt)?.code) };
    if (gate.outcome === "declined") throw new FunctionError(422, "topic_declined", DECLINED_MESSAGE);
    await requireConsent(context, caller);

    const generationId = await startGeneration(context.db, {
      userId,
      prompt: body.prompt,
      minutes: body.duration,
      voice: body.voice,
      reading: body.reading,
      locale,
      idempotencyKey: body.idempotencyKey,
    });
    const signal = requestDeadline(context, reply);
    if (request.headers.accept?.includes("text/event-stream")) {
      reply.header("content-type", "text/event-stream; charset=utf-8").header("cache-control", "no-store");
      return new Streamed(reply.send(Readable.from(events(context, caller, generationId, locale, signal))));
    }
    return answer(await finishedStep(context, caller, generationId, "text", signal), generationId, locale);
  },
);

function refuseLongTopic(body: unknown): void {
  if (typeof body !== "object" || body === null || !("prompt" in body) || typeof body.prompt !== "string") return;
  if (body.prompt.trim().length > TOPIC_MAX_CHARS)
    throw new FunctionError(
      400,
      "topic_too_long",
      `Please shorten your topic to ${TOPIC_MAX_CHARS.toLocaleString("en")} characters.`,
    );
}

/** Aborts after `WAIT_MS`, when the browser disconnects, or when the process stops. */
export function requestDeadline(context: FunctionContext, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => gone.abort());
  return AbortSignal.any([AbortSignal.timeout(WAIT_MS), gone.signal, context.stopping]);
}

function answer(
  step: ObservedStep | null,
  generationId: string,
  locale: string | undefined,
): { sermon: string; generationId: string } | { crisis: CrisisAnswer } {
  if (!step)
    throw new FunctionError(
      504,
      "still_running",
      "The sermon is taking longer than usual. It will appear in My Sermons when it is ready.",
    );
  if (step.crisis_kind) return { crisis: crisisAnswer({ kind: step.crisis_kind, certain: true }, locale) };
  if (step.status === "error") throw textFailure(step.error_code);
  return { sermon: textOutput.parse(step.output).content, generationId };
}

function textFailure(code: string | null): FunctionError {
  // The words 'server configuration' choose the person's text in the browser (docs/product.md#generation-errors).
  if (code === "unavailable" || code === "over_budget")
    return new FunctionError(503, `text_${code}`, "The text could not be written: server configuration.");
  if (code === "refused") return new FunctionError(422, "topic_declined", DECLINED_MESSAGE);
  return new FunctionError(502, "text_failed", "Could not generate the sermon text. Please try again.");
}

async function* events(
  context: FunctionContext,
  caller: Claims,
  generationId: string,
  locale: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  yield event("started", { generationId });
  let sent = "";
  let last: ObservedStep | null = null;
  for await (const step of watchStep(context, caller, generationId, "text", signal)) {
    last = step;
    // A new attempt starts its draft again: say from which position the text counts.
    const offset = step.draft.startsWith(sent) ? sent.length : 0;
    if (step.draft.length > offset) yield event("text", { offset, text: step.draft.slice(offset) });
    sent = step.draft;
  }
  try {
    yield event("done", answer(last?.status === "completed" || last?.status === "error" ? last : null, generationId, locale));
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    yield event("error", { code: error.code, message: error.message });
  }
}
