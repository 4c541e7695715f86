import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSupabase } from "../../lib/supabase.ts";
import { toast } from "../../ui/toast.tsx";
import { forgetListening } from "./listening/current.ts";
import type { Sermon } from "./sermon.ts";
import { sermonListQuery } from "./sermon-list.ts";

interface Listeners {
  /** Called before the sermon leaves the list. */
  onDeleted: () => void;
  onSettled: () => void;
}

/** Deletes one of the user's sermons; the server then deletes its recording and picture. */
export function useDeleteSermon(userId: string, { onDeleted, onSettled }: Listeners) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { data, error } = await (await getSupabase()).from("sermons").delete().eq("id", id).select("id");
      if (error) throw error;
      return data;
    },
    onSuccess: (_deleted, id) => {
      forgetListening(id);
      onDeleted();
      const { queryKey } = sermonListQuery(userId);
      client.setQueryData(queryKey, (list: Sermon[] | undefined) => list?.filter((sermon) => sermon.id !== id));
      client.removeQueries({ queryKey: ["sermon", id] });
      toast({ title: "Sermon deleted successfully" });
    },
    onError: () => toast({ title: "Failed to delete sermon", variant: "destructive" }),
    onSettled,
  });
}
