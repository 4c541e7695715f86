import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { getSupabase } from "../../../lib/supabase.ts";
import { GENERATION_COLUMNS, pollAfter, readGeneration, type StoredGeneration } from "./stored-generation.ts";

/** A generation that failed while nobody was watching is reported for this long. */
const REPORT_FAILURE_FOR_MS = 3_600_000;
const POLL_AFTER_FAILURE_MS = 5000;
/** When somebody comes back to the tab, another one may have started a sermon meanwhile: not asked more often than this. */
const LOOK_AGAIN_MS = 60_000;

const KEY = "followed-generation";

async function read(id: string | undefined, userId: string): Promise<StoredGeneration | null> {
  const generations = (await getSupabase()).from("generations").select(GENERATION_COLUMNS);
  const { data, error } = await (
    id ? generations.eq("id", id) : generations.eq("user_id", userId).order("created_at", { ascending: false }).limit(1)
  ).maybeSingle();
  if (error) throw error;
  return readGeneration(data);
}

/**
 * The one generation that the app follows, wherever it was started: the user's newest if it runs, or failed lately. Once found it is read by
 * its id until something else is followed, also after its end, so that the end can be told (use-sermon-news.ts).
 */
export const followedGenerationQuery = (userId: string) =>
  queryOptions({
    queryKey: [KEY, userId],
    queryFn: async ({ client, queryKey }) => {
      const current = () => client.getQueryData<StoredGeneration | null>(queryKey);
      const before = current();
      const found = await read(before?.id, userId);
      const now = current();
      // One was started, or dropped, while this was asked.
      if (now?.id !== before?.id) return now ?? null;
      if (now) {
        // What was streamed to this page may be ahead of what was read.
        return found && now.draft.startsWith(found.draft) && found.state === "running" ? { ...found, draft: now.draft } : found;
      }
      if (found?.state === "running") return found;
      const isFirstLook = before === undefined;
      return isFirstLook && found && found.state !== "finished" && Date.now() - found.createdAt.getTime() < REPORT_FAILURE_FOR_MS
        ? found
        : null;
    },
    refetchInterval: ({ state }) =>
      state.data?.state === "running" && state.status === "error"
        ? POLL_AFTER_FAILURE_MS
        : state.data
          ? pollAfter(state.data)
          : false,
    // The title of a tab in the background tells of the end, and so does a notification.
    refetchIntervalInBackground: true,
    refetchOnReconnect: "always",
    staleTime: LOOK_AGAIN_MS,
    gcTime: Infinity,
  });

/** Follows a generation that has begun; called again for the same one, it changes nothing. */
export function follow(client: QueryClient, userId: string, begun: StoredGeneration): void {
  client.setQueryData(followedGenerationQuery(userId).queryKey, (now) => (now?.id === begun.id ? now : begun));
}

/** Shows a text that has grown before it was read. */
export function showDraft(client: QueryClient, userId: string, id: string, draft: string): void {
  client.setQueryData(followedGenerationQuery(userId).queryKey, (now) => (now?.id === id ? { ...now, draft } : now));
}

export function readFollowed(client: QueryClient, userId: string): StoredGeneration | null {
  return client.getQueryData(followedGenerationQuery(userId).queryKey) ?? null;
}

/** Stops to follow one that has ended. */
export function stopFollowing(client: QueryClient): void {
  client.setQueriesData({ queryKey: [KEY] }, null);
}

/** Looks for one that runs now. */
export async function lookForGeneration(client: QueryClient): Promise<void> {
  stopFollowing(client);
  await client.invalidateQueries({ queryKey: [KEY] });
}

/** The generation that is followed, and whether the server could not be asked about it the last time. */
export function useFollowedGeneration(userId: string) {
  const client = useQueryClient();
  const { data, isError, fetchStatus } = useQuery(followedGenerationQuery(userId));
  return {
    followed: data ?? null,
    isOutOfReach: isError || fetchStatus === "paused",
    lookAgain: () => void lookForGeneration(client),
  };
}
