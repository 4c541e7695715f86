import { createHash } from "node:crypto";
import { countSpokenWords, readSermon } from "../../../../shared/sermon-text.ts";
import type { Duration } from "../../../../shared/constants.ts";
import type { Quotation, Translation } from "../../../../shared/sermon.ts";
import { passage } from "../scripture/passage.ts";
import { WriterError } from "../writer.ts";
import type { WriteRequest } from "../writer.ts";
import { heardAspects } from "./choose-theme.ts";
import type { Frames } from "./frames.ts";
import type { TextSlot, Theme, ThemePassage, ThemeText } from "./theme.ts";
import { GENERAL_THEME } from "./themes.ts";

/** All that sermons are composed from. */
export interface Shelf {
  themes: readonly Theme[];
  frames: Frames;
}

/** A passage with its text from the corpus. */
export interface Reading extends ThemePassage {
  quotation: Quotation;
  /** Its title and focus; none when another theme explains it. */
  head: { titles: Variant<string>[]; focus: Variant<string>[] };
}

/** One alternative of a part. */
export interface Variant<T> {
  /** Under which it is remembered. */
  key: string;
  words: number;
  value: T;
  /** How far it is from what was asked for: 0 is exactly that, 1 a text that fits anybody's trouble. */
  distance: number;
}

/** The person's theme itself, one that lends to it, and how far that is. */
interface Source {
  theme: Theme;
  distance: number;
}

const NEUTRAL = 0.3;
const NEIGHBOUR = 0.6;
const GENERAL = 1;

/** What stands well beside another theme's pain. A joyful theme borrows no burden. */
const LENT_BY_NEIGHBOURS: readonly TextSlot[] = ["openings", "images", "gospel", "blessings"];
const LENT_BY_THE_GENERAL: Record<Theme["tone"], readonly TextSlot[]> = {
  sorrow: [...LENT_BY_NEIGHBOURS, "pain", "objections", "actions", "prayers"],
  joy: LENT_BY_NEIGHBOURS,
};

export function spoken(markdown: string): number {
  return countSpokenWords(readSermon(markdown));
}

/** Keys survive a reordering of the files, and change with the text. */
export function lineVariants(place: string, lines: readonly string[]): Variant<string>[] {
  return lines.map((value) => ({
    key: `${place}/${createHash("sha256").update(value).digest("hex").slice(0, 8)}`,
    words: spoken(value),
    value,
    distance: 0,
  }));
}

/** What a sermon on a theme can choose from. */
export interface Choice {
  texts: (slot: TextSlot) => Variant<string>[];
  readings: () => Variant<Reading>[];
}

/** The alternatives that a theme has, or may borrow, for what this person brings. */
export function takeFromShelf(
  shelf: Shelf,
  theme: Theme,
  { topic, minutes, translation }: Pick<WriteRequest, "topic" | "minutes" | "translation">,
): Choice {
  const heard = heardAspects(topic, theme);
  const distanceOf = (source: Source, fits: readonly string[]): number | null => {
    if (source.theme.id !== theme.id) return fits.length > 0 ? null : source.distance;
    if (fits.length === 0) return heard.size > 0 ? NEUTRAL : 0;
    return fits.some((aspect) => heard.has(aspect)) ? 0 : null;
  };
  const byId = (id: string): Theme | undefined => shelf.themes.find((other) => other.id === id && id !== theme.id);
  const neighbours = theme.neighbours
    .flatMap((id) => byId(id) ?? [])
    .map((lender, i, all) => ({ theme: lender, distance: NEIGHBOUR + (0.3 * i) / all.length }));
  const general = [byId(GENERAL_THEME)].flatMap((lender) => (lender ? [{ theme: lender, distance: GENERAL }] : []));
  const own: Source = { theme, distance: 0 };

  return {
    texts(slot: TextSlot): Variant<string>[] {
      const sources = [
        own,
        ...(LENT_BY_NEIGHBOURS.includes(slot) ? neighbours : []),
        ...(LENT_BY_THE_GENERAL[theme.tone].includes(slot) ? general : []),
      ];
      return sources.flatMap((source) =>
        source.theme[slot].flatMap((alternative: ThemeText) => {
          const distance = distanceOf(source, alternative.for);
          const [variant] = lineVariants(`${source.theme.id}/${slot}`, [alternative.text]);
          return distance === null || !variant ? [] : [{ ...variant, distance }];
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
          // Of two themes that explain the same verses, the nearer one speaks.
          if (seen.has(reading.quotation.reference)) return [];
          seen.add(reading.quotation.reference);
          return [{ key: `passage/${reading.quotation.reference}`, words: wordsOf(reading, minutes), value: reading, distance }];
        }),
      );
    },
  };
}

function readingOf({ theme, distance }: Source, p: ThemePassage, translation: Translation | undefined): Reading {
  const quotation = passage(p.ref, translation);
  if (!quotation) throw new WriterError("unavailable", `theme ${theme.id} cites ${p.ref}, which the corpus does not have`);
  const own = (slot: TextSlot, line: string | undefined) =>
    line === undefined || distance > 0 ? [] : lineVariants(`${theme.id}/${slot}`, [line]);
  return { ...p, quotation, head: { titles: own("titles", p.title), focus: own("focus", p.focus) } };
}

function wordsOf(reading: Reading, minutes: Duration): number {
  const { context, quotation, exposition, further } = reading;
  const texts = [context, quotation.text, quotation.reference, ...exposition, ...(minutes === 10 ? [further] : [])];
  return texts.reduce((sum, text) => sum + spoken(text), 0);
}
