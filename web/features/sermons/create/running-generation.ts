import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getSupabase } from "../../../lib/supabase.ts";
import { GENERATION_COLUMNS, POLL_MS, readGeneration, type StoredGeneration } from "./stored-generation.ts";

/** A generation that failed while nobody was watching is reported for this long. */
const REPORT_FAILURE_FOR_MS = 3_600_000;

/** The user's newest generation, if it is running or failed recently. Looked up when the page opens, then polled by its id. */
const runningGenerationQuery = (userId: string) =>
  queryOptions({
    queryKey: ["followed-generation", userId],
    queryFn: async ({ client, queryKey }) => {
      const followed = client.getQueryData<StoredGeneration | null>(queryKey);
      const generations = (await getSupabase()).from("generations").select(GENERATION_COLUMNS);
      const { data, error } = await (
        followed
          ? generations.eq("id", followed.id)
          : generations.eq("user_id", userId).order("created_at", { ascending: false }).limit(1)
      ).maybeSingle();
      if (error) throw error;
      const found = readGeneration(data);
      if (!found || followed || found.state === "running") return found;
      const isFirstLook = followed === undefined;
      return isFirstLook && found.state !== "finished" && Date.now() - found.createdAt.getTime() < REPORT_FAILURE_FOR_MS
        ? found
        : null;
    },
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
    // A finished generation stays visible until the person leaves the page or `lookAgain` is called.
    staleTime: Infinity,
    refetchOnReconnect: false,
    // Not cached beyond the page: the next visit looks again.
    gcTime: 0,
  });

/**
 * A generation that another tab or visit started, and its result; null if there is none. `lookAgain` drops it and looks for one that is
 * running now; `refetch` reloads the same one.
 */
export function useRunningGeneration(userId: string, enabled: boolean) {
  const client = useQueryClient();
  const query = runningGenerationQuery(userId);
  const { data, refetch } = useQuery({ ...query, enabled });
  return {
    resumed: enabled ? (data ?? null) : null,
    lookAgain: () => {
      client.setQueryData(query.queryKey, null);
      void refetch();
    },
    refetch,
  };
}
