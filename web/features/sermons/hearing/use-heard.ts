import { useQuery, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { HeardReading, PossibleFact, TopicReadings } from "../../../../shared/endpoints/sermons.ts";
import { MOST_CONFIRMED, NO_READING, parseReadingKey, printReadingKey, type Audience } from "../../../../shared/reading.ts";
import { isReadable, NONE_HEARD, readingsQuery, type Told } from "./topic-readings.ts";
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
  /** What may be so, and what the person confirmed. */
  possible: PossibleFact[];
}

interface Answer {
  prompt: string;
  /** As the server heard it. */
  heard: TopicReadings;
  /** The same, with the audience and the theme that were chosen and the facts that were confirmed. */
  told: TopicReadings;
}

/** What the person changed of what was heard. */
export interface Choice {
  theme?: string | undefined;
  /** The words that the theme was chosen for. */
  prompt?: string | undefined;
  audience?: Audience | undefined;
  /** Facts that the person says are so, whatever the words. */
  confirmed?: string[] | undefined;
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
  choose: (theme: string) => void;
  chooseAudience: (audience: Audience) => void;
  /** Says that a fact is so, or takes that back. */
  confirm: (fact: string, isSo: boolean) => void;
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
  const { confirmed = [] } = choice;
  const chosen = themeFor(prompt, choice);
  // Whoever goes through a list with the arrow keys chooses each of its themes for a moment.
  const settled = useSettled(chosen, PAUSE_MS, undefined);
  // Under other words the theme is gone at once.
  const theme = chosen === undefined ? undefined : settled;
  const isTold = audience !== asHeard.data?.audience || theme !== undefined || confirmed.length > 0;
  const asTold = useQuery({
    ...readingsQuery(prompt, { audience, theme, confirmed }),
    enabled: enabled && isTold && asHeard.isSuccess,
  });
  const told = isTold && !asTold.isError ? asTold.data : asHeard.data;

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
    choose: (chosen) => choose({ theme: chosen, prompt }),
    chooseAudience: (chosen) => choose({ audience: chosen }),
    confirm: (fact, isSo) =>
      setState((now) => ({ ...now, choice: { ...now.choice, confirmed: confirming(now.choice.confirmed ?? [], fact, isSo) } })),
  };
}

/** The theme that was chosen, as long as the words for which it was chosen stand at the beginning of these. */
const themeFor = (prompt: string, choice: Choice): string | undefined =>
  choice.theme !== NO_READING && choice.prompt !== undefined && prompt.startsWith(choice.prompt) ? choice.theme : undefined;

/** The confirmed facts after one was said to be so, or not; the oldest goes if there are too many. */
export function confirming(confirmed: readonly string[], fact: string, isSo: boolean): string[] {
  const others = confirmed.filter((one) => one !== fact);
  return isSo ? [...others, fact].slice(-MOST_CONFIRMED) : others;
}

/**
 * Key of the reading that was chosen for these words, if it is another one than the server would take by itself. What is shown may still be
 * of other words, so it is read for these, or looked up where that was done.
 */
export async function chosenReading(client: QueryClient, prompt: string, choice: Choice): Promise<string | undefined> {
  const { audience, confirmed = [] } = choice;
  if ((!choice.theme && !audience && confirmed.length === 0) || !isReadable(prompt)) return undefined;
  const theme = themeFor(prompt, choice);
  const read = (told: Told) => client.fetchQuery({ ...readingsQuery(prompt, told), networkMode: "always" });
  try {
    const heard = await read({});
    const isTold = theme !== undefined || confirmed.length > 0;
    const told = isTold ? await read({ audience: audience ?? heard.audience, theme, confirmed }) : heard;
    const key = heardIn({ prompt, heard, told }, choice)?.reading.key;
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
  const { confirmed = [] } = choice;
  const keyOf = (theme: string) => printReadingKey({ theme, audience, confirmed });
  const readings = told.readings.map((reading) => ({ ...reading, key: keyOf(parseReadingKey(reading.key).theme) }));
  const none = { key: keyOf(NO_READING), heard: NONE_HEARD, passage: likeliest.passage };
  const all = readings.some(({ key }) => key === none.key) ? readings : [...readings, none];
  const wanted = all.find(({ key }) => parseReadingKey(key).theme === choice.theme);
  // "None of these" was said of other words.
  const isStale = wanted === none && choice.prompt !== prompt;
  const reading = (isStale ? undefined : wanted) ?? all[0] ?? none;
  return {
    reading,
    // One that is said in the same words, such as of a homily, is no other one to whoever reads it.
    others: all.filter((one) => one !== reading && one.heard !== reading.heard),
    audience,
    heardAudience: heard.audience,
    possible: told.possible,
  };
}
