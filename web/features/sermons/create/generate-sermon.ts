import type { Duration } from "../../../../shared/constants.ts";
import type { CrisisAnswer } from "../../../../shared/endpoints/sermons.ts";
import type { VoiceName } from "../../../../shared/voices.ts";
import { askAgain, isUnreached } from "../../../lib/ask-again.ts";
import { FunctionRefusal } from "../../../lib/call-endpoint.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import type { ToastMessage } from "../../../ui/toast-store.ts";
import { asToast, SIGN_IN, textFailure, UNEXPECTED } from "./failures.ts";
import { generateText, mayBeAskedAgain, type TextEvents } from "./generate-text.ts";

export interface GenerateRequest {
  prompt: string;
  minutes: Duration;
  voice: VoiceName;
  /** Key of the reading of the topic that the person chose. */
  reading: string | undefined;
  /** The person said so when they were asked whether somebody is in danger. */
  nobodyInDanger?: true;
}

export type GenerateOutcome =
  /** The generation has begun, and may have ended: the rest is read from its row. */
  | { kind: "begun" }
  | { kind: "crisis"; crisis: CrisisAnswer }
  /** No text. `unanswered`: a request may have reached the server all the same. */
  | { kind: "refused"; reason: string; code: string | null; unanswered: boolean }
  | { kind: "failed"; message: ToastMessage };

/** The signed-in user's id, or null. Rejects if nothing answers. */
async function currentUser(): Promise<string | null> {
  const { data, error } = await (await getSupabase()).auth.getUser();
  if (error && isUnreached(error)) throw error;
  return data.user?.id ?? null;
}

/**
 * Starts a generation, and tells of its text while the connection holds. A request that nothing answers is sent again under the same key,
 * which joins; once the generation has begun, a lost connection is no failure. Never rejects.
 */
export async function generateSermon(
  { prompt, minutes, voice, reading, nobodyInDanger }: GenerateRequest,
  idempotencyKey: string,
  { onStarted, onDraft }: Pick<TextEvents, "onStarted" | "onDraft">,
  signal: AbortSignal,
): Promise<GenerateOutcome> {
  let begun = false;
  const events: TextEvents = {
    signal,
    onDraft,
    onStarted: (generationId) => {
      begun = true;
      onStarted(generationId);
    },
  };
  try {
    const userId = await askAgain(currentUser, isUnreached, signal);
    if (userId === null) return { kind: "failed", message: asToast(SIGN_IN) };
    const request = { prompt, duration: `${minutes}`, userId, voice, reading, nobodyInDanger, idempotencyKey } as const;
    const text = await askAgain(() => generateText(request, events), mayBeAskedAgain, signal);
    return text.kind === "crisis" ? text : { kind: "begun" };
  } catch (error) {
    const isRefusal = error instanceof FunctionRefusal && error.code !== "still_running";
    if (begun && !isRefusal) return { kind: "begun" };
    if (!isRefusal && !mayBeAskedAgain(error)) return { kind: "failed", message: asToast(UNEXPECTED) };
    return { kind: "refused", reason: textFailure(error), code: isRefusal ? error.code : null, unanswered: !isRefusal };
  }
}
