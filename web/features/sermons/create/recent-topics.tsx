import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";

const SHOWN = 3;
/** More are read than shown: a sermon that was written anew has the topic of the other. */
const READ = 9;

const titles = z.array(z.object({ title: z.string() }));

const recentTopicsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["recent-topics", userId],
    queryFn: async () => {
      const sermons = (await getSupabase()).from("sermons").select("title").eq("user_id", userId);
      const { data, error } = await sermons.order("created_at", { ascending: false }).limit(READ);
      if (error) throw error;
      const topics = titles.parse(data).map(({ title }) => title.trim());
      return [...new Set(topics)].filter(Boolean).slice(0, SHOWN);
    },
    retry: false,
    // Read anew at each visit: a sermon may have been made or deleted.
    gcTime: 0,
  });

interface RecentTopicsProps {
  userId: string;
  children: (topics: readonly string[]) => ReactNode;
}

/** The topics of the newest sermons; nothing while there are none, or if they cannot be read. */
export default function RecentTopics({ userId, children }: RecentTopicsProps) {
  const { data: topics = [] } = useQuery(recentTopicsQuery(userId));
  return topics.length > 0 ? children(topics) : null;
}
