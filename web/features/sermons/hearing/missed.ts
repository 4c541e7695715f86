import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { REWRITE_DAYS } from "../../../../shared/constants.ts";
import { rewriteSermon } from "../../../../shared/endpoints/sermons.ts";
import { callEndpoint, FunctionRefusal } from "../../../lib/call-endpoint.ts";
import { getSupabase } from "../../../lib/supabase.ts";
import { toast } from "../../../ui/toast.tsx";
import { lookForGeneration } from "../create/followed-generation.ts";

const madeRow = z.object({
  prompt: z.string(),
  reading: z.nullable(z.string()),
  created_at: z.string(),
});
/** What a sermon was made from. */
export interface Made {
  prompt: string;
  reading: string | null;
}

/** What a sermon was made from, if it can be written anew because it missed; null if it cannot, or nothing is known of its making. */
export const rewritableQuery = (id: string) =>
  queryOptions({
    queryKey: ["rewritable", id],
    queryFn: async (): Promise<Made | null> => {
      const { data, error } = await (
        await getSupabase()
      )
        .from("generations")
        .select("prompt,reading,created_at")
        .eq("id", id)
        .eq("state", "finished")
        .is("rewrite_of", null)
        .is("rewritten_at", null)
        .maybeSingle();
      if (error) throw error;
      if (data === null) return null;
      const { created_at, ...made } = madeRow.parse(data);
      return Date.now() - new Date(created_at).getTime() < REWRITE_DAYS * 86_400_000 ? made : null;
    },
    retry: false,
  });

/** Writes a sermon anew after another reading. The new one is followed. */
export function useRewriteSermon(onBegun?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { sermonId: string; reading: string }) => callEndpoint(rewriteSermon, body),
    onSuccess: (answer) => {
      if ("generationId" in answer) {
        void lookForGeneration(client);
        onBegun?.();
      } else toast({ title: "This needs more than a sermon", description: answer.crisis.message });
    },
    onError: (error) =>
      toast({
        title: "The sermon could not be written anew",
        description: error instanceof FunctionRefusal && error.status < 500 ? error.message : "Please try again in a moment.",
        variant: "destructive",
      }),
    onSettled: (_answer, _error, { sermonId }) => client.invalidateQueries(rewritableQuery(sermonId)),
  });
}
