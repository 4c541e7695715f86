import { KIN_WORDS } from "./kin-words.ts";

/** A first name as it is typed in a sentence: "Lamin", "Jo-Ann", "O’Neil". */
const NAME = String.raw`\p{Lu}\p{Ll}+(?:[-’']\p{Lu}?\p{Ll}+)?`;
const OWN = String.raw`(?<![\p{L}])(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir)\s+(?:\p{Ll}+[\s-]+){0,2}`;
/** "my brother Lamin", "our little neighbour Tom". */
const AFTER_KIN = new RegExp(`${OWN}(?:${KIN_WORDS.join("|")})\\s+(${NAME})(?!\\p{L})`, "gu");
/** "our Ruthie got her first pay slip", "my Tom’s". */
const OWN_ALONE = new RegExp(
  String.raw`(?<![\p{L}])(?:[Mm]y|[Oo]ur)\s+(?:little\s+)?(${NAME})(?=[’']s|[,.!]|\s+(?:who|is|was|has|had|got|and|will|can|did|does|came|went|just|died)(?!\p{L}))`,
  "gu",
);
/** "we named her Wren" */
const NAMED = new RegExp(`(?:[Ww]e|I) named (?:him|her) (${NAME})(?!\\p{L})`, "gu");
/** Capitals that are no names of people. */
const NO_NAMES = new Set(
  `God Lord Jesus Christ Father Lady Bible Church Saviour Mass Easter Christmas Advent Lent Sunday Monday Tuesday Wednesday Thursday Friday Saturday January
  February March April June July August September October November December Said Says Was Has Is And But Who Catholic Methodist Baptist Anglican Lutheran
  Mr Mrs Ms Dr Rev Pastor Reverend Bishop Orthodox Pentecostal Muslim Hindu Jewish Christian English American French German`.split(
    /\s+/u,
  ),
);
const MOST_NAMES = 2;

/**
 * First names of people whom a topic says to be somebody's, in the order of the topic; none if more are named than one sentence holds. Pure.
 */
export function namesIn(topic: string): string[] {
  const found = [AFTER_KIN, OWN_ALONE, NAMED].flatMap((pattern) =>
    [...topic.matchAll(pattern)].map(({ 1: name = "", index }) => ({ name: name.replace(/[’']s$/u, ""), index })),
  );
  const names = [...new Set(found.toSorted((a, b) => a.index - b.index).map(({ name }) => name))].filter(
    (name) => !NO_NAMES.has(name) && !KIN_WORDS.includes(name.toLowerCase()),
  );
  return names.length > MOST_NAMES ? [] : names;
}
