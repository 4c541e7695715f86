import * as z from "zod/mini";
import { functionError } from "../../../../shared/endpoints/endpoint.ts";
import { generateSermon } from "../../../../shared/endpoints/sermons.ts";
import type { CrisisAnswer, GenerateSermonAnswer } from "../../../../shared/endpoints/sermons.ts";
import type { VoiceName } from "../../../../shared/voices.ts";
import { callEndpoint, FunctionRefusal, streamEndpoint } from "../../../lib/call-endpoint.ts";

export interface TextRequest {
  prompt: string;
  /** Minutes. */
  duration: "5" | "10";
  userId: string;
  voice: VoiceName;
  reading: string | undefined;
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

const piece = z.object({ offset: z.number(), text: z.string() });

function asText(answer: GenerateSermonAnswer): TextAnswer {
  return "crisis" in answer
    ? { kind: "crisis", crisis: answer.crisis }
    : { kind: "text", content: answer.sermon, generationId: answer.generationId };
}

/**
 * Requests the text from generate-sermon; `onDraft` receives the text so far whenever it grows.
 * Throws `FunctionRefusal`, `CutStreamError`, or the client's error when nothing answered.
 */
export async function generateText(
  request: TextRequest,
  { signal, onDraft }: { signal: AbortSignal; onDraft: (draft: string) => void },
): Promise<TextAnswer> {
  // Not fetched with the first screen (docs/decisions/015-first-load.md). If it can't be fetched, the text comes at once when it is finished.
  const reader = await import("./event-stream.ts").catch(() => null);
  if (!reader) return asText(await callEndpoint(generateSermon, request));
  const answered = await streamEndpoint(generateSermon, request, signal);
  // A topic that needs help instead of a sermon is answered at once, as JSON.
  if (!(answered instanceof ReadableStream)) return asText(answered);
  let draft = "";
  try {
    for await (const { event, data: text } of reader.readEvents(answered)) {
      const value: unknown = JSON.parse(text);
      if (event === "text") {
        const { offset, text: more } = piece.parse(value);
        draft = draft.slice(0, offset) + more;
        onDraft(draft);
      }
      if (event === "done") return asText(generateSermon.answer.parse(value));
      // The status went out with the first event; the code says what happened.
      if (event === "error") throw new FunctionRefusal(502, functionError.parse(value));
    }
  } catch (error) {
    throw error instanceof TypeError ? new CutStreamError({ cause: error }) : error;
  }
  throw new CutStreamError();
}
