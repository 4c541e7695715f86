import { useMemo } from "react";
import { chaptersOf, type Chapter } from "../../../../shared/chapters.ts";
import { readSermon } from "../../../../shared/sermon-text.ts";
import type { Listening } from "./current.ts";
import { DeviceVoice } from "./device-voice.ts";
import { useTimings } from "./use-timings.ts";

/** The chapters of the sermon that is in the player. */
export function useChapters({ sermon: { id, content, audioPath, isGrowing }, playback }: Listening): Chapter[] {
  const blocks = useMemo(() => readSermon(content), [content]);
  const timings = useTimings({ audioPath, growingId: isGrowing ? id : null, byDevice: playback instanceof DeviceVoice }, blocks);
  return useMemo(() => chaptersOf(blocks, timings), [blocks, timings]);
}
