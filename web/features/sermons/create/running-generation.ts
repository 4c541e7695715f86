import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { getSupabase } from "../../../lib/supabase.ts";
import { GENERATION_COLUMNS, POLL_MS, readGeneration, type StoredGeneration } from "./stored-generation.ts";

/** For how long a generation that came to nothing while nobody looked is told to who comes back. */
const REPORT_FAILURE_FOR_MS = 3_600_000;

/** The newest generation of this user's if there is something to tell of it, found when the page opens; then followed by its id. */
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
    // A finished one stays on offer until the person leaves or looks again.
    staleTime: Infinity,
    refetchOnReconnect: false,
    // Forgotten with the page: the next visit looks for what runs then.
    gcTime: 0,
  });

/**
 * A generation that was left running, by a closed tab or another one, and what came of it. Null when there is none; `lookAgain` forgets it and
 * looks for one that runs now, `refetch` looks at the same one again.
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
