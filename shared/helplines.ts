import type { CrisisAnswer } from "./endpoints/sermons.ts";
import directory from "./helplines.json" with { type: "json" };

export interface Helpline {
  name: string;
  /** What to dial, text or type, as displayed. */
  contact: string;
  /** `tel:`, `sms:` or `https:`. */
  href: string;
  note: string;
  /** The kinds of crisis it serves. */
  kinds: readonly string[];
}

const WORLD = "001";
const DEFAULT_REGION = "US";

/** Helplines by country (ISO 3166), in the order in which they are shown; "001" is the world. */
export const HELPLINES: Readonly<Record<string, readonly Helpline[]>> & { readonly [WORLD]: readonly Helpline[] } = directory;

/**
 * The country whose helplines are shown. `locale` is a language tag ("en-GB") or an Accept-Language header; the first tag decides.
 * English without a country, or nothing, is the United States; another country or language is the world.
 */
export function regionOf(locale: string | undefined): string {
  const tag = locale?.split(",")[0]?.split(";")[0]?.trim() ?? "";
  if (tag === "" || tag === "*") return DEFAULT_REGION;
  try {
    const { language, region } = new Intl.Locale(tag);
    if (region) return region in HELPLINES ? region : WORLD;
    return language === "en" ? DEFAULT_REGION : WORLD;
  } catch {
    // Not a valid language tag; browsers always send valid ones.
    return DEFAULT_REGION;
  }
}

/** The helplines of a region, all or those for one kind of crisis, the emergency number first. */
export function helplinesFor(region: string, kind?: CrisisAnswer["kind"]): CrisisAnswer["helplines"] {
  return (HELPLINES[region] ?? HELPLINES[WORLD])
    .filter(({ kinds }) => !kind || kinds.includes(kind))
    .map(({ name, contact, href, note }) => ({ name, contact, href, note }));
}
