import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { estimateTimings } from "../../../../shared/estimated-timings.ts";
import type { Block } from "../../../../shared/sermon-text.ts";
import type { Timings } from "../../../../shared/timings.ts";
import { timingsQuery } from "../media.ts";
import { matchingTimings } from "../reader/matching-timings.ts";
import { growingTimesQuery, growingTimings } from "./growing-recording.ts";

interface Heard {
  audioPath: string | null;
  /** The sermon's id while its recording is still being made. */
  growingId?: string | null;
  /** A voice of the device reads it. */
  byDevice: boolean;
}

/**
 * When the words of a sermon are heard: by its recording, by as much of it as is spoken, or, where a voice of the device reads one without, by an
 * estimate. Null if not known.
 */
export function useTimings({ audioPath, growingId = null, byDevice }: Heard, blocks: readonly Block[]): Timings | null {
  const { data } = useQuery({ ...timingsQuery(audioPath ?? ""), enabled: audioPath !== null });
  const { data: growing } = useQuery({
    ...growingTimesQuery(growingId ?? ""),
    enabled: growingId !== null && audioPath === null,
  });
  return useMemo(() => {
    const known = data ?? (growing ? growingTimings(growing, blocks) : undefined);
    return matchingTimings(known, blocks) ?? (byDevice ? estimateTimings(blocks) : null);
  }, [data, growing, blocks, byDevice]);
}
