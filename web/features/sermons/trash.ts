import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";

/** So many are shown of the trash, what was put there last first. */
const SHOWN = 200;

const trashed = z.array(z.object({ id: z.uuid(), title: z.string(), image_url: z.nullable(z.string()), deleted_at: z.string() }));
export type TrashedSermon = z.infer<typeof trashed>[number];

/** What the user deleted in the last 30 days. */
export const trashQuery = (userId: string) =>
  queryOptions({
    queryKey: ["trash", userId],
    queryFn: async () => {
      const sermons = (await getSupabase()).rpc("list_trash").select("id,title,image_url,deleted_at").limit(SHOWN);
      const { data, error } = await sermons;
      if (error) throw error;
      return trashed.parse(data);
    },
  });

/** Deletes sermons of the trash for good, with their files. */
export async function deleteForGood(ids: readonly string[]): Promise<void> {
  const { error } = await (await getSupabase()).rpc("delete_trashed_sermons", { p_ids: ids });
  if (error) throw error;
}
