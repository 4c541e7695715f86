import { stem, words } from "./stem.ts";

/** Classes of words in a lexicon: "@child left the faith" matches a son, a daughter and a kid. */
export const CLASSES = {
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

/** Maximum number of words that a "…" in a phrase matches. */
const GAP = 3;

/** A parsed phrase of a lexicon. */
export interface Phrase {
  /** For each word the stems that match it, and whether other words may come before it. */
  steps: { any: ReadonlySet<string>; gap: boolean }[];
}

/** Sets of stems by what they were read from: 50,000 steps have 5,400 different ones. */
const sets = new Map<string, ReadonlySet<string>>();

function setOf(part: string, read: (part: string) => ReadonlySet<string>): ReadonlySet<string> {
  let any = sets.get(part);
  if (!any) sets.set(part, (any = read(part)));
  return any;
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

/** Parses "forgive my father" or "@child … stopped going to church|mass". Throws if it names an unknown class or has no word. */
export function readPhrase(text: string): Phrase {
  let phrase = phrases.get(text);
  if (!phrase) phrases.set(text, (phrase = parse(text)));
  return phrase;
}

/** Example texts that a phrase matches: "@child … moved|went" gives "son moved" and "daughter went". */
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

/** Parsed phrases by their text: several lexicons have the same ones. */
const phrases = new Map<string, Phrase>();

function parse(text: string): Phrase {
  const steps: Phrase["steps"] = [];
  let gap = false;
  for (const part of text.split(/\s+/u)) {
    if (part === "…") {
      gap = steps.length > 0;
      continue;
    }
    const isChoice = /[@|]/u.test(part);
    const choices = isChoice ? [setOf(part, oneOf)] : stemsOf(part).map((one) => setOf(one, (stem) => new Set([stem])));
    for (const any of choices) {
      steps.push({ any, gap });
      gap = false;
    }
  }
  if (steps.length === 0) throw new Error(`"${text}" has no word`);
  return { steps };
}

/** Positions of a phrase's words in a topic if its first is at `start`; null if the phrase does not match there. */
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

/** Whether one of the phrases stands among the stems; with `at`, only there. */
export const isNamedBy = (list: readonly Phrase[], stems: readonly string[], at?: number): boolean =>
  list.some((phrase) =>
    at === undefined ? stems.some((_, i) => findAt(phrase, stems, i) !== null) : findAt(phrase, stems, at) !== null,
  );
