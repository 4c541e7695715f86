import { stem, words } from "./stem.ts";

/** Words that stand for one another in a lexicon: "@child left the faith" is known of a son, a daughter and a kid alike. */
const CLASSES = {
  child: "son sons daughter daughters child children kid kids boy girl teen teens teenager teenagers stepson stepdaughter",
  grandchild: "grandson granddaughter grandchild grandchildren grandbaby grandkid grandkids",
  parent: "mother mom mum mama mommy father dad daddy papa parent parents stepmother stepmom stepfather stepdad",
  grandparent: "grandmother grandma granny grandfather grandpa nana nan grandparents",
  spouse: "husband wife spouse hubby",
  sweetheart: "boyfriend girlfriend partner fiance fiancee fiancé fiancée bf gf",
  sibling: "brother brothers sister sisters sibling siblings twin",
  inlaw: "mother-in-law father-in-law sister-in-law brother-in-law son-in-law daughter-in-law",
  relative: "aunt uncle cousin nephew niece",
  friend: "friend friends",
} as const;
const KIN = Object.entries(CLASSES)
  .filter(([name]) => name !== "friend")
  .map(([, members]) => members)
  .join(" ");
const NUMBERS =
  "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty ninety hundred";

const stemsOf = (text: string): string[] => words(text).map(stem);
const CLASS_WORDS = new Map(
  Object.entries({ ...CLASSES, kin: KIN, loved: `${KIN} ${CLASSES.friend}`, number: NUMBERS }).map(([name, members]) => [
    `@${name}`,
    members,
  ]),
);
const classes = new Map<string, ReadonlySet<string>>(
  [...CLASS_WORDS].map(([name, members]) => [name, new Set(stemsOf(members))]),
);
classes.set("@number", new Set([...stemsOf(NUMBERS), ...Array.from({ length: 120 }, (_, n) => String(n))]));

/** At most so many words may stand where a phrase has its "…". */
const GAP = 3;

/** A phrase of a lexicon, ready to be found. */
export interface Phrase {
  /** Each word's stems, any of which will do, and whether others may stand before it. */
  steps: { any: ReadonlySet<string>; gap: boolean }[];
}

/** The stems of "@child" or "@spouse|boyfriend". */
function oneOf(part: string): ReadonlySet<string> {
  const any = new Set<string>();
  for (const name of part.split("|")) {
    const members = name.startsWith("@") ? classes.get(name) : stemsOf(name);
    if (!members) throw new Error(`there is no class of words "${name}"`);
    for (const member of members) any.add(member);
  }
  return any;
}

/**
 * Reads "forgive my father", "@child … stopped going to church|mass". Throws if it names a class that there is not, or no word.
 */
export function readPhrase(text: string): Phrase {
  let phrase = phrases.get(text);
  if (!phrase) phrases.set(text, (phrase = parse(text)));
  return phrase;
}

/** What somebody may have typed whom a phrase is found in: "@child … moved|went" is "son moved" and "daughter went". */
export function expandPhrase(text: string): string[] {
  const members = (name: string): readonly string[] => {
    const of = CLASS_WORDS.get(name);
    return of ? of.split(" ") : [name];
  };
  const parts = text.split(/\s+/u).filter((part) => part !== "…");
  const options = parts.map((part) => part.split("|").flatMap(members));
  const count = Math.min(2, Math.max(...options.map(({ length }) => length)));
  return Array.from({ length: count }, (_, i) => options.map((option) => option[i % option.length] ?? "").join(" "));
}

/** Every set of themes has its own lexicon, of the same phrases. */
const phrases = new Map<string, Phrase>();

function parse(text: string): Phrase {
  const steps: Phrase["steps"] = [];
  let gap = false;
  for (const part of text.split(/\s+/u)) {
    if (part === "…") {
      gap = steps.length > 0;
      continue;
    }
    const sets = /[@|]/u.test(part) ? [oneOf(part)] : stemsOf(part).map((one) => new Set([one]));
    for (const any of sets) {
      steps.push({ any, gap });
      gap = false;
    }
  }
  if (steps.length === 0) throw new Error(`"${text}" has no word`);
  return { steps };
}

/** Where the words of a phrase stand in a topic if its first is the one at `start`; null if they do not follow. */
export function findAt({ steps }: Phrase, stems: readonly string[], start: number): number[] | null {
  const found: number[] = [];
  let next = start;
  for (const { any, gap } of steps) {
    const last = gap ? next + GAP : next;
    while (next <= last && !any.has(stems[next] ?? "")) next++;
    if (next > last) return null;
    found.push(next++);
  }
  return found;
}
