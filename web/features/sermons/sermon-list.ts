import { infiniteQueryOptions, type InfiniteData, type Query, type QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";
import { listedSermon } from "./sermon.ts";

const RETRIES = 3;
/** Sermons of one page of the library. */
export const PAGE = 24;

export const SORTS = ["best", "newest", "oldest"] as const;

/** What the library shows, and in which order; an empty text or null: whatever it is. */
export const libraryFilter = z.object({
  words: z.string(),
  /** Book, chapter or verses that a sermon names. */
  passage: z.string(),
  theme: z.nullable(z.string()),
  minutes: z.nullable(z.number()),
  voice: z.nullable(z.string()),
  favourites: z.boolean(),
  /** Whether it was heard to its end. */
  heard: z.nullable(z.boolean()),
  /** Id of one. */
  collection: z.nullable(z.uuid()),
  /** `best` fits the words best; without words it is the newest first, and in a collection the order in which they were added. */
  sort: z.enum(SORTS),
});
export type LibraryFilter = z.infer<typeof libraryFilter>;
export const EVERYTHING: LibraryFilter = {
  words: "",
  passage: "",
  theme: null,
  minutes: null,
  voice: null,
  favourites: false,
  heard: null,
  collection: null,
  sort: "best",
};

const foundSermon = z.extend(listedSermon, {
  /** How well it fits the words of the search. */
  rank: z.optional(z.number()),
  /** Where it stands among those of the same rank. */
  place: z.optional(z.number()),
  /** Before this time sermons have no rank. */
  ranked_from: z.optional(z.nullable(z.string())),
  /** The place where they stand, with the words between U+E000 and U+E001. */
  excerpt: z.optional(z.nullable(z.string())),
});
export type FoundSermon = z.infer<typeof foundSermon>;
const page = z.array(foundSermon);

/** The last sermon of a page, behind which the next one begins. */
type Cursor = Pick<FoundSermon, "rank" | "place" | "ranked_from" | "created_at" | "id">;
export interface LibraryPage {
  sermons: FoundSermon[];
  next: Cursor | null;
}

/** The library could not be loaded. `message` is the service's, or empty if there was no answer. */
export class LibraryError extends Error {
  override readonly name = "LibraryError";
  readonly isSessionInvalid: boolean;
  constructor(message: string, isSessionInvalid: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isSessionInvalid = isSessionInvalid;
  }
}

/** Whether it looks for words of the texts. */
export const hasWords = ({ words, passage }: LibraryFilter) => words.trim() !== "" || passage.trim() !== "";

const COLUMNS = Object.keys(listedSermon.shape).join(",");

async function browse(userId: string, { theme, minutes, voice, favourites, sort }: LibraryFilter, after: Cursor | null) {
  const ascending = sort === "oldest";
  let rows = (await getSupabase()).from("sermons").select(COLUMNS).eq("user_id", userId);
  if (theme !== null) rows = rows.eq("theme", theme);
  if (minutes !== null) rows = rows.eq("minutes", minutes);
  if (voice !== null) rows = rows.eq("voice", voice);
  if (favourites) rows = rows.eq("is_favourite", true);
  if (after) {
    // The first condition is one that an index answers; the second leaves out those of the same moment that were shown.
    rows = rows.filter("created_at", ascending ? "gte" : "lte", after.created_at);
    const way = ascending ? "gt" : "lt";
    rows = rows.or(`created_at.${way}."${after.created_at}",id.${way}.${after.id}`);
  }
  return rows.order("created_at", { ascending }).order("id", { ascending }).limit(PAGE);
}

/** By POST: what people search for stands in no address, which a server would log. */
async function search(filter: LibraryFilter, after: Cursor | null) {
  const { words, passage, theme, minutes, voice, favourites, heard, collection, sort } = filter;
  return (await getSupabase()).rpc("search_sermons", {
    // PostgreSQL has no text with this character.
    p_words: words.replaceAll("\0", " ").trim(),
    p_passage: passage.replaceAll("\0", " ").trim(),
    p_theme: theme,
    p_minutes: minutes,
    p_voice: voice,
    p_favourites: favourites,
    p_heard: heard,
    p_collection: collection,
    p_sort: sort,
    p_after: after && { rank: after.rank, place: after.place, ranked_from: after.ranked_from, id: after.id },
    p_limit: PAGE,
  });
}

async function readPage(userId: string, filter: LibraryFilter, after: Cursor | null): Promise<LibraryPage> {
  // What other tables know of a sermon is the function's to ask.
  const isSearch = hasWords(filter) || filter.heard !== null || filter.collection !== null;
  const { data, error, status } = isSearch ? await search(filter, after) : await browse(userId, filter, after);
  if (error) {
    const message = status === 0 ? "" : error.message;
    throw new LibraryError(message, status === 401 || /jwt/i.test(message), { cause: error });
  }
  const sermons = page.parse(data);
  const last = sermons.at(-1);
  const next = last && sermons.length === PAGE ? last : null;
  return { sermons, next };
}

/** All lists of the user's sermons, whatever they show. */
export const sermonLists = (userId: string) => ({ queryKey: ["sermons", userId] });

/** Whether it is the key of a list that shows a collection. */
export function isOfCollection(key: readonly unknown[]): boolean {
  const filter = libraryFilter.safeParse(key[2]).data;
  return filter !== undefined && filter.collection !== null;
}

/** The user's sermons page by page, without their texts. Rejects with a `LibraryError`. */
export const sermonListQuery = (userId: string, filter: LibraryFilter = EVERYTHING) =>
  infiniteQueryOptions({
    queryKey: ["sermons", userId, filter],
    queryFn: ({ pageParam }) => readPage(userId, filter, pageParam),
    initialPageParam: null as Cursor | null,
    getNextPageParam: ({ next }) => next,
    // Kept while a sermon is read and heard, however long: Back finds the list, and with it its scroll position.
    gcTime: Infinity,
    // No retry for an invalid session.
    retry: (failures, error) => failures < RETRIES && !(error instanceof LibraryError && error.isSessionInvalid),
  });

/** Changes each sermon in the lists that were read, or takes it out of them (null). */
export function changeListed(client: QueryClient, userId: string, change: (sermon: FoundSermon) => FoundSermon | null): void {
  client.setQueriesData<InfiniteData<LibraryPage>>(sermonLists(userId), (lists) => {
    if (!lists) return lists;
    const pages = lists.pages.map(({ sermons, next }) => ({
      sermons: sermons.flatMap((sermon) => change(sermon) ?? []),
      next,
    }));
    return { ...lists, pages };
  });
}

/**
 * Changes the lists as it was just stored. An answer that is on its way may be older: it is dropped, and the same list, or further page,
 * is asked for again.
 */
export function changeListsAsStored(
  client: QueryClient,
  userId: string,
  change: (sermon: FoundSermon) => FoundSermon | null,
): void {
  changeListed(client, userId, change);
  const isRunning = { ...sermonLists(userId), predicate: ({ state }: Query) => state.fetchStatus !== "idle" };
  for (const list of client.getQueryCache().findAll(isRunning)) {
    // Silent: the list stays as it is, and those who wait for this reading get the next one.
    void list.cancel({ silent: true });
    const { fetchMeta: meta } = list.state;
    // A failure is the list's to show.
    list.fetch(undefined, meta ? { meta } : {}).catch(() => {});
  }
}
