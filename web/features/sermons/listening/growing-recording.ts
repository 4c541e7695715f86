import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { estimateTimings } from "../../../../shared/estimated-timings.ts";
import type { Block } from "../../../../shared/sermon-text.ts";
import { timings, type Timings } from "../../../../shared/timings.ts";
import { askAgain, isUnreached } from "../../../lib/ask-again.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { wait } from "../../../lib/wait.ts";
import { askForGeneration, POLL_MS } from "../create/stored-generation.ts";
import { recordingAddress } from "../media.ts";

const LOOK_AGAIN_MS = 1000;

/**
 * An address of a recording that may still be made: of the finished one as soon as there is one. Waits while there is neither. Rejects when there
 * will be none.
 */
export async function growingAddress(id: string): Promise<string> {
  for (;;) {
    const made = await askAgain(() => askForGeneration(id), isUnreached, new AbortController().signal);
    if (made?.audioPath) return recordingAddress(made.audioPath);
    if (made?.growingKey) return `/growing-recording/${made.growingKey}`;
    if (made?.state !== "running" || made.steps.voice === "error") throw new Error("the sermon has no recording");
    await wait(LOOK_AGAIN_MS);
  }
}

/** Resolves when everything of a sermon is made and saved, or was given up. */
export async function whenMade(id: string): Promise<void> {
  for (;;) {
    const made = await askForGeneration(id).catch(() => undefined);
    if (made !== undefined && made?.state !== "running") return;
    await wait(POLL_MS);
  }
}

const growingRow = z.nullable(
  z.object({
    seconds: z.number(),
    growing_recording_parts: z.array(z.object({ number: z.number(), sentences: timings.shape.sentences })),
  }),
);

/** What is known of a recording that is being made. */
type Growing = Pick<Timings, "seconds" | "sentences">;

/** The times of the sentences that are spoken already, asked for again while it is used; null if it is not, or no longer, being made. */
export const growingTimesQuery = (id: string) =>
  queryOptions({
    queryKey: ["growing-recording", id],
    queryFn: async ({ client, queryKey }): Promise<Growing | null> => {
      const rows = (await getSupabase()).from("growing_recordings");
      const { data, error } = await rows
        .select("seconds,growing_recording_parts(number,sentences)")
        .eq("generation_id", id)
        .maybeSingle();
      if (error) throw error;
      const found = growingRow.parse(data);
      // It is heard on for a while after it is gone.
      if (!found) return client.getQueryData<Growing>(queryKey) ?? null;
      const parts = found.growing_recording_parts.toSorted((a, b) => a.number - b.number);
      return { seconds: found.seconds, sentences: parts.flatMap(({ sentences }) => sentences) };
    },
    refetchInterval: LOOK_AGAIN_MS,
  });

/** The times of all sentences: of those that are not spoken yet, by the usual speed in the time that is left. */
export function growingTimings({ seconds, sentences }: Growing, blocks: readonly Block[]): Timings {
  const usual = estimateTimings(blocks);
  const from = sentences.at(-1)?.end ?? 0;
  const usualFrom = usual.sentences[sentences.length]?.start ?? usual.seconds;
  const pace = Math.max(seconds - from, 0) / Math.max(usual.seconds - usualFrom, 1);
  const at = (time: number) => from + (time - usualFrom) * pace;
  const rest = usual.sentences.slice(sentences.length).map(({ start, end }) => ({ start: at(start), end: at(end), words: [] }));
  return { version: 1, seconds, sentences: [...sentences, ...rest] };
}
