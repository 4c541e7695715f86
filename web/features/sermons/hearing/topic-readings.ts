import { queryOptions } from "@tanstack/react-query";
import { TOPIC_MAX_CHARS } from "../../../../shared/constants.ts";
import { readTopic } from "../../../../shared/endpoints/sermons.ts";
import type { Audience } from "../../../../shared/reading.ts";
import { callEndpoint } from "../../../lib/call-endpoint.ts";

/** Shown where none of the readings is right. */
export const NONE_HEARD = "A sermon that takes nothing for granted.";

const FEWEST_WORDS = 2;
const FEWEST_LETTERS = 6;

/** Whether there is enough of a topic to hear something in it. */
export function isReadable(prompt: string): boolean {
  const words = prompt.split(/\s+/u).filter(Boolean).length;
  const letters = prompt.match(/\p{L}/gu)?.length ?? 0;
  return (words >= FEWEST_WORDS || letters >= FEWEST_LETTERS) && prompt.length <= TOPIC_MAX_CHARS;
}

/** What the person says of their topic: whom it is for, what it is about, and what is so. */
export interface Told {
  audience?: Audience | undefined;
  theme?: string | undefined;
  confirmed?: readonly string[] | undefined;
}

/**
 * What is heard in a topic, and in it with what the person says of it. It is asked for once for each text, not while offline, and a
 * failure is no matter: nothing is shown then.
 */
export const readingsQuery = (prompt: string, { audience, theme, confirmed = [] }: Told = {}) =>
  queryOptions({
    queryKey: ["read-topic", prompt, audience ?? null, theme ?? null, confirmed],
    queryFn: () =>
      callEndpoint(readTopic, {
        prompt,
        ...(audience && { audience }),
        ...(theme && { theme }),
        ...(confirmed.length > 0 && { facts: [...confirmed] }),
      }),
    // The topic is not kept for longer than somebody may take to change their mind about a word.
    gcTime: 60_000,
    staleTime: Infinity,
    // The server reads one topic of a person at a time.
    retry: 1,
    retryDelay: 500,
    networkMode: "online",
    refetchOnReconnect: false,
  });
