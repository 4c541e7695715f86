import { respeller } from "../respell.ts";
import { type Language, LANGUAGES } from "./codes.ts";

/** Before the name of a language in the list of known words. */
export const LANGUAGE_MARK = "=";
/** Languages whose words end at a space; of the others no word can be righted on its own. */
export const RESPELLED: readonly Language[] = LANGUAGES.filter((language) => language !== "zh" && language !== "ko");

/** What people write for one another where they write as they hear. Applied in this order. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/gu, "f"],
  [/(?:qu|ck|c(?![eih])|q)/gu, "k"],
  [/(?:sch|ch|sh|sz|cz)/gu, "S"],
  [/[zcx]/gu, "s"],
  [/[vw]/gu, "b"],
  [/h/gu, ""],
  [/(?:ll|[yj])/gu, "i"],
  [/(.)\1+/gu, "$1"],
];

function soundOf(word: string): string {
  return SOUNDS.reduce((rest, [pattern, to]) => rest.replace(pattern, to), word);
}

/** Rights the words of folded text by those that its language's lessons have. `words`: as `train.ts` lists them. */
export function respellerOf(words: readonly string[]): (folded: string, language: Language) => string {
  const lists = new Map<string, string[]>();
  let list: string[] = [];
  for (const word of words)
    if (word.startsWith(LANGUAGE_MARK)) lists.set(word.slice(1), (list = []));
    else list.push(word);
  const made = new Map<Language, (folded: string) => string>();
  return (folded, language) => {
    const known = lists.get(language);
    if (!known) return folded;
    const righted = made.get(language) ?? respeller(known, known.length, () => false, soundOf);
    made.set(language, righted);
    return righted(folded);
  };
}
