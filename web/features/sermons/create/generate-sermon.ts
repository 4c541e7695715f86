import type { CrisisAnswer } from "../../../../shared/functions.ts";
import type { VoiceName } from "../../../../shared/voices.ts";
import { FunctionRefusal } from "../../../lib/call-function.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { wait } from "../../../lib/wait.ts";
import type { ToastMessage } from "../../../ui/toast-store.ts";
import { generateImage, generateVoice } from "./generate-media.ts";
import { CutStreamError, generateText, type TextRequest } from "./generate-text.ts";
import type { StepName, StepStatus } from "./steps.ts";

export interface GenerateRequest {
  prompt: string;
  minutes: number;
  voice: VoiceName;
}

/** What the sermon page gets in the history state (spec section 4). */
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
  step: (name: StepName, status: StepStatus) => void;
  draft: (text: string) => void;
  textReady: () => void;
  notice: (message: ToastMessage) => void;
}

/** How often an interrupted or slow request is repeated; the server joins it to the running generation. */
const REPEATS = 4;
const BETWEEN_MS = 1000;

async function joining<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  for (let repeats = 0; ; repeats++) {
    try {
      return await call();
    } catch (error) {
      const goesOn = error instanceof CutStreamError || (error instanceof FunctionRefusal && error.code === "still_running");
      if (!goesOn || repeats === REPEATS || signal.aborted) throw error;
      await wait(BETWEEN_MS, signal);
    }
  }
}

/** The person's text for a failed text step (spec section 8, Generation). */
function textFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/authentication/i.test(message) || (error instanceof FunctionRefusal && error.status === 401))
    return "Authentication error. Please try logging out and back in.";
  if (/network|time-?out/i.test(message) || (error instanceof Error && error.name === "FunctionsFetchError"))
    return "Network issue detected. Please check your internet connection and try again.";
  if (/server configuration/i.test(message))
    return "The sermon generation service is temporarily unavailable. Our team has been notified.";
  return error instanceof FunctionRefusal && message ? message : "Could not generate the sermon text. Please try again.";
}

async function save(request: TextRequest, generationId: string, sermon: GeneratedSermon): Promise<string> {
  const { data, error } = await (
    await getSupabase()
  )
    .from("sermons")
    .upsert(
      {
        // The generation's id: the server saves the same row, whichever of the two comes first.
        id: generationId,
        user_id: request.userId,
        title: request.prompt,
        content: sermon.content,
        // A file that this page did not get to know may still have been stored by the server.
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

const failure = (title: string, description: string): ToastMessage => ({ title, description, variant: "destructive" });

/**
 * One sermon from topic to library: text, then voice and image side by side, then the row. Without a text it fails; a missing voice,
 * image or row is told and the rest goes on. Never rejects; after `signal` aborts, nothing more is told.
 */
export async function generateSermon(
  { prompt, minutes, voice }: GenerateRequest,
  events: GenerateEvents,
  signal: AbortSignal,
): Promise<GenerateOutcome> {
  try {
    const { data } = await (await getSupabase()).auth.getUser();
    if (!data.user) {
      events.notice(failure("Authentication required", "Please sign in to generate sermons"));
      return { kind: "failed" };
    }
    const userId = data.user.id;
    const request = { prompt, duration: String(minutes), userId, voice, idempotencyKey: crypto.randomUUID() };

    events.step("text", "in-progress");
    const text = await joining(signal, () => generateText(request, { signal, onDraft: events.draft })).catch((error: unknown) => {
      events.step("text", "error");
      events.notice(failure("Sermon Text Generation Failed", textFailure(error)));
      return null;
    });
    if (!text) return { kind: "failed" };
    if (text.kind === "crisis") return text;
    const { content, generationId } = text;
    events.draft(content);
    events.step("text", "completed");
    events.textReady();

    const watched = async (name: StepName, call: () => Promise<string>, failed: ToastMessage): Promise<string | null> => {
      events.step(name, "in-progress");
      try {
        const file = await joining(signal, call);
        events.step(name, "completed");
        return file;
      } catch {
        events.step(name, "error");
        events.notice(failed);
        return null;
      }
    };
    const [audio_url, image_url] = await Promise.all([
      watched(
        "voice",
        () => generateVoice({ text: content, voice, userId, generationId }, events.notice),
        failure("Voice Generation Failed", "Could not generate the audio version, but the text is available."),
      ),
      watched(
        "image",
        () => generateImage({ prompt, generationId }),
        failure("Image Generation Failed", "Could not generate the theme image, but the sermon and audio are available."),
      ),
    ]);
    const sermon = { content, audio_url, image_url };
    const id = await save(request, generationId, sermon).catch(() => {
      events.notice(failure("Save Error", "Could not save the sermon to your library, but you can still view it now."));
      return null;
    });
    return { kind: "sermon", sermon, id };
  } catch {
    events.notice(failure("Generic Error", "An unexpected error occurred. Please try again."));
    return { kind: "failed" };
  }
}
