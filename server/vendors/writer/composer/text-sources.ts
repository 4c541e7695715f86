import { createHash } from "node:crypto";
import { countSpokenWords, readSermon } from "../../../../shared/sermon-text.ts";
import type { Duration } from "../../../../shared/constants.ts";
import type { Quotation, Translation } from "../../../../shared/sermon.ts";
import { passage } from "../../../scripture/passage.ts";
import { WriterError } from "../writer.ts";
import type { WriteRequest } from "../writer.ts";
import { heardAspects } from "../../../hearing/choose-theme.ts";
import type { Frames } from "./frames.ts";
import type { TextSlot, Theme, ThemePassage, ThemeText } from "../../../themes/theme.ts";
import { GENERAL_THEME } from "../../../themes/themes.ts";

/** Everything that sermons are composed from. */
export interface TextSources {
  themes: readonly Theme[];
  frames: Frames;
}

/** A passage with its text from the corpus. */
export interface Reading extends ThemePassage {
  quotation: Quotation;
  /** Spoken words in a 5-minute and a 10-minute sermon. */
  words: Record<Duration, number>;
  /** Title and focus; null when the passage is borrowed from another theme. */
  head: Record<"titles" | "focus", Variant<string>> | null;
}

/** An alternative for a part of a sermon. */
export interface Variant<T> {
  /** The key that the writer's memory stores. */
  key: string;
  words: number;
  value: T;
  /** Distance from the topic: 0 is exact, 1 is a text of the general theme. */
  distance: number;
}

/** A theme that texts come from, the topic's own or one that lends to it, and its distance. */
interface Source {
  theme: Theme;
  distance: number;
}

const NEUTRAL = 0.3;
const NEIGHBOUR = 0.6;
const GENERAL = 1;

/** Slots that neighbouring themes may lend. Themes of joy do not borrow texts about trouble. */
const LENT_BY_NEIGHBOURS: readonly TextSlot[] = ["openings", "images", "gospel", "blessings"];
const LENT_BY_THE_GENERAL: Record<Theme["tone"], readonly TextSlot[]> = {
  sorrow: [...LENT_BY_NEIGHBOURS, "pain", "objections", "actions", "prayers"],
  joy: LENT_BY_NEIGHBOURS,
};

export function spoken(markdown: string): number {
  return countSpokenWords(readSermon(markdown));
}

/** Variants whose keys depend on the text and not on its position in the file. */
export function lineVariants(place: string, lines: readonly string[]): Variant<string>[] {
  return lines.map((value) => lineVariant(place, value));
}

function lineVariant(place: string, value: string): Variant<string> {
  const key = `${place}/${createHash("sha256").update(value).digest("hex").slice(0, 8)}`;
  return { key, words: spoken(value), value, distance: 0 };
}

/** Texts are counted and hashed once per process. */
const counted = new WeakMap<ThemeText, Variant<string>>();

function variantOf(place: string, alternative: ThemeText): Variant<string> {
  let variant = counted.get(alternative);
  if (!variant) counted.set(alternative, (variant = lineVariant(place, alternative.text)));
  return variant;
}

/** The alternatives for a sermon. */
export interface Choice {
  /** The tone of the theme, or of the aspects that the topic names. */
  tone: Theme["tone"];
  texts: (slot: TextSlot) => Variant<string>[];
  readings: () => Variant<Reading>[];
}

/** The alternatives of a theme for a topic, its own and borrowed ones. */
export function selectSources(
  sources: TextSources,
  theme: Theme,
  { topic, minutes, translation }: Pick<WriteRequest, "topic" | "minutes" | "translation">,
): Choice {
  const heard = heardAspects(topic, theme);
  const tones = [...heard].flatMap((aspect) => theme.tones[aspect] ?? []);
  const tone = tones.includes("sorrow") ? "sorrow" : (tones[0] ?? theme.tone);
  const distanceOf = (source: Source, fits: readonly string[]): number | null => {
    if (source.theme.id !== theme.id) return fits.length > 0 ? null : source.distance;
    if (fits.length === 0) return heard.size > 0 ? NEUTRAL : 0;
    return fits.some((aspect) => heard.has(aspect)) ? 0 : null;
  };
  const byId = (id: string): Theme | undefined => sources.themes.find((other) => other.id === id && id !== theme.id);
  const neighbours = theme.neighbours
    .flatMap((id) => byId(id) ?? [])
    .map((lender, i, all) => ({ theme: lender, distance: NEIGHBOUR + (0.3 * i) / all.length }));
  const general = [byId(GENERAL_THEME)].flatMap((lender) => (lender ? [{ theme: lender, distance: GENERAL }] : []));
  const own: Source = { theme, distance: 0 };

  return {
    tone,
    texts(slot: TextSlot): Variant<string>[] {
      const sources = [
        own,
        ...(LENT_BY_NEIGHBOURS.includes(slot) ? neighbours : []),
        ...(LENT_BY_THE_GENERAL[tone].includes(slot) ? general : []),
      ];
      return sources.flatMap((source) =>
        source.theme[slot].flatMap((alternative: ThemeText) => {
          const distance = distanceOf(source, alternative.for);
          if (distance === null) return [];
          return [{ ...variantOf(`${source.theme.id}/${slot}`, alternative), distance }];
        }),
      );
    },
    readings(): Variant<Reading>[] {
      const seen = new Set<string>();
      return [own, ...neighbours, ...general].flatMap((source) =>
        source.theme.passages.flatMap((p) => {
          const distance = source === own || !p.own ? distanceOf(source, p.for) : null;
          if (distance === null) return [];
          const reading = readingOf(source, p, translation);
          // If two themes explain the same verses, the nearer theme's explanation is used.
          if (seen.has(reading.quotation.reference)) return [];
          seen.add(reading.quotation.reference);
          const words = reading.words[minutes];
          return [{ key: `passage/${reading.quotation.reference}`, words, value: reading, distance }];
        }),
      );
    },
  };
}

/** Passages are read once per process and translation. */
const read = new WeakMap<ThemePassage, Map<Translation | undefined, Reading>>();

function readingOf({ theme, distance }: Source, p: ThemePassage, translation: Translation | undefined): Reading {
  const known = read.get(p) ?? new Map<Translation | undefined, Reading>();
  read.set(p, known);
  let reading = known.get(translation);
  if (!reading) known.set(translation, (reading = readPassage(theme.id, p, translation)));
  return distance > 0 ? { ...reading, head: null } : reading;
}

function readPassage(theme: string, p: ThemePassage, translation: Translation | undefined): Reading {
  const quotation = passage(p.ref, translation);
  if (!quotation) throw new WriterError("unavailable", `theme ${theme} cites ${p.ref}, which the corpus does not have`);
  const texts = [p.context, quotation.text, quotation.reference, ...p.exposition];
  const short = texts.reduce((sum, text) => sum + spoken(text), 0);
  const words = { 5: short, 10: short + spoken(p.further) };
  const head = { titles: lineVariant(`${theme}/titles`, p.title), focus: lineVariant(`${theme}/focus`, p.focus) };
  return { ...p, quotation, words, head };
}
