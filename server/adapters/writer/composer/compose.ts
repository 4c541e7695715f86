import { BRAND } from "../../../../shared/brand.ts";
import { WORD_RANGE } from "../../../../shared/constants.ts";
import { renderSermon } from "../../../../shared/sermon.ts";
import type { Quotation, Sermon, SermonPart } from "../../../../shared/sermon.ts";
import { passage } from "../scripture/passage.ts";
import { WriterError } from "../writer.ts";
import type { WriteRequest, WrittenSermon } from "../writer.ts";
import { fit } from "./fit.ts";
import type { Option } from "./fit.ts";
import type { Frames } from "./frames.ts";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import type { Theme, ThemePassage } from "./theme.ts";
import { topicWords } from "./topic-words.ts";
import { pricing, spoken, textVariants, waysToTake } from "./variants.ts";
import type { Price, Variant } from "./variants.ts";

export const NOTE = `Composed from passages written for ${BRAND.product}, not by an AI model.`;

/** A theme's passage with its text from the corpus. */
interface Reading extends ThemePassage {
  quotation: Quotation;
}

type Chosen = Variant<string | Reading>[];

function readings(theme: Theme, long: boolean): Variant<Reading>[] {
  return theme.passages.map((p) => {
    const quotation = passage(p.ref);
    if (!quotation) throw new WriterError("unavailable", `theme ${theme.id} cites ${p.ref}, which the corpus does not have`);
    const texts = [p.context, quotation.text, quotation.reference, ...p.exposition, ...(long ? [p.further] : [])];
    return {
      key: `passage/${quotation.reference}`,
      words: texts.reduce((sum, t) => sum + spoken(t), 0),
      value: { ...p, quotation },
    };
  });
}

/** The parts of a sermon in the order in which they are chosen; each takes `sizes` of its alternatives. */
function slots(
  theme: Theme,
  frames: Frames,
  leads: { topic: string[]; prayer: string[] },
  long: boolean,
  price: Price,
): Option<Chosen>[][] {
  const one = [1];
  const none = [0];
  const from = (place: string, texts: readonly string[], sizes: readonly number[]): Option<Chosen>[] =>
    waysToTake(textVariants(place, texts), sizes, price);
  const own = (
    slot: "titles" | "focus" | "openings" | "pain" | "images" | "objections" | "gospel" | "actions" | "prayers" | "blessings",
    sizes: readonly number[],
  ): Option<Chosen>[] => from(`${theme.id}/${slot}`, theme[slot], sizes);
  return [
    own("titles", one),
    own("focus", one),
    own("openings", one),
    from("lead", leads.topic, leads.topic.length > 0 ? one : none),
    own("pain", long ? [2] : one),
    waysToTake<string | Reading>(readings(theme, long), long ? [2] : one, price),
    own("images", long ? one : none),
    from("lead", frames.secondLeads, long ? one : none),
    own("objections", long ? one : none),
    own("gospel", one),
    from("lead", frames.actionLeads, one),
    own("actions", long ? [3, 4, 5] : [2, 3]),
    from("lead", leads.prayer, leads.prayer.length > 0 ? one : none),
    own("prayers", one),
    own("blessings", one),
  ];
}

function topicLeads(topic: string, frames: Frames): { topic: string[]; prayer: string[] } {
  const own = topicWords(topic);
  if (!own) return { topic: [], prayer: [] };
  const topicFrames = { phrase: frames.topicLeads, clause: frames.clauseLeads, question: frames.questionLeads }[own.kind];
  const prayerFrames = own.kind === "question" ? frames.questionPrayerLeads : frames.prayerLeads;
  return {
    topic: topicFrames.map((frame) => frame.replace("{topic}", () => own.toYou)),
    prayer: prayerFrames.map((frame) => frame.replace("{topic}", () => own.own)),
  };
}

const prose = (text: string): SermonPart => ({ kind: "prose", text });

function readingParts(reading: Reading, long: boolean): SermonPart[] {
  return [
    prose(reading.context),
    { kind: "scripture", quotation: reading.quotation },
    ...reading.exposition.map(prose),
    ...(long ? [prose(reading.further)] : []),
  ];
}

/**
 * Composes one sermon of a theme: takes alternatives by seed and memory so that the words spoken fill the asked minutes.
 * The same request gives the same sermon. Throws WriterError "unusable_output" if the theme cannot fill the time,
 * which the linter and the tests exclude for every theme that is shipped.
 */
export function compose(request: WriteRequest, theme: Theme, frames: Frames): WrittenSermon {
  const long = request.minutes === 10;
  const random = seededRandom(`${request.seed}/${theme.id}/${request.minutes}`);
  const price = pricing(request.memory, random);
  const [min, max] = WORD_RANGE[request.minutes];
  const chosen = fit(slots(theme, frames, topicLeads(request.topic, frames), long, price), min, max);
  if (!chosen) throw new WriterError("unusable_output", `theme ${theme.id} has no choice of ${min} to ${max} words`);

  const texts = chosen.map((slot) => slot.flatMap(({ value }) => (typeof value === "string" ? [value] : [])));
  const read = chosen.flatMap((slot) => slot.flatMap(({ value }) => (typeof value === "string" ? [] : [value])));
  const [
    title = [],
    focus = [],
    opening = [],
    topicLead = [],
    pain = [],
    ,
    image = [],
    secondLead = [],
    objection = [],
    gospel = [],
    actionLead = [],
    actions = [],
    prayerLead = [],
    prayer = [],
    blessing = [],
  ] = texts;
  const [main, second] = read;
  if (!main) throw new WriterError("unusable_output", `theme ${theme.id} gave no passage`);

  const heading = (list: keyof Frames["headings"]): string => {
    const found = frames.headings[list];
    return found[Math.floor(random() * found.length)] ?? list;
  };
  const sermon: Sermon = {
    title: title.join(" "),
    focus: focus.join(" "),
    mainPassage: main.quotation.reference,
    sections: [
      { heading: heading("pain"), parts: [...opening, ...topicLead, ...pain].map(prose) },
      { heading: heading("passage"), parts: [...readingParts(main, long), ...image.map(prose)] },
      ...(second ? [{ heading: heading("second"), parts: [...secondLead.map(prose), ...readingParts(second, long)] }] : []),
      { heading: heading("gospel"), parts: [...objection, ...gospel].map(prose) },
      { heading: heading("actions"), parts: [...actionLead.map(prose), { kind: "list", items: actions }] },
    ],
    prayer: [[...prayerLead, ...prayer].join(" "), ...blessing],
    references: read.map(({ quotation }) => quotation.reference),
  };
  return {
    sermon,
    content: renderSermon(sermon, NOTE),
    image: { theme: theme.id, mood: theme.mood, seed: request.seed },
    memory: chosen.flatMap((slot) => slot.map(({ key }) => key)),
  };
}
