import { FunctionRefusal } from "../../../lib/call-endpoint.ts";
import { isUnreached } from "../../../lib/ask-again.ts";
import type { ToastMessage } from "../../../ui/toast-store.ts";
import type { StepName } from "./steps.ts";

const TEXT_UNAVAILABLE = "The sermon generation service is temporarily unavailable. Our team has been notified.";
const TEXT_FAILED = "Could not generate the sermon text. Please try again.";

/** Messages for each step that can fail (docs/product.md#generation-errors). */
export const FAILURES: Record<StepName, { title: string; description: string }> = {
  text: { title: "Sermon Text Generation Failed", description: TEXT_FAILED },
  voice: {
    title: "Voice Generation Failed",
    description: "Could not generate the audio version, but the text is available.",
  },
  image: {
    title: "Image Generation Failed",
    description: "Could not generate the theme image, but the sermon and audio are available.",
  },
};

export const SAVE_FAILED = {
  title: "Save Error",
  description: "Could not save the sermon to your library, but you can still view it now.",
};
export const SIGN_IN = { title: "Authentication required", description: "Please sign in to generate sermons" };
export const UNEXPECTED = { title: "Generic Error", description: "An unexpected error occurred. Please try again." };

export const asToast = (failure: { title: string; description: string }): ToastMessage => ({
  ...failure,
  variant: "destructive",
});

/** The message for a failed text request. */
export function textFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (/authentication/i.test(message) || (error instanceof FunctionRefusal && error.status === 401))
    return "Authentication error. Please try logging out and back in.";
  if (/network|time-?out/i.test(message) || isUnreached(error))
    return "Network issue detected. Please check your internet connection and try again.";
  if (/server configuration/i.test(message)) return TEXT_UNAVAILABLE;
  return error instanceof FunctionRefusal && message ? message : TEXT_FAILED;
}

/** The message for a failed text, from its stored error code. */
export function storedTextFailure(code: string | null): string {
  return code === "unavailable" || code === "over_budget" ? TEXT_UNAVAILABLE : TEXT_FAILED;
}
