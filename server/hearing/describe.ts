import { readFileSync } from "node:fs";
import { z } from "zod";
import { FACTS, fact, isTelling, withImplied, type Fact } from "../themes/facts.ts";
import { printReference } from "../scripture/passage.ts";
import { durationIn, kinIn, type KinClass } from "./people.ts";
import type { Audience } from "../../shared/reading.ts";
import { SUBJECTS } from "../../shared/subjects.ts";
import { isPublic } from "./audience.ts";
import type { Reading } from "./reading.ts";

/**
 * What is said of a reading. `{parent}` and the like stand for the person that the topic names, `[ for {time}]` is left out if the
 * topic names no time.
 */
const prose = z.string().min(1);
const heard = z.strictObject({
  /** Clauses that are said to the person: "your {parent} has died". */
  facts: z.record(fact, prose),
});

let texts: z.infer<typeof heard> | undefined;
const readTexts = (): z.infer<typeof heard> =>
  (texts ??= heard.parse(JSON.parse(readFileSync(new URL("./heard.json", import.meta.url), "utf8"))));

/** Most facts that are said back: more would read like a file. */
const MOST_FACTS = 2;
const IMPORTANCE = Object.keys(FACTS) as Fact[];

function filled(clause: string, topic: string): string {
  return clause
    .replace(/\[([^\]]*)\]/gu, (_, inner: string) => (inner.includes("{time}") && !durationIn(topic) ? "" : inner))
    .replaceAll("{time}", durationIn(topic) ?? "")
    .replace(/\{(\w+)\}/gu, (_, kin: string) => kinIn(topic, kin as KinClass));
}

/** Facts that say the same once more, each with the one that says it better. */
const SAID_BETTER: Partial<Record<Fact, Fact>> = {
  widowed: "partner-died",
  "child-died": "pregnancy-lost",
  "new-arrival": "new-baby",
  joyful: "grateful",
};

/** Facts that follow from another one that was said. */
function follows(one: Fact, said: readonly Fact[]): boolean {
  const better = SAID_BETTER[one];
  return (
    said.some((other) => other !== one && withImplied([other]).has(one) && !withImplied([one]).has(other)) ||
    (better !== undefined && said.includes(better))
  );
}

/** The clauses of the facts that were said outright, the theme's own first; those that only follow from others are left out. */
function clausesOf({ said, theme }: Reading, topic: string): string[] {
  const { facts } = readTexts();
  return said
    .filter((one) => isTelling(one) && !follows(one, said))
    .toSorted(
      (a, b) =>
        Number(theme.facts.includes(b)) - Number(theme.facts.includes(a)) || IMPORTANCE.indexOf(a) - IMPORTANCE.indexOf(b),
    )
    .slice(0, MOST_FACTS)
    .map((one) => filled(facts[one], topic));
}

const HEARERS: Record<Audience, string> = {
  self: "you",
  other: "you",
  congregation: "a congregation",
  group: "a group",
  children: "children",
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A fact, told to the person whose topic it is: "Your father has died". */
export const describeFact = (one: Fact, topic: string): string => capitalised(filled(readTexts().facts[one], topic));

/** What was heard, without a full stop: "Your father has died, and you lie awake at night". Null if no fact was. */
export function sayBack(reading: Reading, topic: string): string | null {
  const clauses = clausesOf(reading, topic);
  return clauses.length > 0 ? capitalised(clauses.join(", and ")) : null;
}

const SUBJECT_OF_THEME = new Map<string, string>(Object.values(SUBJECTS).flatMap((group) => Object.entries(group)));
const about = ({ theme }: Reading): string => SUBJECT_OF_THEME.get(theme.id) ?? theme.name.toLowerCase();

/** One line on the theme alone: "A sermon about grief." */
export const describeTheme = (reading: Reading): string => `A sermon about ${about(reading)}.`;

/** One line on what was heard: "Your father has died, and you have not spoken with your brother for six years." */
export function describe(reading: Reading, topic: string): string {
  const [passage] = reading.passages;
  if (isPublic(reading.audience)) {
    const subject = passage ? `on ${printReference(passage)}` : `about ${about(reading)}`;
    return `A homily for ${HEARERS[reading.audience]}, ${subject}.`;
  }
  const clauses = sayBack(reading, topic);
  if (clauses !== null) return `${clauses}.`;
  return passage ? `You ask for ${printReference(passage)}.` : describeTheme(reading);
}
