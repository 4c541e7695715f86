import type { Translation } from "../../shared/sermon.ts";
import { counterpart } from "./counterpart.ts";
import { findReferences, type PassageRange } from "./passage.ts";

const LAST_CHAPTER_VERSE = 200;
const wholeChapters = ({ from, to }: PassageRange): PassageRange => ({
  from: { ...from, verse: 1 },
  to: { ...to, verse: LAST_CHAPTER_VERSE },
});

/** The mark at the end stays the sentence's own. */
const END = /[.,;:?!]$/u;

/**
 * A paragraph that quotes the World English Bible, with the words of another translation in its quotation marks: those of the same
 * place in the passage `about`, or in a chapter that the paragraph names. Where the translations differ too much the words stay in
 * italics, as what is told in other words, and are no quotation any more.
 */
export function quoteInTranslation(paragraph: string, translation: Translation = "WEB", about = ""): string {
  if (translation === "WEB" || !paragraph.includes("“")) return paragraph;
  const named = [...findReferences(about), ...findReferences(paragraph)].map(({ range }) => range);
  const ranges = [...named, ...named.map(wholeChapters)];
  return paragraph.replace(/“([^“”]*)”/gu, (_, quoted: string) => {
    const words = counterpart(quoted, ranges, translation);
    if (words === null) return `*${quoted.replace(/^Yahweh/u, "The LORD").replaceAll("Yahweh", "the LORD")}*`;
    if (words === quoted) return `“${quoted}”`;
    return `“${words.replaceAll("'", "’")}${END.exec(quoted)?.[0] ?? ""}”`;
  });
}
