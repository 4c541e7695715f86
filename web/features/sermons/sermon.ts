import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { isOnline } from "../../lib/online.ts";
import { getSupabase } from "../../lib/supabase.ts";

/** A row of the library. Media are paths in their buckets. */
export const sermonRow = z.object({
  id: z.uuid(),
  title: z.string(),
  content: z.string(),
  audio_url: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  created_at: z.string(),
});

export const SERMON_COLUMNS = Object.keys(sermonRow.shape).join(",");

/** A sermon as lists have it: without its text. */
export const listedSermon = z.object({
  id: z.uuid(),
  title: z.string(),
  /** The heading of the text; `title` is the topic that the person typed. */
  written_title: z.nullable(z.string()),
  audio_url: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  created_at: z.string(),
  is_favourite: z.boolean(),
});
export type ListedSermon = z.infer<typeof listedSermon>;

/** Error codes of PostgREST and Postgres for an unknown or malformed id. */
const NOT_FOUND_CODES = new Set(["PGRST116", "22P02"]);

async function askForSermon(id: string) {
  const { data, error } = await (await getSupabase()).from("sermons").select(SERMON_COLUMNS).eq("id", id).maybeSingle();
  if (error && NOT_FOUND_CODES.has(error.code)) return null;
  if (error) throw error;
  return data === null ? null : sermonRow.parse(data);
}

const keptRow = z.object({ sermon: sermonRow });

/** What is kept of it on this device; null if it is not. Loaded when it is needed: this file is part of every screen. */
async function readKeptRow(id: string) {
  const { documentName, readKeptJson } = await import("./kept/kept-files.ts");
  return (await readKeptJson(documentName(id), keptRow))?.sermon ?? null;
}

/** One of the user's own sermons; null if there is none with this id. Without an answer it is the one that is kept on this device. */
export const sermonQuery = (id: string) =>
  queryOptions({
    queryKey: ["sermon", id],
    networkMode: "offlineFirst",
    queryFn: async () => {
      try {
        if (!isOnline()) throw new Error("there is no network");
        return await askForSermon(id);
      } catch (error) {
        const kept = await readKeptRow(id).catch(() => null);
        if (kept) return kept;
        throw error;
      }
    },
  });
