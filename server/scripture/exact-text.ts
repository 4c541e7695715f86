import type { Translation } from "../../shared/sermon.ts";
import { allVerses } from "./corpus.ts";

/** Words and inner punctuation: quotation marks, the mark at the end and the kind of white space and apostrophe do not count. */
export function bareText(text: string): string {
  return text
    .replace(/[“”"‘*]|[’'](?!\p{L})/gu, "")
    .replaceAll("’", "'")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[.,;:!?…—]+$/u, "")
    .trim();
}

const whole = new Map<Translation, string>();

/** Whether a text stands in a translation word for word, in one verse or in verses that follow each other. */
export function isExact(text: string, translation: Translation): boolean {
  const bible = whole.get(translation) ?? bareText([...allVerses(translation)].map((verse) => verse.text).join(" "));
  whole.set(translation, bible);
  const words = bareText(text);
  for (let at = bible.indexOf(words); at >= 0; at = bible.indexOf(words, at + 1))
    if (
      !/[\p{L}\p{N}]/u.test(bible[at - 1] ?? " ") &&
      !/^(?:\p{L}|\p{N}|'\p{L})/u.test(bible.slice(at + words.length, at + words.length + 2))
    )
      return words !== "";
  return false;
}
