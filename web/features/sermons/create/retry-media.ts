import { useMutation, useQueryClient } from "@tanstack/react-query";
import { askAgain } from "../../../lib/ask-again.ts";
import { FunctionRefusal } from "../../../lib/call-endpoint.ts";
import { toast } from "../../../ui/toast.tsx";
import { sermonLists } from "../sermon-list.ts";
import { sermonQuery } from "../sermon.ts";
import { asToast, FAILURES } from "./failures.ts";
import { generateImage, generateVoice } from "./generate-media.ts";
import { mayBeAskedAgain } from "./generate-text.ts";
import { generationQuery } from "./stored-generation.ts";

interface RetryRequest {
  generationId: string;
  kind: "voice" | "image";
}

/** For these codes the step's own message is shown; for other refusals the server's. */
const STEP_FAILED = new Set(["voice_failed", "image_failed"]);

async function retryMedia({ generationId, kind }: RetryRequest): Promise<void> {
  let again = true;
  await askAgain(
    () => {
      const asked = { generationId, again };
      return kind === "voice" ? generateVoice(asked, toast) : generateImage(asked);
    },
    (error) => {
      // It has begun: further calls only wait for it.
      if (error instanceof FunctionRefusal && error.code === "still_running") again = false;
      return mayBeAskedAgain(error);
    },
    AbortSignal.timeout(600_000),
  );
}

/** Makes a failed recording or picture of a sermon again, then refetches the sermon. */
export function useRetryMedia(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: retryMedia,
    onError: (error, { kind }) => {
      const why = error instanceof FunctionRefusal && !STEP_FAILED.has(error.code) ? { description: error.message } : {};
      toast(asToast({ ...FAILURES[kind], ...why }));
    },
    onSettled: (_data, _error, { generationId: id }) =>
      Promise.all([
        client.invalidateQueries(generationQuery(id)),
        client.invalidateQueries(sermonQuery(id)),
        client.invalidateQueries(sermonLists(userId)),
      ]),
  });
}
