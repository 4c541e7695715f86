import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HeardReading } from "../../../../shared/endpoints/sermons.ts";
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
  /** Key of the reading, if it is another one than the server would take by itself. */
  chosen: string | undefined;
}

/** What is heard in the topic, and what the person made of it; null while there is nothing to show. */
export function useHeard(topic: string): {
  heard: Heard | null;
  choose: (reading: HeardReading) => void;
  chooseAudience: (audience: Audience) => void;
} {
  const prompt = useSettled(topic.trim(), PAUSE_MS);
  const [theme, setTheme] = useState<{ id: string; prompt: string } | null>(null);
  const [audience, setAudience] = useState<Audience | null>(null);
  const enabled = isReadable(prompt) && navigator.onLine;
  // The former answer stays while the next one is on its way, so that nothing blinks.
  const asHeard = useQuery({ ...readingsQuery(prompt), enabled, placeholderData: keepPreviousData });
  const isOther = audience !== null && asHeard.data !== undefined && asHeard.data.audience !== audience;
  const asChosen = useQuery({
    ...readingsQuery(prompt, audience),
    enabled: enabled && isOther && !asHeard.isPlaceholderData,
    placeholderData: keepPreviousData,
  });
  return {
    heard: enabled && asHeard.data ? combine() : null,
    choose: ({ key }) => setTheme({ id: themeOf(key), prompt }),
    chooseAudience: setAudience,
  };

  function combine(): Heard | null {
    const [likeliest] = asHeard.data?.readings ?? [];
    if (!asHeard.data || !likeliest) return null;
    const heardAudience = asHeard.data.audience;
    const forWhom = audience ?? heardAudience;
    const told = (isOther ? asChosen.data?.readings : undefined) ?? asHeard.data.readings;
    const readings = told.map((reading) => ({ ...reading, key: `${themeOf(reading.key)}.${forWhom}` }));
    const none = { key: `${NO_READING}.${forWhom}`, heard: NONE_HEARD, passage: likeliest.passage };
    const all = readings.some(({ key }) => key === none.key) ? readings : [...readings, none];
    const wanted = all.find(({ key }) => themeOf(key) === theme?.id);
    // "None of these" was said of other words.
    const isStale = wanted === none && theme?.prompt !== prompt;
    const reading = (isStale ? undefined : wanted) ?? all[0] ?? none;
    return {
      reading,
      others: all.filter((one) => one !== reading),
      audience: forWhom,
      heardAudience,
      chosen: reading.key === likeliest.key ? undefined : reading.key,
    };
  }
}
