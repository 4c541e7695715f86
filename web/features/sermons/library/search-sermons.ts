import type { Sermon } from "../sermon.ts";

/** The sermons whose topic or text contains all of these words. */
export function searchSermons(sermons: readonly Sermon[], words: string): readonly Sermon[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return sermons;
  return sermons.filter(({ title, content }) => {
    const text = `${title}\n${content}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
