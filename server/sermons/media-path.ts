import { randomBytes } from "node:crypto";

/** A new path for a generation's file: `<user>/<generation>/<128 random bits>.<extension>`. */
export function mediaPath(generation: { id: string; user_id: string }, extension: "mp3" | "webp"): string {
  return `${generation.user_id}/${generation.id}/${randomBytes(16).toString("hex")}.${extension}`;
}

/** Where the word timings of an audio file lie. */
export function timingsPath(audioPath: string): string {
  return audioPath.replace(/\.mp3$/, ".json");
}
