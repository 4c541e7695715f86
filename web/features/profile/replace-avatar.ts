import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getSupabase } from "../../lib/supabase.ts";
import { avatarFileName, avatarQuery, profileQuery } from "./profile.ts";

/** `<user id>-<random number>.<original extension>` (docs/product.md#buckets). */
function newFileName(userId: string, { name, type }: File): string {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1] ?? /^image\/([a-z0-9]{1,5})/i.exec(type)?.[1] ?? "img";
  return `${userId}-${number}.${extension.toLowerCase()}`;
}

/**
 * Uploads a picture and returns its address. The former picture is removed last, and the new one is removed if the profile could not be
 * updated: whatever fails, the user has one picture.
 */
async function replaceAvatar(userId: string, picture: File, former: string | null): Promise<string> {
  const client = await getSupabase();
  const avatars = client.storage.from("avatars");
  const name = newFileName(userId, picture);
  const upload = await avatars.upload(name, picture, { contentType: picture.type });
  if (upload.error) throw upload.error;
  const avatar_url = avatars.getPublicUrl(name).data.publicUrl;
  const changed = { avatar_url, updated_at: new Date().toISOString() };
  const { error } = await client.from("profiles").update(changed).eq("id", userId);
  if (error) {
    await avatars.remove([name]);
    throw error;
  }
  // The profile is authoritative; failures from here on (its copy in the account, removing the old file) are ignored.
  await client.auth.updateUser({ data: { avatar_url } });
  if (former) await avatars.remove([avatarFileName(former)]);
  return avatar_url;
}

/** Replaces the user's picture. Rejects with the error of storage or database. */
export function useReplaceAvatar(userId: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ picture, former }: { picture: File; former: string | null }) => replaceAvatar(userId, picture, former),
    onSuccess: (avatar_url) => {
      cache.setQueryData(avatarQuery(userId).queryKey, avatar_url);
      cache.setQueryData(profileQuery(userId).queryKey, (profile) => profile && { ...profile, avatar_url });
    },
  });
}
