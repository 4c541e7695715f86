import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { openPodcastFeed } from "../../../shared/endpoints/podcast.ts";
import { callEndpoint } from "../../lib/call-endpoint.ts";
import { getSupabase } from "../../lib/supabase.ts";

const feedRow = z.object({ created_at: z.string() });

/** Since when the person's feed is open under its address; null if it is closed. */
export const podcastFeedQuery = (userId: string) =>
  queryOptions({
    queryKey: ["podcast-feed", userId],
    queryFn: async (): Promise<string | null> => {
      const feeds = (await getSupabase()).from("podcast_feeds");
      const { data, error } = await feeds.select("created_at").eq("user_id", userId).maybeSingle();
      if (error) throw error;
      return z.nullable(feedRow).parse(data)?.created_at ?? null;
    },
  });

/** Opens the feed, or gives it another address. The address is known only now. */
export async function openFeed(): Promise<string> {
  return (await callEndpoint(openPodcastFeed, {})).address;
}

export async function closeFeed(userId: string): Promise<void> {
  const { error } = await (await getSupabase()).from("podcast_feeds").delete().eq("user_id", userId);
  if (error) throw error;
}
