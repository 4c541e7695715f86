import { countSpokenWords, readSermon } from "../../../../shared/sermon-text.ts";
import type { Duration } from "../../../../shared/constants.ts";
import type { Quotation, Translation } from "../../../../shared/sermon.ts";
import { passage } from "../../../scripture/passage.ts";
import { quoteInTranslation } from "../../../scripture/quote-in-translation.ts";
import { WriterError } from "../writer.ts";
import type { WriteRequest } from "../writer.ts";
import { spelledWords } from "../../../hearing/spelled-words.ts";
import { committedEncoder } from "../../../sentence-encoder/encoder.ts";
import { licensedAspects } from "../../../hearing/choose-theme.ts";
import type { Reading } from "../../../hearing/reading.ts";
import { isLicensed, isTelling, withImplied, type Fact } from "../../../themes/facts.ts";
import { committedMeanings, keyOfText, nearness, wordsOfPassage } from "../../../themes/text-meanings.ts";
import { readFrames, type Frames } from "./frames.ts";
import type { TextSlot, Theme, ThemePassage, ThemeText } from "../../../themes/theme.ts";
import { GENERAL_THEME, wordsOf } from "../../../themes/themes.ts";

/** Everything that sermons are composed from. */
export interface TextSources {
  themes: readonly Theme[];
  frames: Frames;
  /** Words that are spelled right. */
  knownWords: ReadonlySet<string>;
}

export const sourcesOf = (themes: readonly Theme[]): TextSources => ({
  themes,
  frames: readFrames(),
  knownWords: new Set([...wordsOf(themes), ...spelledWords()]),
});

/** A passage with its text from the corpus. */
export interface QuotedPassage extends ThemePassage {
  quotation: Quotation;
  /** Spoken words in a 5-minute and a 10-minute sermon. */
  words: Record<Duration, number>;
  /** Key of what it says about the passage, by which it is compared with a topic. */
  meant: string;
  /** Title and focus. */
  head: Record<"title" | "focus", Variant<string>>;
}

/** An alternative for a part of a sermon. */
export interface Variant<T> {
  /** The key that the writer's memory stores. */
  key: string;
  words: number;
  value: T;
  /** Distance from the topic: 0 is a text for what it says, 1 one of the general theme; the less, the nearer it is in meaning. */
  distance: number;
  /** The passage without which it puzzles its hearer. */
  after?: string | undefined;
}

type Marks = Pick<ThemeText, "for" | "presumes">;

/** A theme that lends texts, and the distance of its texts for everybody; those for a fact that the topic said are nearer. */
interface Lender {
  theme: Theme;
  distance: number;
}

/** A text of another theme for a fact that the topic said. */
const FOR_A_FACT = 0.2;
/** A text for what the topic names comes before all that are only near to it in meaning. */
const FOR_AN_ASPECT = -1;
const NEUTRAL = 0.3;
const NEIGHBOUR = 0.6;
const GENERAL = 1;
/** What is added to a text of the theme in the part that the second theme has. */
const YIELDED = 0.5;

/** Slots that neighbouring themes may lend. Themes of joy do not borrow texts about trouble. */
const LENT_BY_NEIGHBOURS: readonly TextSlot[] = ["openings", "images", "gospel", "blessings"];
const LENT_BY_THE_GENERAL: Record<Theme["tone"], readonly TextSlot[]> = {
  sorrow: [...LENT_BY_NEIGHBOURS, "pain", "objections", "actions", "prayers"],
  joy: LENT_BY_NEIGHBOURS,
};
/** Slots that any theme lends if the text is for a fact that the topic said. */
const LENT_FOR_A_FACT: ReadonlySet<TextSlot> = new Set([...LENT_BY_NEIGHBOURS, "pain", "objections", "actions", "prayers"]);

export function spoken(markdown: string): number {
  return countSpokenWords(readSermon(markdown));
}

/** Variants whose keys depend on the text and not on its position in the file. */
export function lineVariants(place: string, lines: readonly string[]): Variant<string>[] {
  return lines.map((value) => lineVariant(place, value));
}

function lineVariant(place: string, value: string): Variant<string> {
  return { key: `${place}/${keyOfText(value)}`, words: spoken(value), value, distance: 0 };
}

/** Texts are counted and hashed once per process and translation. */
const counted = { WEB: new WeakMap<ThemeText, Variant<string>>(), KJV: new WeakMap<ThemeText, Variant<string>>() };

function variantOf(place: string, alternative: ThemeText, translation: Translation = "WEB"): Variant<string> {
  const { text, after } = alternative;
  let variant = counted[translation].get(alternative);
  if (!variant) {
    // The key is the text's own in any translation: whoever changes it has heard what they have heard.
    const value = quoteInTranslation(text, translation, after);
    variant = { ...lineVariant(place, text), words: spoken(value), value, after };
    counted[translation].set(alternative, variant);
  }
  return variant;
}

/** Each text once, at its least distance: a second theme can be a neighbour too. */
function nearest(variants: readonly Variant<string>[]): Variant<string>[] {
  const found = new Map<string, Variant<string>>();
  for (const variant of variants)
    if (variant.distance < (found.get(variant.key)?.distance ?? Infinity)) found.set(variant.key, variant);
  return [...found.values()];
}

/** The alternatives for a sermon. */
export interface Choice {
  /** The tone of the theme, or of the aspects that the topic names. */
  tone: Theme["tone"];
  texts: (slot: TextSlot) => Variant<string>[];
  passages: () => Variant<QuotedPassage>[];
}

/** What it counts that a text means the like of the topic. Texts of a theme differ by about 0.2, so it decides between those of the same kind. */
const NEARNESS = 1.7;

/** How much nearer to a topic the text with this key is than one with nothing in common. */
function nearnessTo(topic: string): (key: string) => number {
  const [meant] = committedEncoder().meanings([topic]);
  const { vectors } = committedMeanings();
  return (key) => {
    const vector = vectors.get(key);
    return meant && vector ? NEARNESS * nearness(meant, vector) : 0;
  };
}

/** The parts that a second theme can have, in turn on later days of a topic. */
const SECOND_PARTS = ["pain", "prayers", "passages"] as const;

/**
 * The alternatives for a reading of a topic: those of its theme, one part of the second theme, and borrowed ones.
 */
export function selectSources(
  sources: TextSources,
  { theme, second, facts }: Reading,
  { topic, minutes, translation, memory }: Pick<WriteRequest, "topic" | "minutes" | "translation" | "memory">,
): Choice {
  const nearer = nearnessTo(topic);
  const heard = licensedAspects(topic, theme, facts);
  const tones = [...heard].flatMap((aspect) => theme.tones[aspect] ?? []);
  const tone = tones.includes("sorrow") ? "sorrow" : (tones[0] ?? theme.tone);
  // What every topic of the theme says makes no text of it fitter than another.
  const plain = withImplied([...theme.grants, ...theme.subject]);
  const tells = (one: Fact): boolean => facts.has(one) && isTelling(one) && !plain.has(one);
  const isForFact = ({ presumes }: Marks): boolean => presumes.some((any) => any.some(tells));
  const isSpecific = heard.size > 0 || [...facts].some(tells);

  const beside = second && second.tone === tone ? { theme: second, heard: licensedAspects(topic, second, facts) } : null;
  const secondPart = beside ? SECOND_PARTS[memory.length % SECOND_PARTS.length] : undefined;

  /** Distance of a text of the theme itself; null if it must not be used. The texts of the part that is the second theme's come after that. */
  const ownDistance = (marks: Marks, part: TextSlot | "passages"): number | null => {
    if (!isLicensed(marks.presumes, facts)) return null;
    const yields = part === secondPart;
    if (marks.for.length > 0) return marks.for.some((aspect) => heard.has(aspect)) ? (yields ? YIELDED : FOR_AN_ASPECT) : null;
    return (yields ? YIELDED : 0) + (isForFact(marks) || !isSpecific ? 0 : NEUTRAL);
  };
  /** Distance of a text of the second theme, in the part that is its own today. */
  const secondDistance = (marks: Marks): number | null => {
    if (!beside || !isLicensed(marks.presumes, facts)) return null;
    if (marks.for.length > 0) return marks.for.some((aspect) => beside.heard.has(aspect)) ? FOR_AN_ASPECT : null;
    return isForFact(marks) ? 0 : NEUTRAL / 2;
  };
  /** Distance of a text of another theme, which may lend it to everybody or only for a fact. */
  const lentDistance = (marks: Marks, lender: Lender, toEverybody: boolean): number | null => {
    if (!toEverybody && marks.presumes.length === 0) return null;
    // What a theme takes as given (that a wedding is near), its texts take as given too.
    if (marks.for.length > 0 || !isLicensed(marks.presumes, facts) || !lender.theme.grants.every((one) => facts.has(one)))
      return null;
    if (isForFact(marks) && lender.theme.tone === tone) return FOR_A_FACT;
    return toEverybody ? lender.distance : null;
  };
  const lenderOf = (id: string, distance: number): Lender[] => {
    const found = id === theme.id ? undefined : sources.themes.find((other) => other.id === id);
    return found ? [{ theme: found, distance }] : [];
  };
  const neighbours = theme.neighbours.flatMap((id, i, all) => lenderOf(id, NEIGHBOUR + (0.3 * i) / all.length));
  const general = lenderOf(GENERAL_THEME, GENERAL);
  const near = new Set([theme, ...neighbours.map((lender) => lender.theme), ...general.map((lender) => lender.theme)]);
  // Other themes lend only for a fact.
  const far = [...facts].some(tells) ? sources.themes.filter((other) => !near.has(other)) : [];
  const others = far.map((other) => ({ theme: other, distance: GENERAL }));

  return {
    tone,
    texts(slot: TextSlot): Variant<string>[] {
      const variants = (of: Theme, distanceOf: (marks: Marks) => number | null): Variant<string>[] =>
        of[slot].flatMap((alternative: ThemeText) => {
          const distance = distanceOf(alternative);
          if (distance === null) return [];
          const variant = variantOf(`${of.id}/${slot}`, alternative, translation);
          return [{ ...variant, distance: distance - nearer(variant.key.slice(variant.key.lastIndexOf("/") + 1)) }];
        });
      const lent = (lenders: readonly Lender[], slots: readonly TextSlot[]): Variant<string>[] =>
        lenders.flatMap((lender) => variants(lender.theme, (marks) => lentDistance(marks, lender, slots.includes(slot))));
      const own = variants(theme, (marks) => ownDistance(marks, slot));
      if (!LENT_FOR_A_FACT.has(slot)) return own;
      return nearest([
        ...own,
        ...(beside && slot === secondPart ? variants(beside.theme, secondDistance) : []),
        ...lent(neighbours, LENT_BY_NEIGHBOURS),
        ...lent(general, LENT_BY_THE_GENERAL[tone]),
        ...lent(others, []),
      ]);
    },
    passages(): Variant<QuotedPassage>[] {
      const seen = new Set<string>();
      const variants = (of: Theme, distanceOf: (marks: ThemePassage) => number | null): Variant<QuotedPassage>[] =>
        of.passages.flatMap((p) => {
          const distance = distanceOf(p);
          if (distance === null) return [];
          const value = quotedPassage(of, p, translation);
          // If two themes explain the same verses, the nearer theme's explanation is used.
          if (seen.has(value.quotation.reference)) return [];
          seen.add(value.quotation.reference);
          const key = `passage/${value.quotation.reference}`;
          return [{ key, words: value.words[minutes], value, distance: distance - nearer(value.meant) }];
        });
      const lent = (lenders: readonly Lender[], toEverybody: boolean): Variant<QuotedPassage>[] =>
        lenders.flatMap((lender) =>
          variants(lender.theme, (marks) => (marks.own ? null : lentDistance(marks, lender, toEverybody))),
        );
      return [
        ...(beside && secondPart === "passages" ? variants(beside.theme, (p) => (p.own ? null : secondDistance(p))) : []),
        ...variants(theme, (p) => ownDistance(p, "passages")),
        ...lent([...neighbours, ...general], true),
        ...lent(others, false),
      ];
    },
  };
}

/** Passages are read once per process and translation. */
const read = new WeakMap<ThemePassage, Map<Translation | undefined, QuotedPassage>>();

function quotedPassage(theme: Theme, p: ThemePassage, translation: Translation | undefined): QuotedPassage {
  const known = read.get(p) ?? new Map<Translation | undefined, QuotedPassage>();
  read.set(p, known);
  let found = known.get(translation);
  if (!found) known.set(translation, (found = readPassage(theme.id, p, translation)));
  return found;
}

function readPassage(theme: string, p: ThemePassage, translation: Translation | undefined): QuotedPassage {
  const quotation = passage(p.ref, translation);
  if (!quotation) throw new WriterError("unavailable", `theme ${theme} cites ${p.ref}, which the corpus does not have`);
  const quote = (text: string): string => quoteInTranslation(text, translation, p.ref);
  const prose = { context: quote(p.context), exposition: p.exposition.map(quote), further: quote(p.further) };
  const texts = [prose.context, quotation.text, quotation.reference, ...prose.exposition];
  const short = texts.reduce((sum, text) => sum + spoken(text), 0);
  const words = { 5: short, 10: short + spoken(prose.further) };
  const head = { title: lineVariant(`${theme}/title`, quote(p.title)), focus: lineVariant(`${theme}/focus`, quote(p.focus)) };
  return { ...p, ...prose, quotation, words, head, meant: keyOfText(wordsOfPassage(p)) };
}
