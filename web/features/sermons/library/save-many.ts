import { readSermon, textOf } from "../../../../shared/sermon-text.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { toast } from "../../../ui/toast.tsx";
import { loadRecording } from "../media.ts";
import { fileName, plainText } from "../reader/download.ts";
import type { ListedSermon } from "../sermon.ts";

export type FileKind = "recording" | "text";

const titleOf = ({ written_title, title }: ListedSermon) => written_title ?? title;

async function saveRecording(sermon: ListedSermon): Promise<void> {
  if (sermon.audio_url === null) throw new Error("there is no recording");
  saveFile(await loadRecording(sermon.audio_url), fileName(titleOf(sermon), "mp3"));
}

async function saveText({ id }: ListedSermon): Promise<void> {
  const { data, error } = await (await getSupabase()).from("sermons").select("content").eq("id", id).single();
  if (error) throw error;
  const blocks = readSermon(String(data["content"]));
  const title = textOf(blocks.find(({ kind }) => kind === "title")?.words ?? []);
  saveFile(new Blob([plainText(blocks)], { type: "text/plain" }), fileName(title, "txt"));
}

/** Saves a file of each sermon, one after the other, so that neither the browser nor the network is asked for all at once. */
export async function saveMany(sermons: readonly ListedSermon[], kind: FileKind): Promise<void> {
  let failed = 0;
  for (const sermon of sermons) {
    try {
      await (kind === "recording" ? saveRecording(sermon) : saveText(sermon));
    } catch {
      failed++;
    }
  }
  const saved = sermons.length - failed;
  if (failed === 0) toast({ title: saved === 1 ? "Sermon downloaded successfully" : `${saved} sermons downloaded successfully` });
  else
    toast({
      title: saved === 0 ? "Failed to download sermons" : `${saved} of ${sermons.length} sermons were downloaded`,
      description:
        kind === "recording" ? "The others have no recording, or it could not be loaded." : "The others could not be loaded.",
      variant: "destructive",
    });
}
