import type { Duration } from "../../../../shared/constants.ts";
import type { CrisisAnswer } from "../../../../shared/endpoints/sermons.ts";
import type { VoiceName } from "../../../../shared/voices.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import type { ToastMessage } from "../../../ui/toast-store.ts";
import { asToast, FAILURES, SAVE_FAILED, textFailure, UNEXPECTED } from "./failures.ts";
import { generateImage, generateVoice } from "./generate-media.ts";
import { generateText, type TextRequest } from "./generate-text.ts";
import { retryInterrupted } from "./retry-interrupted.ts";
import type { StepName, StepStatus } from "./steps.ts";

export interface GenerateRequest {
  prompt: string;
  minutes: Duration;
  voice: VoiceName;
  /** Key of the reading of the topic that the person chose. */
  reading: string | undefined;
}

/** Passed to the sermon page in the history state (docs/product.md#steps). */
export interface GeneratedSermon {
  content: string;
  audio_url: string | null;
  image_url: string | null;
}

export type GenerateOutcome =
  | { kind: "sermon"; sermon: GeneratedSermon; /** Null when it could not be saved. */ id: string | null }
  | { kind: "crisis"; crisis: CrisisAnswer }
  | { kind: "failed" };

export interface GenerateEvents {
  /** `reason`: why it failed, for display. */
  step: (name: StepName, status: StepStatus, reason?: string) => void;
  draft: (text: string) => void;
  textReady: () => void;
  notice: (message: ToastMessage) => void;
}

async function save(request: TextRequest, generationId: string, sermon: GeneratedSermon): Promise<string> {
  const { data, error } = await (
    await getSupabase()
  )
    .from("sermons")
    .upsert(
      {
        // The generation's id: the server saves the same row, so the order of the two does not matter.
        id: generationId,
        user_id: request.userId,
        title: request.prompt,
        content: sermon.content,
        // Missing files are left out: the server may have stored one that this page does not know.
        ...(sermon.audio_url && { audio_url: sermon.audio_url }),
        ...(sermon.image_url && { image_url: sermon.image_url }),
      },
      { onConflict: "id" },
    )
    .select("id")
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}

/**
 * Generates one sermon: text, then voice and image in parallel, then saves it to the library. Fails without a text; a failed voice, image
 * or save is reported and the rest continues. Never rejects. The caller ignores events after `signal` aborts.
 */
export async function generateSermon(
  { prompt, minutes, voice, reading }: GenerateRequest,
  events: GenerateEvents,
  signal: AbortSignal,
): Promise<GenerateOutcome> {
  try {
    const textFailed = (error: unknown): null => {
      const description = textFailure(error);
      events.step("text", "error", description);
      events.notice(asToast({ ...FAILURES.text, description }));
      return null;
    };
    const { data, error } = await (await getSupabase()).auth.getUser();
    if (!data.user) {
      if (error?.name === "AuthRetryableFetchError") textFailed(error);
      else events.notice(asToast({ title: "Authentication required", description: "Please sign in to generate sermons" }));
      return { kind: "failed" };
    }
    const userId = data.user.id;
    const idempotencyKey = crypto.randomUUID();
    const request: TextRequest = { prompt, duration: `${minutes}`, userId, voice, reading, idempotencyKey };
    events.step("text", "in-progress");
    const text = await retryInterrupted(signal, () => generateText(request, { signal, onDraft: events.draft })).catch(textFailed);
    if (!text) return { kind: "failed" };
    if (text.kind === "crisis") return text;
    const { content, generationId } = text;
    events.draft(content);
    events.step("text", "completed");
    events.textReady();

    const watched = async (name: "voice" | "image", call: () => Promise<string>): Promise<string | null> => {
      events.step(name, "in-progress");
      try {
        const file = await retryInterrupted(signal, call);
        events.step(name, "completed");
        return file;
      } catch {
        events.step(name, "error", FAILURES[name].description);
        events.notice(asToast(FAILURES[name]));
        return null;
      }
    };
    const waiting = { generationId, again: false };
    const [audio_url, image_url] = await Promise.all([
      watched("voice", () => generateVoice(waiting, events.notice)),
      watched("image", () => generateImage(waiting)),
    ]);
    const sermon = { content, audio_url, image_url };
    const id = await save(request, generationId, sermon).catch(() => {
      events.notice(asToast(SAVE_FAILED));
      return null;
    });
    return { kind: "sermon", sermon, id };
  } catch {
    events.notice(asToast(UNEXPECTED));
    return { kind: "failed" };
  }
}
