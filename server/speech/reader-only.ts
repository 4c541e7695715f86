import type { BlockKind } from "../../shared/sermon-text.ts";

/** What stands where a reader looks, and a hearer has nothing. */
const ON_THE_PAGE = String.raw`(?:on (?:the|this|your) (?:page|screen)|(?:on|at the (?:top|foot|bottom|end) of) (?:the|this) (?:page|text)|in the (?:outline|notes|footnotes?)\b|(?:the|this) (?:outline|picture|image|text|note|paragraph|list) (?:above|below)|(?:above|below)[.:]?$)`;
const LOOK = String.raw`(?:see|look|turn|go back|come back|glance|check|compare|find)`;
const LEAD_IN = String.raw`^[^\p{L}]*(?:(?:and|but|yet|so|then|now|please|first) )?`;
/** Words that make an instruction one for another time: "before you sleep". */
const LATER =
  /\b(?:every|each|daily|once a|days?|mornings?|evenings?|nights?|tonight|tomorrow|weeks?|month|before|after|when|beside|instead|in the place)\b/iu;

const READ_AGAIN = new RegExp(
  String.raw`${LEAD_IN}read (?:it|them|this|that|these|those|this one|(?:the|this|that|these|those) (?:verses?|passage|psalm|lines?|sentences?|words|text|paragraph|chapter)|verses? \d+(?: (?:to|and) \d+|[–-]\d+)?)(?: \w+)? ?(?:again|twice|once more|a second time|three times|over)\b`,
  "iu",
);
/** Sentences that send a reader to another place of the page. */
const LOOKS_ELSEWHERE = [
  new RegExp(String.raw`${LEAD_IN}${LOOK}\b.{0,80}?${ON_THE_PAGE}`, "iu"),
  new RegExp(String.raw`${LEAD_IN}(?:see|look at|find) (?:the|this|our) (?:outline|notes?|footnotes?|sources)\b`, "iu"),
  new RegExp(String.raw`${LEAD_IN}as (?:you can see|shown|printed|noted)\b.{0,40}?(?:above|below|outline|page|screen)\b`, "iu"),
  new RegExp(String.raw`${LEAD_IN}(?:scroll|tap|click)\b`, "iu"),
  /\b(?:is|are|stand|stands) in the (?:outline|notes|footnotes?)\b/iu,
];
const ASIDE =
  /\((?:see|look at|compare|cf\.) (?:also )?(?:(?:the|this|our) )?(?:outline|notes?|footnotes?|sources|page|picture|above|below)\b/iu;
const ASIDE_END = /\)([.,;:!?…]*)["”’]?$/u;

/** An action of a list is for later, so "read it again" in one is no instruction for this moment. */
function suitsOnlyReaders(sentence: string, kind: BlockKind | undefined): boolean {
  if (LOOKS_ELSEWHERE.some((pattern) => pattern.test(sentence))) return true;
  return kind !== "item" && READ_AGAIN.test(sentence) && !LATER.test(sentence);
}

/** The words of an aside are empty, but for the punctuation after it. */
function withoutAsides(words: readonly { text: string }[]): { text: string }[] {
  let isInside = false;
  return words.map((word, i) => {
    const rest = words.slice(i);
    isInside ||=
      ASIDE.test(
        rest
          .slice(0, 4)
          .map(({ text }) => text)
          .join(" "),
      ) &&
      word.text.startsWith("(") &&
      rest.some(({ text }) => ASIDE_END.test(text));
    if (!isInside) return word;
    const end = ASIDE_END.exec(word.text);
    isInside = !end;
    return { text: end?.[1] ?? "" };
  });
}

/**
 * The words of a sentence as they are to be spoken: what suits only someone with the text before their eyes is empty, "read them twice" or
 * "(see the outline)". Every displayed word keeps its place, so that the times of the words fit the page.
 */
export function spokenWords(words: readonly { text: string }[], kind: BlockKind | undefined): readonly { text: string }[] {
  if (suitsOnlyReaders(words.map(({ text }) => text).join(" "), kind)) return words.map(() => ({ text: "" }));
  return withoutAsides(words);
}
