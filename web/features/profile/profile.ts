import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { getSupabase } from "../../lib/supabase.ts";

const avatarRow = z.object({ avatar_url: z.nullable(z.string()) });
const profileRow = z.extend(avatarRow, { full_name: z.nullable(z.string()) });
type Profile = z.infer<typeof profileRow>;

/** Total number of attempts at a query. */
const ATTEMPTS = 3;

/** File name of an avatar: the last path segment of its address (docs/product.md#buckets). */
export function avatarFileName(address: string): string {
  return new URL(address, location.origin).pathname.split("/").at(-1) ?? "";
}

/** The file's address on this server. The stored address may name an old host if the installation moved. */
async function currentAvatarUrl(stored: string | null): Promise<string | null> {
  if (!stored || !URL.canParse(stored, location.origin)) return null;
  return (await getSupabase()).storage.from("avatars").getPublicUrl(avatarFileName(stored)).data.publicUrl;
}

/** The user's name and picture; null when there is no profile. */
export const profileQuery = (userId: string) =>
  queryOptions({
    queryKey: ["profile", userId],
    queryFn: async (): Promise<Profile | null> => {
      const profiles = (await getSupabase()).from("profiles");
      const { data, error } = await profiles.select("full_name, avatar_url").eq("id", userId).maybeSingle();
      if (error) throw error;
      if (!data) return null;
      const profile = profileRow.parse(data);
      return { ...profile, avatar_url: await currentAvatarUrl(profile.avatar_url) };
    },
    retry: ATTEMPTS - 1,
  });

/** The picture's address, for the header. Fetched once, with at most three attempts, and never refetched. */
export const avatarQuery = (userId: string) =>
  queryOptions({
    queryKey: ["avatar", userId],
    queryFn: async () => {
      const profiles = (await getSupabase()).from("profiles");
      const { data, error } = await profiles.select("avatar_url").eq("id", userId).single();
      if (error) throw error;
      return currentAvatarUrl(avatarRow.parse(data).avatar_url);
    },
    retry: ATTEMPTS - 1,
    retryOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
