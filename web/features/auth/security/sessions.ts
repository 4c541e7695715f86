import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";

const rows = z.array(
  z.object({
    id: z.string(),
    created_at: z.string(),
    last_used_at: z.nullable(z.string()),
    user_agent: z.nullable(z.string()),
    is_current: z.boolean(),
  }),
);
export type DeviceSession = z.infer<typeof rows>[number];

/** The user's sessions: the current one first, then by last use. */
export const sessions = () =>
  queryOptions({
    queryKey: ["auth", "sessions"],
    queryFn: async (): Promise<DeviceSession[]> => {
      const { data, error } = await (await getSupabase()).rpc("list_sessions");
      if (error) throw error;
      const usedAt = ({ last_used_at, created_at }: DeviceSession) => Date.parse(last_used_at ?? created_at);
      return rows.parse(data).toSorted((a, b) => Number(b.is_current) - Number(a.is_current) || usedAt(b) - usedAt(a));
    },
  });

/** Signs one other device out. */
export async function endSession(id: string): Promise<void> {
  const { error } = await (await getSupabase()).rpc("end_session", { p_session: id });
  if (error) throw error;
}

/** Signs every device but this one out. */
export async function endOtherSessions(): Promise<void> {
  const { error } = await (await getSupabase()).auth.signOut({ scope: "others" });
  if (error) throw error;
}
