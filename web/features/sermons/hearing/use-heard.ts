import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { HeardReading, TopicReadings } from "../../../../shared/endpoints/sermons.ts";
import { NO_READING, type Audience } from "../../../../shared/reading.ts";
import { isReadable, NONE_HEARD, readingsQuery, themeOf } from "./topic-readings.ts";
import { useSettled } from "./use-settled.ts";

/** How long nobody types before a topic is read. */
const PAUSE_MS = 400;

export interface Heard {
  reading: HeardReading;
  /** What it could be instead, "none of these" last. */
  others: HeardReading[];
  audience: Audience;
  /** Whom the server heard that the sermon is for. */
  heardAudience: Audience;
}

interface Answer {
  prompt: string;
  /** As the server heard it. */
  heard: TopicReadings;
  /** The same, told for the audience that was chosen. */
  told: TopicReadings;
}
/** What the person changed of what was heard. */
export interface Choice {
  theme?: string | undefined;
  /** The words that the theme was chosen for. */
  prompt?: string | undefined;
  audience?: Audience | undefined;
}
export const NO_CHOICE: Choice = {};

/** What is heard in the topic, and what the person made of it, at first `made`; null while there is nothing to show. */
export function useHeard(
  topic: string,
  made = NO_CHOICE,
): {
  heard: Heard | null;
  choice: Choice;
  /** Said in place of what was heard where the topic is in another language. */
  language: TopicReadings["language"];
  /** The topic was read, or could not be, and there is nothing to say. */
  isSilent: boolean;
  choose: (reading: HeardReading) => void;
  chooseAudience: (audience: Audience) => void;
} {
  const typed = topic.trim();
  // A topic that is there when the page opens is read after the pause too.
  const prompt = useSettled(typed, PAUSE_MS, "");
  // The former answer stays while the next one is on its way, so that nothing blinks; it goes when the topic is emptied.
  const [{ answer: former, choice }, setState] = useState<{ answer: Answer | null; choice: Choice }>({
    answer: null,
    choice: made,
  });
  const enabled = isReadable(prompt) && navigator.onLine;
  const asHeard = useQuery({ ...readingsQuery(prompt), enabled });
  const audience = choice.audience ?? asHeard.data?.audience;
  const isOther = audience !== asHeard.data?.audience;
  const asTold = useQuery({ ...readingsQuery(prompt, audience), enabled: enabled && isOther && asHeard.isSuccess });
  const told = isOther && !asTold.isError ? asTold.data : asHeard.data;

  const newest = asHeard.data && told ? { prompt, heard: asHeard.data, told } : null;
  const answer = enabled && typed && !asHeard.isError ? (newest ?? former) : null;
  // Not while offline: the choice holds when the topic can be read again.
  const ended = !isReadable(prompt) && !isReadable(typed) && choice !== NO_CHOICE;
  if (ended || answer?.heard !== former?.heard || answer?.told !== former?.told)
    setState({ answer, choice: ended ? NO_CHOICE : choice });

  const choose = (part: Choice) => setState((now) => ({ ...now, choice: { ...now.choice, ...part } }));
  const heard = answer && heardIn(answer, choice);
  return {
    heard,
    choice,
    language: answer?.heard.language ?? null,
    isSilent: enabled && !heard && (answer !== null || asHeard.isError),
    choose: ({ key }) => choose({ theme: themeOf(key), prompt }),
    chooseAudience: (chosen) => choose({ audience: chosen }),
  };
}

/**
 * Key of the reading that was chosen for these words, if it is another one than the server would take by itself. What is shown may still be
 * of other words, so it is read for these, or looked up where that was done.
 */
export async function chosenReading(client: QueryClient, prompt: string, choice: Choice): Promise<string | undefined> {
  if ((!choice.theme && !choice.audience) || !isReadable(prompt)) return undefined;
  try {
    const heard = await client.fetchQuery({ ...readingsQuery(prompt), networkMode: "always" });
    const key = heardIn({ prompt, heard, told: heard }, choice)?.reading.key;
    return key === heard.readings[0]?.key ? undefined : key;
  } catch {
    // The sermon is asked for next, and that says what is wrong.
    return undefined;
  }
}

function heardIn({ prompt, heard, told }: Answer, choice: Choice): Heard | null {
  const [likeliest] = heard.readings;
  if (!likeliest) return null;
  const audience = choice.audience ?? heard.audience;
  const readings = told.readings.map((reading) => ({ ...reading, key: `${themeOf(reading.key)}.${audience}` }));
  const none = { key: `${NO_READING}.${audience}`, heard: NONE_HEARD, passage: likeliest.passage };
  const all = readings.some(({ key }) => key === none.key) ? readings : [...readings, none];
  const wanted = all.find(({ key }) => themeOf(key) === choice.theme);
  // "None of these" was said of other words.
  const isStale = wanted === none && choice.prompt !== prompt;
  const reading = (isStale ? undefined : wanted) ?? all[0] ?? none;
  return {
    reading,
    // One that is said in the same words, such as of a homily, is no other one to whoever reads it.
    others: all.filter((one) => one !== reading && one.heard !== reading.heard),
    audience,
    heardAudience: heard.audience,
  };
}
