import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";
import { forgetListening } from "./listening/current.ts";
import { keep, updateKept } from "./kept/keeping.ts";
import { keptQuery } from "./kept/kept-sermon.ts";
import { changeListsAsStored, sermonLists } from "./sermon-list.ts";
import { trashQuery } from "./trash.ts";

/** How long a deletion can be undone from its message; after that from Recently deleted. */
const UNDO_MS = 10_000;

interface Listeners {
  /** Called before the sermons leave the list. */
  onDeleted: () => void;
  onSettled: () => void;
}

/** Puts sermons of the user into the trash, from which the message takes them back (docs/decisions/051-trash.md). */
export function useDeleteSermons(userId: string, { onDeleted, onSettled }: Listeners) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { error } = await (await getSupabase()).rpc("trash_sermons", { p_ids: ids });
      if (error) throw error;
    },
    onSuccess: (_deleted, ids) => {
      for (const id of ids) forgetListening(id);
      const wasKept = keptByHand(client, userId, ids);
      void updateKept(client, userId);
      onDeleted();
      changeListsAsStored(client, userId, (sermon) => (ids.includes(sermon.id) ? null : sermon));
      for (const id of ids) client.removeQueries({ queryKey: ["sermon", id] });
      void client.invalidateQueries(trashQuery(userId));
      toast({
        title: ids.length === 1 ? "Sermon deleted successfully" : `${ids.length} sermons deleted successfully`,
        about: ids.join(),
        durationMs: UNDO_MS,
        action: { label: "Undo", onClick: () => void undo(client, userId, ids, wasKept) },
      });
    },
    onError: (_error, ids) =>
      toast({ title: ids.length === 1 ? "Failed to delete sermon" : "Failed to delete sermons", variant: "destructive" }),
    onSettled,
  });
}

/** Which of these somebody has kept on this device. */
function keptByHand(client: QueryClient, userId: string, ids: readonly string[]): string[] {
  const kept = client.getQueryData(keptQuery(userId).queryKey)?.sermons ?? [];
  return kept.filter(({ sermon, byHand }) => byHand && ids.includes(sermon.id)).map(({ sermon }) => sermon.id);
}

async function undo(client: QueryClient, userId: string, ids: readonly string[], wasKept: readonly string[]): Promise<void> {
  try {
    await restoreSermons(client, userId, ids);
    for (const id of wasKept) void keep(client, userId, id);
    void updateKept(client, userId);
    toast({ title: ids.length === 1 ? "Your sermon is back" : `Your ${ids.length} sermons are back` });
  } catch {
    toast({ ...NOT_RESTORED, variant: "destructive" });
  }
}

export const NOT_RESTORED = {
  title: "This could not be taken back",
  description: "It is kept under Recently deleted for 30 days.",
} as const;

/** Takes sermons out of the trash. */
export async function restoreSermons(client: QueryClient, userId: string, ids: readonly string[]): Promise<void> {
  const { error } = await (await getSupabase()).rpc("restore_sermons", { p_ids: ids });
  if (error) throw error;
  await Promise.all([client.invalidateQueries(sermonLists(userId)), client.invalidateQueries(trashQuery(userId))]);
}
