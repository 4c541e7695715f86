import { WORD_RANGE, type Duration } from "../../../../shared/constants.ts";
import type { Sermon, SermonPart, Translation } from "../../../../shared/sermon.ts";
import type { Pericope } from "../../../pericopes/pericope.ts";
import { passage, rangesOf } from "../../../scripture/passage.ts";
import { quoteInTranslation } from "../../../scripture/quote-in-translation.ts";
import { overlapsRanges } from "../../../hearing/asked-passage.ts";
import { WriterError } from "../writer.ts";
import { spoken } from "./text-sources.ts";

/** A point that is preached: its place in the pericope, and which of its further texts are used. */
interface PreachedPoint {
  number: number;
  illustration: boolean;
  further: boolean;
}

/** Which parts of a pericope a homily uses. */
interface Selection {
  opening: number;
  points: readonly PreachedPoint[];
  response: boolean;
  blessing: boolean;
}

/** A pericope whose prose quotes this translation. */
export function pericopeIn(pericope: Pericope, translation: Translation = "WEB"): Pericope {
  if (translation === "WEB") return pericope;
  const quote = (text: string): string => quoteInTranslation(text, translation, pericope.ref);
  const { short, points, openings, questions } = pericope;
  return {
    ...pericope,
    ...(short && { short: { ...short, told: quote(short.told) } }),
    title: quote(pericope.title),
    idea: quote(pericope.idea),
    openings: openings.map(quote),
    context: quote(pericope.context),
    points: points.map(({ heading, verses, text, further, illustration }) => ({
      heading: quote(heading),
      verses,
      text: quote(text),
      further: quote(further),
      illustration: quote(illustration),
    })),
    gospel: quote(pericope.gospel),
    response: quote(pericope.response),
    prayer: quote(pericope.prayer),
    blessing: quote(pericope.blessing),
    questions: questions.map(quote),
  };
}

/** What is read out: in five minutes the part that is given for it, after the rest was told. */
function readOut(pericope: Pericope, minutes: Duration, translation?: Translation) {
  const short = minutes === 5 ? pericope.short : undefined;
  const quotation = passage(short?.ref ?? pericope.ref, translation);
  if (!quotation) throw new WriterError("unavailable", `pericope ${pericope.id} cites verses that the corpus does not have`);
  return { quotation, told: short?.told };
}

const FEWEST_POINTS = 2;
/**
 * What each text adds to a homily. A point whose verses are told and not read out stands only where time needs it. Two points with their
 * illustrations are worth more than three without; of two points the earlier counts more. The blessing goes only where nothing else
 * fills the time, as with some longer verses of the King James.
 */
const WORTH = { read: 10, told: -8, illustration: 3, response: 3, further: 1, later: 0.1, blessing: 50 };
const SHAPES = [
  { illustration: true, further: true },
  { illustration: true, further: false },
  { illustration: false, further: true },
  { illustration: false, further: false },
] as const;

interface PointChoice {
  points: readonly PreachedPoint[];
  words: number;
  worth: number;
}

/** Every choice of points and their texts, with its words and its worth. `readOut` is the reference that is read out. */
function choicesOfPoints(pericope: Pericope, readOut: string): PointChoice[] {
  const ranges = rangesOf(readOut);
  let choices: PointChoice[] = [{ points: [], words: 0, worth: 0 }];
  for (const [number, point] of pericope.points.entries()) {
    const worth = overlapsRanges(point.verses, ranges) ? WORTH.read : WORTH.told;
    const words = { text: spoken(point.text), illustration: spoken(point.illustration), further: spoken(point.further) };
    choices = choices.flatMap((before) => [
      before,
      ...SHAPES.map(({ illustration, further }) => ({
        points: [...before.points, { number, illustration, further }],
        words: before.words + words.text + (illustration ? words.illustration : 0) + (further ? words.further : 0),
        worth:
          before.worth + worth - number * WORTH.later + (illustration ? WORTH.illustration : 0) + (further ? WORTH.further : 0),
      })),
    ]);
  }
  return choices.filter(({ points }) => points.length >= FEWEST_POINTS);
}

/** The richest selection with this opening whose spoken words fill the time; null if there is none. */
export function fitHomily(
  pericope: Pericope,
  minutes: Duration,
  opening: number,
  translation?: Translation,
  responses: readonly boolean[] = [true, false],
): Selection | null {
  const { quotation, told } = readOut(pericope, minutes, translation);
  const always = [
    pericope.title,
    pericope.idea,
    pericope.openings[opening] ?? "",
    pericope.context,
    told ?? "",
    quotation.text,
    quotation.reference,
    pericope.gospel,
    pericope.prayer,
  ].reduce((sum, text) => sum + (text === "" ? 0 : spoken(text)), 0);
  const [min, max] = WORD_RANGE[minutes];
  let best: { selection: Selection; worth: number } | null = null;
  for (const { points, words, worth } of choicesOfPoints(pericope, quotation.reference))
    for (const response of responses)
      for (const blessing of [true, false]) {
        const total = always + words + (response ? spoken(pericope.response) : 0) + (blessing ? spoken(pericope.blessing) : 0);
        const all = worth + (response ? WORTH.response : 0) + (blessing ? WORTH.blessing : 0);
        if (total < min || total > max || (best && best.worth >= all)) continue;
        best = { selection: { points, opening, response, blessing }, worth: all };
      }
  return best?.selection ?? null;
}

export interface HomilyHeadings {
  opening: string;
  gospel: string;
  response: string;
}

/**
 * A homily on a pericope for a congregation: the idea, the passage, its points in order, and a prayer. Throws WriterError
 * "unusable_output" if its texts cannot fill the time, which the linter rules out for the shipped pericopes.
 */
export function homily(
  written: Pericope,
  {
    minutes,
    opening,
    translation,
    isSolemn = false,
  }: { minutes: Duration; opening: number; translation?: Translation | undefined; isSolemn?: boolean },
  headings: HomilyHeadings,
): Sermon {
  const pericope = pericopeIn(written, translation);
  // At a wedding or a funeral nobody is given a task, unless nothing else fills the time.
  const selection =
    (isSolemn ? fitHomily(pericope, minutes, opening, translation, [false]) : null) ??
    fitHomily(pericope, minutes, opening, translation);
  if (!selection) throw new WriterError("unusable_output", `pericope ${pericope.id} does not fill ${minutes} minutes`);
  const { quotation, told } = readOut(pericope, minutes, translation);
  const prose = (text: string): SermonPart => ({ kind: "prose", text });
  const points = selection.points.flatMap(({ number, illustration, further }) => {
    const point = pericope.points[number];
    if (!point) return [];
    const texts = [point.text, ...(further ? [point.further] : []), ...(illustration ? [point.illustration] : [])];
    return [{ heading: point.heading, parts: texts.map(prose) }];
  });
  return {
    title: pericope.title,
    focus: pericope.idea,
    mainPassage: quotation.reference,
    sections: [
      {
        heading: headings.opening,
        parts: [
          prose(pericope.openings[opening] ?? ""),
          prose(pericope.context),
          ...(told ? [prose(told)] : []),
          { kind: "scripture", quotation },
        ],
      },
      ...points,
      { heading: headings.gospel, parts: [prose(pericope.gospel)] },
      ...(selection.response ? [{ heading: headings.response, parts: [prose(pericope.response)] }] : []),
    ],
    prayer: [pericope.prayer, ...(selection.blessing ? [pericope.blessing] : [])],
    references: [quotation.reference],
    outline: {
      points: selection.points.flatMap(({ number }) => {
        const point = pericope.points[number];
        return point ? [{ claim: point.heading, verses: point.verses }] : [];
      }),
      questions: isSolemn ? [] : pericope.questions,
    },
  };
}
