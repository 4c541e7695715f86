import { BRAND } from "../../../../shared/brand.ts";
import { WORD_RANGE } from "../../../../shared/constants.ts";
import { seededRandom } from "../../../../shared/seeded-random.ts";
import { renderSermon } from "../../../../shared/sermon.ts";
import type { Sermon, SermonPart } from "../../../../shared/sermon.ts";
import { printReference, rangesOf } from "../../../scripture/passage.ts";
import { WriterError } from "../writer.ts";
import type { WriteRequest, WrittenSermon } from "../writer.ts";
import { overlapsRanges } from "../../../hearing/asked-passage.ts";
import { solveKnapsack } from "./knapsack.ts";
import type { Option } from "./knapsack.ts";
import type { Frames } from "./frames.ts";
import { PLANS } from "./plans.ts";
import type { Part, Place, Plan } from "./plans.ts";
import { lineVariants, selectSources } from "./text-sources.ts";
import type { Choice, QuotedPassage, TextSources, Variant } from "./text-sources.ts";
import { TEXT_SLOTS } from "../../../themes/theme.ts";
import type { Reading } from "../../../hearing/reading.ts";
import { isTelling } from "../../../themes/facts.ts";
import { heardLeads, saidInPrayer, saying } from "./of-the-topic.ts";
import { pricing, combinations } from "./variants.ts";
import type { Price } from "./variants.ts";

export const NOTE = `Composed from passages written for ${BRAND.product}, not by an AI model.`;

type Alternatives = ReadonlyMap<Part, readonly Variant<string | QuotedPassage>[]>;
type Chosen = ReadonlyMap<Part, readonly Variant<string | QuotedPassage>[]>;

/** Parts of every plan; title and focus come with the passage. */
const PARTS_OF_EVERY_PLAN = ["prayers", "saidInPrayer", "blessings"] as const;
/** Parts that a sermon has if the topic gives what they need. */
const IF_HEARD: ReadonlySet<Part> = new Set(["heardLead", "saidInPrayer"]);

/**
 * A sermon should share at most this part of its words with any earlier one of the person; else the shared texts get a higher
 * cost and it is composed again.
 */
const MAX_RESEMBLANCE = 0.1;
const ATTEMPTS = 24;
const RESEMBLANCE_COST = 150;

function alternativesFor(
  { topic }: WriteRequest,
  reading: Reading,
  { texts, passages }: Choice,
  sources: TextSources,
): Alternatives {
  return new Map<Part, readonly Variant<string | QuotedPassage>[]>([
    ...TEXT_SLOTS.map((slot) => [slot, texts(slot)] as const),
    ["passage", passages()],
    ["heardLead", lineVariants("lead", heardLeads(reading, topic, sources))],
    ["saidInPrayer", lineVariants("lead", saidInPrayer(reading, topic, sources))],
    ...Object.entries(sources.frames.lines).map(
      ([name, lines]) => [name as keyof Frames["lines"], lineVariants("lead", lines)] as const,
    ),
  ]);
}

const partOf = (place: Place): Part => {
  if (place === "second" || place === "passage.text" || place === "passage.explained") return "passage";
  return place;
};

function partsOf(plan: Plan): Part[] {
  const inside = plan.sections.flatMap(({ places }) => places.map(partOf));
  return [...new Set([...PARTS_OF_EVERY_PLAN, ...inside])];
}

type PassageOption = Option<Variant<string | QuotedPassage>[]>;

/** Printed references of the passages that the topic names; one of them becomes the main passage. */
type Asked = ReadonlySet<string>;

/** The passages of a combination, the main one first: one that was asked for; in a narrative plan, one that is a story. */
function passagesOf(plan: Plan, variants: readonly Variant<string | QuotedPassage>[], asked: Asked): QuotedPassage[] {
  const passages = variants.flatMap(({ value }) => (typeof value === "string" ? [] : [value]));
  const rank = ({ quotation, story }: QuotedPassage): number =>
    (asked.has(quotation.reference) ? 2 : 0) + (plan.story && story ? 1 : 0);
  return passages.toSorted((a, b) => rank(b) - rank(a));
}

/** Title and focus of the main passage. */
const titleAndFocus = (main: QuotedPassage | undefined): Variant<string | QuotedPassage>[][] =>
  main ? [[main.head.title], [main.head.focus]] : [];

const NONE_ASKED: Asked = new Set();
/** A discount larger than any cost, so that a passage that was asked for is taken even if it was heard before. */
const ASKED_DISCOUNT = 1e9;

const isAsked = ({ value }: Variant<string | QuotedPassage>, asked: Asked): boolean =>
  typeof value !== "string" && asked.has(value.quotation.reference);

function askedAmong(alternatives: Alternatives, ranges: Reading["passages"]): Asked {
  const readings = (alternatives.get("passage") ?? []).flatMap(({ value }) => (typeof value === "string" ? [] : [value]));
  return new Set(readings.filter(({ ref }) => overlapsRanges(ref, ranges)).map(({ quotation }) => quotation.reference));
}

/** The note below the sermon: how it was made, and which requested passage it does not use. */
function noteFor(ranges: Reading["passages"], references: readonly string[]): string {
  const [first] = ranges;
  if (!first || references.some((reference) => overlapsRanges(reference, ranges))) return NOTE;
  return `You named ${printReference(first)}. No passage written here both explains it and speaks to your topic, so this sermon reads another one. ${NOTE}`;
}

const sum = (variants: readonly { words: number }[]): number => variants.reduce((total, { words }) => total + words, 0);

/** The cheapest choice of texts for a plan that fills the time; null if there is none. */
function choose(plan: Plan, alternatives: Alternatives, request: WriteRequest, asked: Asked, price: Price): Chosen | null {
  const { minutes } = request;
  const parts = partsOf(plan);
  const head = (passages: PassageOption["value"]) => titleAndFocus(passagesOf(plan, passages, asked)[0]);
  const withHead = (way: PassageOption): PassageOption[] => {
    const [main] = passagesOf(plan, way.value, asked);
    if (!main || (plan.story && !main.story) || (asked.size > 0 && !asked.has(main.quotation.reference))) return [];
    return [{ ...way, words: way.words + sum(head(way.value).flat()) }];
  };
  const slots = parts.map((part) => {
    const variants = alternatives.get(part) ?? [];
    const sizes = plan.sizes[part]?.[minutes] ?? [1];
    const ways = combinations(
      variants,
      IF_HEARD.has(part) ? [Math.min(1, variants.length)] : sizes,
      part === "passage" ? (variant) => price(variant) - (isAsked(variant, asked) ? ASKED_DISCOUNT : 0) : price,
    );
    return part === "passage" ? ways.flatMap((way) => withHead(way)) : ways;
  });
  const chosen = solveKnapsack(slots, ...WORD_RANGE[minutes]);
  if (!chosen) return null;
  const found = new Map(parts.map((part, i) => [part, chosen[i] ?? []] as const));
  const [title = [], focus = []] = head(found.get("passage") ?? []);
  return found.set("title", title).set("focus", focus);
}

/** The plans that the theme can use, least recently used first. */
function plansByTurn(
  plans: readonly Plan[],
  alternatives: Alternatives,
  memory: WriteRequest["memory"],
  random: () => number,
): Plan[] {
  const stories = (alternatives.get("passage") ?? []).some(({ value }) => typeof value !== "string" && value.story);
  const chance = new Map(plans.map(({ id }) => [id, random()]));
  const turn = ({ id }: Plan): number => memory.findLastIndex((keys) => keys.includes(`plan/${id}`)) + (chance.get(id) ?? 0);
  return plans.filter((plan) => stories || !plan.story).toSorted((a, b) => turn(a) - turn(b));
}

/** Cost of a text that was chosen without the passage that it needs. */
const STRAY = 1e6;

/** The texts that need a passage which is not among those chosen with them. */
function withoutTheirPassage(all: readonly Variant<string | QuotedPassage>[]): Variant<string | QuotedPassage>[] {
  const read = all.flatMap(({ value }) => (typeof value === "string" ? [] : rangesOf(value.ref)));
  return all.filter(
    ({ after }) => after !== undefined && !read.some((range) => overlapsRanges(printReference(range), rangesOf(after))),
  );
}

/**
 * Chooses texts for a plan. While the result resembles an earlier sermon too much, the shared texts get a higher cost and it
 * chooses again.
 */
function chooseUnlikeEarlier(
  plan: Plan,
  alternatives: Alternatives,
  request: WriteRequest,
  asked: Asked,
  random: () => number,
): Chosen | null {
  const memory = request.memory.map((keys) => new Set(keys));
  const [, max] = WORD_RANGE[request.minutes];
  const resemblance = memory.map(() => 0);
  let best: { chosen: Chosen; worst: number } | null = null;
  const strays = new Set<string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const price = pricing(request.memory, resemblance, random);
    const chosen = choose(
      plan,
      alternatives,
      request,
      asked,
      (variant) => price(variant) + (strays.has(variant.key) ? STRAY : 0),
    );
    if (!chosen) return null;
    const all = [...chosen.values()].flat();
    const alone = withoutTheirPassage(all);
    if (alone.length > 0 && attempt < ATTEMPTS - 1) {
      for (const { key } of alone) strays.add(key);
      continue;
    }
    const shared = memory.map((keys) => sum(all.filter(({ key }) => keys.has(key))) / max);
    const worst = Math.max(0, ...shared);
    if (!best || worst < best.worst) best = { chosen, worst };
    if (worst <= MAX_RESEMBLANCE) break;
    shared.forEach((share, i) => {
      if (share > MAX_RESEMBLANCE) resemblance[i] = (resemblance[i] ?? 0) + RESEMBLANCE_COST * (share / MAX_RESEMBLANCE);
    });
  }
  return best?.chosen ?? null;
}

const prose = (text: string): SermonPart => ({ kind: "prose", text });
const quoted = ({ context, quotation }: QuotedPassage): SermonPart[] => [prose(context), { kind: "scripture", quotation }];
const explained = ({ exposition, further }: QuotedPassage, long: boolean): SermonPart[] => [
  ...exposition.map(prose),
  ...(long ? [prose(further)] : []),
];

/** Returns the text for each place of a plan. */
function textsForPlaces(chosen: Chosen, plan: Plan, asked: Asked, long: boolean): (place: Place) => SermonPart[] {
  const [main, second] = passagesOf(plan, chosen.get("passage") ?? [], asked);
  if (!main) throw new WriterError("unusable_output", "no passage was chosen");
  return (place) => {
    switch (place) {
      case "passage":
        return [...quoted(main), ...explained(main, long)];
      case "passage.text":
        return quoted(main);
      case "passage.explained":
        return explained(main, long);
      case "second":
        return second ? [...quoted(second), ...explained(second, long)] : [];
      case "actions":
        return [{ kind: "list", items: textsOf(chosen, "actions") }];
      default:
        return textsOf(chosen, place).map(prose);
    }
  };
}

const textsOf = (chosen: Chosen, part: Part): string[] =>
  (chosen.get(part) ?? []).flatMap(({ value }) => (typeof value === "string" ? [value] : []));

/**
 * Composes a sermon of a theme: uses the plan whose turn it is, and chooses texts by topic, seed and memory so that the spoken
 * words fill the requested minutes. The same request gives the same sermon. Throws WriterError "unusable_output" if the theme
 * cannot fill the time; the linter and the tests rule that out for the shipped themes.
 */
export function compose(
  request: WriteRequest,
  reading: Reading,
  sources: TextSources,
  plans: readonly Plan[] = PLANS,
): WrittenSermon {
  const { theme } = reading;
  const long = request.minutes === 10;
  const random = seededRandom(`${request.seed}/${theme.id}/${request.minutes}`);
  const choice = selectSources(sources, reading, request);
  const alternatives = alternativesFor(request, reading, choice, sources);
  const asked = askedAmong(alternatives, reading.passages);
  const turns = plansByTurn(plans, alternatives, request.memory, random);
  // If no plan works with the requested passage, compose without it.
  for (const [plan, wanted] of [asked, NONE_ASKED].flatMap((set) => turns.map((turn) => [turn, set] as const))) {
    const chosen = chooseUnlikeEarlier(plan, alternatives, request, wanted, random);
    if (!chosen) continue;
    const at = textsForPlaces(chosen, plan, wanted, long);
    const headingsOfPain = choice.tone === "joy" ? "joy" : reading.said.some(isTelling) ? "pain" : "plain";
    const heading = (list: keyof Frames["headings"]): string => {
      const found = sources.frames.headings[list === "pain" ? headingsOfPain : list];
      return found[Math.floor(random() * found.length)] ?? list;
    };
    const sections = plan.sections
      .map(({ heading: list, places }) => ({ heading: heading(list), parts: places.flatMap(at) }))
      .filter(({ parts }) => parts.length > 0);
    const references = sections.flatMap(({ parts }) =>
      parts.flatMap((p) => (p.kind === "scripture" ? [p.quotation.reference] : [])),
    );
    const sermon: Sermon = {
      title: textsOf(chosen, "title").join(" "),
      focus: textsOf(chosen, "focus").join(" "),
      mainPassage: references[0] ?? "",
      sections,
      prayer: [
        ...textsOf(chosen, "prayers").map((prayer) => saying(prayer, textsOf(chosen, "saidInPrayer"))),
        ...textsOf(chosen, "blessings"),
      ],
      references,
    };
    return {
      sermon,
      content: renderSermon(sermon, noteFor(reading.passages, references)),
      image: { theme: theme.id, mood: theme.mood, seed: request.seed },
      memory: [`plan/${plan.id}`, ...[...chosen.values()].flat().map(({ key }) => key)],
    };
  }
  throw new WriterError(
    "unusable_output",
    `theme ${theme.id} has no choice of ${WORD_RANGE[request.minutes].join(" to ")} words`,
  );
}
