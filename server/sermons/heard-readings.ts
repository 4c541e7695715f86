import { setTimeout } from "node:timers/promises";
import type { HeardReading } from "../../shared/endpoints/sermons.ts";
import type { Audience } from "../../shared/reading.ts";
import { describe } from "../hearing/describe.ts";
import { readingFor, readTopic, type Reading } from "../hearing/reading.ts";
import { assessTopic } from "../safety/crisis-gate.ts";
import { topicLanguage } from "../safety/languages/topic-language.ts";
import { printReference } from "../scripture/passage.ts";
import type { Theme } from "../themes/theme.ts";
import { readThemes } from "../themes/themes.ts";

let themes: readonly Theme[] | undefined;
const allThemes = (): readonly Theme[] => (themes ??= readThemes());

/** Topics that use every part of hearing, the rules for other languages among them. */
const PROBE = "My mother died in spring, and I cannot forgive my brother. Psalm 23";
const FOREIGN_PROBE = "Mi madre murió en primavera";

/**
 * Reads themes and models, some seconds of computing, so that nobody who pauses while typing has to wait for it. Step by step, with a
 * pause before each, so that requests are answered in between. Ends early when the signal aborts.
 */
export async function prepareHearing({ pauseMs, signal }: { pauseMs: number; signal?: AbortSignal }): Promise<void> {
  const steps = [
    allThemes,
    () => topicLanguage(PROBE),
    () => assessTopic(PROBE),
    () => assessTopic(FOREIGN_PROBE),
    () => heardReadings(PROBE),
  ];
  for (const step of steps) {
    await setTimeout(pauseMs, undefined, { ref: false, ...(signal && { signal }) }).catch(() => undefined);
    if (signal?.aborted) return;
    step();
  }
}

/** What a topic can be understood to say, the likeliest first, each told to the person; `audience` in place of the one that is heard. */
export function heardReadings(topic: string, audience?: Audience): { readings: HeardReading[]; audience: Audience } {
  const readings = readTopic(topic, allThemes());
  const forWhom = audience ?? readings[0]?.audience ?? "self";
  return { readings: readings.map((reading) => told({ ...reading, audience: forWhom }, topic)), audience: forWhom };
}

function told(reading: Reading, topic: string): HeardReading {
  const [passage] = reading.passages;
  return {
    key: `${reading.theme.id}.${reading.audience}`,
    heard: describe(reading, topic),
    passage: passage ? printReference(passage) : null,
  };
}

/** The theme that a sermon on this topic was written on. */
export const themeHeard = (topic: string, key: string | null): string =>
  readingFor(topic, allThemes(), key ?? undefined).theme.id;
