import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { chaptersOf, type Chapter } from "../../../../shared/chapters.ts";
import { readSermon } from "../../../../shared/sermon-text.ts";
import { timingsQuery } from "../media.ts";
import type { ListenedSermon } from "./current.ts";

/** The chapters of a sermon that is in the player. */
export function useChapters({ content, audioPath }: ListenedSermon): Chapter[] {
  const { data } = useQuery({ ...timingsQuery(audioPath ?? ""), enabled: audioPath !== null });
  return useMemo(() => chaptersOf(readSermon(content), data ?? null), [content, data]);
}
