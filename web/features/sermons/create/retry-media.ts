import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FunctionRefusal } from "../../../lib/call-endpoint.ts";
import { toast } from "../../../ui/toast.tsx";
import { sermonListQuery } from "../sermon-list.ts";
import { sermonQuery } from "../sermon.ts";
import { asToast, FAILURES } from "./failures.ts";
import { generateImage, generateVoice } from "./generate-media.ts";
import { retryInterrupted } from "./retry-interrupted.ts";
import { generationQuery, type StoredGeneration } from "./stored-generation.ts";

interface RetryRequest {
  generation: StoredGeneration;
  kind: "voice" | "image";
}

/** For these codes the step's own message is shown; for other refusals the server's. */
const STEP_FAILED = new Set(["voice_failed", "image_failed"]);

async function retryMedia({ generation, kind }: RetryRequest): Promise<void> {
  let again = true;
  await retryInterrupted(AbortSignal.timeout(600_000), () => {
    const asked = { generationId: generation.id, again };
    // Further repeats only wait for the running attempt.
    again = false;
    return kind === "voice" ? generateVoice(asked, toast) : generateImage(asked);
  });
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
    onSettled: (_data, _error, { generation: { id } }) =>
      Promise.all([
        client.invalidateQueries(generationQuery(id)),
        client.invalidateQueries(sermonQuery(id)),
        client.invalidateQueries(sermonListQuery(userId)),
      ]),
  });
}
