import { setTimeout } from "node:timers/promises";
import type { HeardReading, PossibleFact } from "../../shared/endpoints/sermons.ts";
import { printReadingKey, type Audience } from "../../shared/reading.ts";
import { isPublic } from "../hearing/audience.ts";
import { describe, describeFact, describeTheme, sayBack } from "../hearing/describe.ts";
import { possibleFacts } from "../hearing/possible-facts.ts";
import { readingFor, readTopic, weighTopic } from "../hearing/reading.ts";
import { assessTopic } from "../safety/crisis-gate.ts";
import { topicLanguage } from "../safety/languages/topic-language.ts";
import { printReference } from "../scripture/passage.ts";
import { knownFacts } from "../themes/facts.ts";
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

interface Heard {
  readings: HeardReading[];
  possible: PossibleFact[];
  audience: Audience;
}

/** What the person says of their topic. */
interface Told {
  /** In place of the one that is heard. */
  audience?: Audience | undefined;
  /** What it is about, chosen among all subjects. */
  theme?: string | undefined;
  /** Facts that are so. */
  confirmed?: readonly string[] | undefined;
}

/**
 * What a topic can be understood to say, the likeliest first, each told to the person, and what may be true beside it. A theme that the
 * person chose is among the readings, at the end if it was not heard, and what they confirmed is among the possible facts.
 */
export function heardReadings(topic: string, { audience, theme: chosen, confirmed: names = [] }: Told = {}): Heard {
  const likelihoods = weighTopic(topic, allThemes());
  const asHeard = readTopic(topic, allThemes(), { likelihoods, audience });
  const forWhom = asHeard[0]?.audience ?? "self";
  const named = allThemes().find(({ id }) => id === chosen);
  // Of hearers nothing is asked, and nothing that was confirmed is told.
  const confirmed = isPublic(forWhom) ? [] : knownFacts(names);
  const readings = confirmed.length === 0 ? asHeard : readTopic(topic, allThemes(), { confirmed, audience });
  if (named && !readings.some(({ theme }) => theme === named))
    readings.push(readingFor(topic, allThemes(), printReadingKey({ theme: named.id, audience: forWhom, confirmed })));
  const possible = new Set([...possibleFacts(likelihoods, forWhom, named), ...confirmed]);
  const lines = new Set<string>();
  const told: HeardReading[] = [];
  for (const reading of readings) {
    const line = describe({ ...reading, audience: forWhom }, topic);
    const isTold = lines.has(line);
    lines.add(line);
    const [passage] = reading.passages;
    // A homily on a passage is the same for all of them.
    if (isTold && passage && reading.theme !== named && (isPublic(forWhom) || !sayBack(reading, topic))) continue;
    // What was confirmed is part of all readings: the others are told by what they are about.
    const isPlain = isTold || (told.length > 0 && confirmed.length > 0);
    told.push({
      // Which of the confirmed facts are sent along is up to the person.
      key: printReadingKey({ theme: reading.theme.id, audience: forWhom, confirmed: [] }),
      heard: isPlain && reading.theme !== named ? describeTheme(reading) : line,
      passage: passage ? printReference(passage) : null,
    });
  }
  return {
    readings: told,
    possible: Array.from(possible, (one) => ({ fact: one, told: describeFact(one, topic) })),
    audience: forWhom,
  };
}

/** The theme that a sermon on this topic was written on. */
export const themeHeard = (topic: string, key: string | null): string =>
  readingFor(topic, allThemes(), key ?? undefined).theme.id;
