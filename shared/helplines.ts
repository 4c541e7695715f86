import type { CrisisAnswer } from "./endpoints/sermons.ts";
import directory from "./helplines.json" with { type: "json" };

/** What a line helps with: the kinds of crisis, and troubles that get a line under a sermon. */
export const HELP_KINDS = [
  "self-harm",
  "abuse",
  "medical",
  "harm-to-others",
  "suicide-loss",
  "gambling",
  "addiction",
  "eating",
  "children",
  "poison",
  "baby-loss",
] as const;
export type HelpKind = (typeof HELP_KINDS)[number];

/** How a line is displayed in another language than English. */
export interface HelplineText {
  name: string;
  note: string;
  /** Where it says more than the number. */
  contact?: string;
  href?: string;
}

export interface Helpline {
  name: string;
  /** What to dial, text or type, as displayed. */
  contact: string;
  /** `tel:`, `sms:` or `https:`. */
  href: string;
  note: string;
  kinds: readonly string[];
  /** By language code (ISO 639-1). */
  in?: Readonly<Record<string, HelplineText | undefined>>;
}

const WORLD = "001";
const DEFAULT_REGION = "US";

/** Helplines by country (ISO 3166), in the order in which they are shown; "001" is the world. */
export const HELPLINES: Readonly<Record<string, readonly Helpline[]>> & { readonly [WORLD]: readonly Helpline[] } = directory;

/** The country of most people who write in a language, for languages where that is clear. */
const OWN_COUNTRY: Readonly<Record<string, string | undefined>> = {
  de: "DE",
  fil: "PH",
  it: "IT",
  ko: "KR",
  pl: "PL",
  ru: "RU",
  tl: "PH",
  vi: "VN",
};

/**
 * The country whose helplines are shown. `locale` is a language tag ("en-GB") or an Accept-Language header; the first tag decides.
 * Where it names no country, the own country of its language does, or that of `language`, in which the person wrote; English or nothing is
 * then the United States, and another country or language is the world.
 */
export function regionOf(locale: string | undefined, language?: string): string {
  const tag = locale?.split(",")[0]?.split(";")[0]?.trim() ?? "";
  const ofWriting = OWN_COUNTRY[language ?? ""];
  if (tag === "" || tag === "*") return ofWriting ?? DEFAULT_REGION;
  try {
    const { language: spoken, region } = new Intl.Locale(tag);
    if (region) return region in HELPLINES ? region : WORLD;
    return OWN_COUNTRY[spoken] ?? ofWriting ?? (spoken === "en" ? DEFAULT_REGION : WORLD);
  } catch {
    // Not a valid language tag; browsers always send valid ones.
    return ofWriting ?? DEFAULT_REGION;
  }
}

/** The lines of a region for one kind of help, or all, the emergency number first. */
export function linesOf(region: string, kind?: HelpKind): readonly Helpline[] {
  return (HELPLINES[region] ?? HELPLINES[WORLD]).filter(({ kinds }) => !kind || kinds.includes(kind));
}

/** The same as they are displayed in English. */
export function helplinesFor(region: string, kind?: HelpKind): CrisisAnswer["helplines"] {
  return linesOf(region, kind).map(({ name, contact, href, note }) => ({ name, contact, href, note }));
}
