import { queryOptions, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";
import { isOfCollection, sermonLists } from "../sermon-list.ts";

/** The same limit as the table's. */
export const NAME_MAX_CHARS = 60;
/** The rows of one answer. */
const PART = 500;

const collection = z.object({
  id: z.uuid(),
  name: z.string(),
  sermons: z.number(),
  /** How many of the sermons that were asked about. */
  chosen: z.number(),
});
export type Collection = z.infer<typeof collection>;
const collections = z.array(collection);
const members = z.array(z.object({ sermon_id: z.uuid() }));

const collectionsKey = (userId: string) => ["collections", userId];

/** The person's collections by name, and how many of these sermons are in each. */
export const collectionsQuery = (userId: string, ids: readonly string[] = []) =>
  queryOptions({
    queryKey: [...collectionsKey(userId), ids],
    queryFn: async () => {
      const { data, error } = await (await getSupabase()).rpc("list_collections", { p_ids: ids });
      if (error) throw error;
      return collections.parse(data);
    },
    // Read anew at each visit: it may have been changed on another device.
    staleTime: 0,
  });

/** Ids of a collection's sermons, in the order in which they were added. */
export async function sermonsOf(collectionId: string): Promise<string[]> {
  const supabase = await getSupabase();
  const ids: string[] = [];
  for (;;) {
    const { data, error } = await supabase
      .from("collection_sermons")
      .select("sermon_id")
      .eq("collection_id", collectionId)
      .order("added_at")
      .order("sermon_id")
      .range(ids.length, ids.length + PART - 1);
    if (error) throw error;
    const part = members.parse(data);
    ids.push(...part.map(({ sermon_id: id }) => id));
    if (part.length < PART) return ids;
  }
}

const titled = z.array(
  z.object({ sermon_id: z.uuid(), sermons: z.object({ title: z.string(), written_title: z.nullable(z.string()) }) }),
);

/** A collection's sermons in its order, with their titles. */
export const orderQuery = (userId: string, collectionId: string) =>
  queryOptions({
    queryKey: [...collectionsKey(userId), "order", collectionId],
    queryFn: async () => {
      const rows: z.infer<typeof titled> = [];
      for (;;) {
        const { data, error } = await (
          await getSupabase()
        )
          .from("collection_sermons")
          .select("sermon_id, sermons(title, written_title)")
          .eq("collection_id", collectionId)
          .order("added_at")
          .order("sermon_id")
          .range(rows.length, rows.length + PART - 1);
        if (error) throw error;
        const part = titled.parse(data);
        rows.push(...part);
        if (part.length < PART) break;
      }
      return rows.map(({ sermon_id: id, sermons }) => ({ id, title: sermons.written_title ?? sermons.title }));
    },
    // Read anew whenever it is opened.
    staleTime: 0,
    gcTime: 0,
  });

/** A sermon changes places with the one before or after it. */
export async function moveInCollection(collectionId: string, sermonId: string, isEarlier: boolean): Promise<void> {
  const { error } = await (
    await getSupabase()
  ).rpc("move_in_collection", { p_collection: collectionId, p_sermon: sermonId, p_earlier: isEarlier });
  if (error) throw error;
}

/** What is in the collection already stays at its place. */
export async function addTo(collectionId: string, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({ collection_id: collectionId, sermon_id: id }));
  const { error } = await (
    await getSupabase()
  )
    .from("collection_sermons")
    .upsert(rows, { onConflict: "collection_id,sermon_id", ignoreDuplicates: true });
  if (error) throw error;
}

export async function takeOut(collectionId: string, ids: readonly string[]): Promise<void> {
  const rows = (await getSupabase()).from("collection_sermons");
  const { error } = await rows.delete().eq("collection_id", collectionId).in("sermon_id", ids);
  if (error) throw error;
}

/** A name on one line, without spaces at its ends. */
export const cleanName = (name: string) => name.replaceAll(/\p{Cc}+/gu, " ").trim();

/** Makes a collection of these sermons. */
export async function makeCollection(name: string, ids: readonly string[]): Promise<void> {
  const made = (await getSupabase()).from("collections").insert({ name: cleanName(name) });
  const { data, error } = await made.select("id").single();
  if (error) throw error;
  await addTo(z.object({ id: z.uuid() }).parse(data).id, ids);
}

export async function renameCollection(id: string, name: string): Promise<void> {
  const rows = (await getSupabase()).from("collections");
  const { error } = await rows.update({ name: cleanName(name) }).eq("id", id);
  if (error) throw error;
}

/** Its sermons stay in the library. */
export async function deleteCollection(id: string): Promise<void> {
  const { error } = await (await getSupabase()).from("collections").delete().eq("id", id);
  if (error) throw error;
}

/** Of changes that are shown before their answer comes; `refreshCollections` waits for them. */
export const changeKey = (userId: string) => [...collectionsKey(userId), "change"];
/** Such changes are stored one after the other, in the order of the presses. */
export const changeScope = (userId: string) => ({ id: changeKey(userId).join(" ") });

function allStored(client: QueryClient, userId: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (client.isMutating({ mutationKey: changeKey(userId) }) > 0) return;
      stop();
      resolve();
    };
    const stop = client.getMutationCache().subscribe(look);
    look();
  });
}

/** Has the collections read anew, and the lists that show one of them, once all changes are stored. */
export async function refreshCollections(client: QueryClient, userId: string): Promise<void> {
  await allStored(client, userId);
  await Promise.all([
    client.invalidateQueries({ queryKey: collectionsKey(userId) }),
    client.invalidateQueries({ ...sermonLists(userId), predicate: ({ queryKey }) => isOfCollection(queryKey) }),
  ]);
}

const refusal = z.object({ code: z.string(), message: z.string() });

/** Why it was not saved, for the person. */
export function failureText(error: unknown): string {
  const { data } = refusal.safeParse(error);
  if (data?.code === "23505") return "You have a collection with this name. Please choose another name.";
  if (data?.code === "quota_exceeded") return `${data.message}.`;
  return "This could not be saved. Please check your connection, then try again.";
}
