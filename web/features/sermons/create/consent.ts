import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { REMOTE_AI, type Disclosure } from "../../../../shared/disclosure.ts";
import { getConfig } from "../../../lib/config.ts";
import { getSupabase } from "../../../lib/supabase.ts";

export interface Consent {
  disclosure: Disclosure;
  /** Whether the user has agreed to this version. */
  agreed: boolean;
}

const row = z.nullable(z.object({ version: z.string() }));

/** Whether the user has agreed that other services receive their words; null if none does. */
export const consentQuery = (userId: string) =>
  queryOptions({
    queryKey: ["consent", userId],
    queryFn: async (): Promise<Consent | null> => {
      const { disclosure } = await getConfig();
      if (!disclosure) return null;
      const { data, error } = await (
        await getSupabase()
      )
        .from("consents")
        .select("version")
        .eq("user_id", userId)
        .eq("kind", REMOTE_AI)
        .maybeSingle();
      if (error) throw error;
      return { disclosure, agreed: row.parse(data)?.version === disclosure.version };
    },
  });

/** Stores the consent. Rejects if that fails. */
export async function agree(userId: string, { version }: Disclosure): Promise<void> {
  const consents = (await getSupabase()).from("consents");
  const { error } = await consents.upsert({ user_id: userId, kind: REMOTE_AI, version }, { onConflict: "user_id,kind" });
  if (error) throw error;
}

/** Withdraws the consent. Rejects if that fails. */
export async function withdraw(userId: string): Promise<void> {
  const { error } = await (await getSupabase()).from("consents").delete().eq("user_id", userId).eq("kind", REMOTE_AI);
  if (error) throw error;
}
