import { queryOptions, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { getSupabase } from "../../../lib/supabase.ts";
import { ALL_PENDING, STEP_STATUSES, type StepStatuses } from "./steps.ts";

const POLL_MS = 1500;

const generationRow = z.object({
  id: z.uuid(),
  state: z.enum(["running", "finished", "failed", "withheld"]),
  crisis_kind: z.enum(["self-harm", "abuse", "medical", "harm-to-others"]).nullable(),
  generation_steps: z.array(
    z.object({ kind: z.enum(["text", "voice", "image", "save"]), status: z.enum(STEP_STATUSES), draft: z.string() }),
  ),
});

export interface FollowedGeneration extends Pick<z.infer<typeof generationRow>, "id" | "state" | "crisis_kind"> {
  steps: StepStatuses;
  draft: string;
}

const COLUMNS = "id,state,crisis_kind,generation_steps(kind,status,draft)";

function read(row: unknown): FollowedGeneration | null {
  if (row === null) return null;
  const { generation_steps: found, ...generation } = generationRow.parse(row);
  const steps = { ...ALL_PENDING };
  for (const { kind, status } of found) if (kind !== "save") steps[kind] = status;
  return { ...generation, steps, draft: found.find(({ kind }) => kind === "text")?.draft ?? "" };
}

/** The generation that runs for this user, looked for when the page opens; then followed by its id until it has ended. */
const followedGeneration = (userId: string) =>
  queryOptions({
    queryKey: ["followed-generation", userId],
    queryFn: async ({ client, queryKey }) => {
      const followed = client.getQueryData<FollowedGeneration | null>(queryKey);
      const generations = (await getSupabase()).from("generations").select(COLUMNS);
      const { data, error } = await (
        followed?.state === "running"
          ? generations.eq("id", followed.id)
          : generations.eq("user_id", userId).eq("state", "running")
      ).maybeSingle();
      if (error) throw error;
      return read(data);
    },
    refetchInterval: ({ state }) => (state.data?.state === "running" ? POLL_MS : false),
    // A finished one stays on offer until the person leaves or looks again.
    staleTime: Infinity,
    refetchOnReconnect: false,
    // Forgotten with the page: the next visit looks for what runs then.
    gcTime: 0,
  });

/** A generation that was left running, by a closed tab or another one. Null when there is none; `look` looks again. */
export function useRunningGeneration(userId: string, enabled: boolean) {
  const { data, refetch } = useQuery({ ...followedGeneration(userId), enabled });
  return { followed: enabled ? (data ?? null) : null, look: () => void refetch() };
}
