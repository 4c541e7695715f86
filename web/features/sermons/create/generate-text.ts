import * as z from "zod/mini";
import { functionError, generateSermon, type CrisisAnswer } from "../../../../shared/functions.ts";
import type { VoiceName } from "../../../../shared/voices.ts";
import { FunctionRefusal } from "../../../lib/call-function.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { readEvents } from "./event-stream.ts";

export interface TextRequest {
  prompt: string;
  /** Minutes, "5" or "10". */
  duration: string;
  userId: string;
  voice: VoiceName;
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

function read(value: unknown): TextAnswer {
  const answer = generateSermon.answer.parse(value);
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
  const { functions } = await getSupabase();
  const { data, error, response } = await functions.invoke<unknown>("generate-sermon", {
    body: request,
    headers: { Accept: "text/event-stream" },
    signal,
  });
  if (error) {
    const refusal = functionError.safeParse(await response?.json().catch(() => null));
    if (response && refusal.success) throw new FunctionRefusal(response.status, refusal.data);
    throw error;
  }
  // A crisis topic is answered at once as JSON, without an event stream.
  if (!(data instanceof Response) || !data.body) return read(data);
  let draft = "";
  try {
    for await (const { event, data: text } of readEvents(data.body)) {
      const value: unknown = JSON.parse(text);
      if (event === "text") {
        const { offset, text: more } = piece.parse(value);
        draft = draft.slice(0, offset) + more;
        onDraft(draft);
      }
      if (event === "done") return read(value);
      // The HTTP status was sent before the error; the error's code tells what happened.
      if (event === "error") throw new FunctionRefusal(502, functionError.parse(value));
    }
  } catch (error) {
    throw error instanceof TypeError ? new CutStreamError({ cause: error }) : error;
  }
  throw new CutStreamError();
}
