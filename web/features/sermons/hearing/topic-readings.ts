import { queryOptions } from "@tanstack/react-query";
import { TOPIC_MAX_CHARS } from "../../../../shared/constants.ts";
import { readTopic } from "../../../../shared/endpoints/sermons.ts";
import { NO_READING, type Audience } from "../../../../shared/reading.ts";
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

/**
 * What is heard in a topic; with `audience`, as it is told for another one. It is asked for once for each text, not while offline, and a
 * failure is no matter: nothing is shown then.
 */
export const readingsQuery = (prompt: string, audience?: Audience) =>
  queryOptions({
    queryKey: ["read-topic", prompt, audience ?? null],
    queryFn: () => callEndpoint(readTopic, audience ? { prompt, audience } : { prompt }),
    // The topic is not kept for longer than somebody may take to change their mind about a word.
    gcTime: 60_000,
    staleTime: Infinity,
    // The server reads one topic of a person at a time.
    retry: 1,
    retryDelay: 500,
    networkMode: "online",
    refetchOnReconnect: false,
  });

/** The theme of a reading's key. */
export const themeOf = (key: string): string => key.split(".")[0] ?? NO_READING;
