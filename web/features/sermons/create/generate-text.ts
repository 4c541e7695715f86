import * as z from "zod/mini";
import { functionError } from "../../../../shared/endpoints/endpoint.ts";
import { generateSermon } from "../../../../shared/endpoints/sermons.ts";
import type { CrisisAnswer, GenerateSermonAnswer } from "../../../../shared/endpoints/sermons.ts";
import type { VoiceName } from "../../../../shared/voices.ts";
import { isUnreached } from "../../../lib/ask-again.ts";
import { callEndpoint, FunctionRefusal, streamEndpoint } from "../../../lib/call-endpoint.ts";

export interface TextRequest {
  prompt: string;
  /** Minutes. */
  duration: "5" | "10";
  userId: string;
  voice: VoiceName;
  reading: string | undefined;
  nobodyInDanger: true | undefined;
  idempotencyKey: string;
}

export type TextAnswer = { kind: "text"; content: string; generationId: string } | { kind: "crisis"; crisis: CrisisAnswer };

/** The event stream ended before it was complete. The generation continues on the server; repeating the request joins it. */
export class CutStreamError extends Error {
  override readonly name = "CutStreamError";
  constructor(options?: ErrorOptions) {
    super("Network error: the connection was interrupted.", options);
  }
}

/** Whether the same request may get an answer later: a connection was lost, something before the server is down, or the text takes long. */
export const mayBeAskedAgain = (error: unknown): boolean =>
  error instanceof CutStreamError ||
  isUnreached(error) ||
  (error instanceof Error && error.name === "FunctionsHttpError") ||
  (error instanceof FunctionRefusal && error.code === "still_running");

export interface TextEvents {
  signal: AbortSignal;
  onStarted: (generationId: string) => void;
  /** Receives the text so far whenever it grows. */
  onDraft: (draft: string) => void;
}

const started = z.object({ generationId: z.uuid() });
const piece = z.object({ offset: z.number(), text: z.string() });

function asText(answer: GenerateSermonAnswer): TextAnswer {
  return "crisis" in answer
    ? { kind: "crisis", crisis: answer.crisis }
    : { kind: "text", content: answer.sermon, generationId: answer.generationId };
}

/**
 * Requests the text from generate-sermon, and tells of its generation and of the text as it grows. Throws `FunctionRefusal`,
 * `CutStreamError`, or the client's error when nothing answered.
 */
export async function generateText(request: TextRequest, { signal, onStarted, onDraft }: TextEvents): Promise<TextAnswer> {
  const whole = (given: GenerateSermonAnswer): TextAnswer => {
    const answer = asText(given);
    if (answer.kind === "text") {
      onStarted(answer.generationId);
      onDraft(answer.content);
    }
    return answer;
  };
  // Not fetched with the first screen (docs/decisions/015-first-load.md). If it can't be fetched, the text comes at once when it is finished.
  const reader = await import("./event-stream.ts").catch(() => null);
  if (!reader) return whole(await callEndpoint(generateSermon, request));
  const answered = await streamEndpoint(generateSermon, request, signal);
  // A topic that needs help instead of a sermon is answered at once, as JSON.
  if (!(answered instanceof ReadableStream)) return whole(answered);
  let draft = "";
  try {
    for await (const { event, data: text } of reader.readEvents(answered)) {
      const value: unknown = JSON.parse(text);
      if (event === "started") onStarted(started.parse(value).generationId);
      if (event === "text") {
        const { offset, text: more } = piece.parse(value);
        draft = draft.slice(0, offset) + more;
        onDraft(draft);
      }
      if (event === "done") return whole(generateSermon.answer.parse(value));
      // The status went out with the first event; the code says what happened.
      if (event === "error") throw new FunctionRefusal(502, functionError.parse(value));
    }
  } catch (error) {
    throw error instanceof TypeError ? new CutStreamError({ cause: error }) : error;
  }
  throw new CutStreamError();
}
