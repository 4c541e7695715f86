import { readSermon, textOf } from "../../../../shared/sermon-text.ts";
import type { ListenedSermon } from "./current.ts";

type Content = Pick<ListenedSermon, "userId" | "id" | "content" | "audioPath" | "imagePath" | "isGrowing">;

/** A sermon for the player, with its written title and the way to its page. */
export function listenedSermon({ userId, id, content, audioPath, imagePath, isGrowing = false }: Content): ListenedSermon {
  const title = textOf(readSermon(content).find(({ kind }) => kind === "title")?.words ?? []) || "Sermon";
  const link = {
    to: `/sermon/${id ?? "new"}`,
    state: { content, audio_url: audioPath, image_url: imagePath, ...(isGrowing && { isGrowing }) },
  };
  return { userId, id, title, content, audioPath, imagePath, isGrowing, link };
}
