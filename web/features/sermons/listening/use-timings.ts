import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { estimateTimings } from "../../../../shared/estimated-timings.ts";
import type { Block } from "../../../../shared/sermon-text.ts";
import type { Timings } from "../../../../shared/timings.ts";
import { timingsQuery } from "../media.ts";
import { matchingTimings } from "../reader/matching-timings.ts";

/** When the words of a sermon are heard: by its recording, or, where a voice of the device reads one without, by an estimate. Null if not known. */
export function useTimings(audioPath: string | null, blocks: readonly Block[], byDevice: boolean): Timings | null {
  const { data } = useQuery({ ...timingsQuery(audioPath ?? ""), enabled: audioPath !== null });
  return useMemo(() => matchingTimings(data, blocks) ?? (byDevice ? estimateTimings(blocks) : null), [data, blocks, byDevice]);
}
