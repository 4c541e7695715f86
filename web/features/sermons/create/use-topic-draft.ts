import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { getSupabase } from "../../../lib/supabase.ts";
import { EMPTY_DRAFT, readTopicDraft, storeTopicDraft, type TopicDraft } from "./topic-draft.ts";

const newestRow = z.object({ state: z.string(), prompt: z.string() });

/** The person's newest generation, as it is when the page opens. */
const newestGenerationQuery = (userId: string) =>
  queryOptions({
    queryKey: ["newest-generation", userId],
    queryFn: async () => {
      const generations = (await getSupabase()).from("generations").select("state,prompt").eq("user_id", userId);
      const { data, error } = await generations.order("created_at", { ascending: false }).limit(1).maybeSingle();
      if (error) throw error;
      return data === null ? null : newestRow.parse(data);
    },
    staleTime: Infinity,
    gcTime: 0,
  });

export type DraftOfTopic = ReturnType<typeof useTopicDraft>;

/** What stands in the topic form, kept in this browser until its text is written or the person signs out (docs/decisions/043-drafts.md). */
export function useTopicDraft(userId: string) {
  const [draft, setDraft] = useState(() => readTopicDraft(userId));
  // Beside the state, which lags behind by one render.
  const latest = useRef(draft);

  const keep = useCallback(
    (part: Partial<TopicDraft>) => {
      latest.current = { ...latest.current, ...part };
      setDraft(latest.current);
      storeTopicDraft(userId, latest.current);
    },
    [userId],
  );
  const change = useCallback((part: Partial<Omit<TopicDraft, "asked">>) => keep({ ...part, asked: false }), [keep]);
  const removeStored = useCallback(() => {
    // Another tab may have stored other words meanwhile.
    if (readTopicDraft(userId).topic === latest.current.topic) storeTopicDraft(userId, EMPTY_DRAFT);
  }, [userId]);
  const forget = useCallback(() => {
    if (latest.current.asked) removeStored();
  }, [removeStored]);
  const empty = useCallback(
    (prompt: string) => {
      if (latest.current.topic.trim() !== prompt) return;
      removeStored();
      latest.current = EMPTY_DRAFT;
      setDraft(EMPTY_DRAFT);
    },
    [removeStored],
  );

  useLayoutEffect(() => {
    // Letters that were typed into the form before this one while this one was rendered.
    const stored = readTopicDraft(userId);
    if (stored.topic === latest.current.topic) return;
    latest.current = stored;
    setDraft(stored);
  }, [userId]);

  // A sermon that was asked for before the page was left may be finished by now.
  const [wasAsked] = useState(draft.asked);
  const { data: newest } = useQuery({ ...newestGenerationQuery(userId), enabled: wasAsked });
  useEffect(() => {
    if (newest?.state === "finished" && latest.current.asked) empty(newest.prompt);
  }, [newest, empty]);

  return {
    draft,
    change,
    /** A sermon is asked for; these words may be others than those in the form. */
    ask: (prompt: string) => {
      if (latest.current.topic.trim() === prompt) keep({ asked: true });
    },
    /** It was refused or has failed. */
    refuse: () => {
      if (latest.current.asked) keep({ asked: false });
    },
    /** The words that a sermon was asked for with need no longer be stored here; they stay in the form. */
    forget,
    /** A sermon on these words is finished: they go from the form too. */
    empty,
  };
}
