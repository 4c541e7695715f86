import { readFileSync } from "node:fs";
import { z } from "zod";
import type { CrisisAnswer } from "../../../../shared/functions.ts";

type Kind = CrisisAnswer["kind"];

const kinds = z.enum(["self-harm", "abuse", "medical", "harm-to-others"]);

const helpline = z.strictObject({
  name: z.string().min(1),
  /** As a person would dial, text or type it. */
  contact: z.string().min(1),
  href: z.string().regex(/^(?:tel:\+?[\d-]+|sms:\+?\d+|https:\/\/\S+)$/u),
  note: z.string().min(1),
  kinds: z.array(kinds).min(1),
});

/** Helplines by country (ISO 3166), in the order in which they are shown; "001" is the world. */
const directory = z.record(z.string().regex(/^[A-Z]{2}$|^001$/u), z.array(helpline).min(3));

const WORLD = "001";
const DEFAULT_REGION = "US";

let read: z.infer<typeof directory> | undefined;

export function helplineDirectory(): z.infer<typeof directory> {
  return (read ??= directory.parse(JSON.parse(readFileSync(new URL("./helplines.json", import.meta.url), "utf8"))));
}

/**
 * The country whose helplines are shown. `locale` is a language tag ("en-GB") or an Accept-Language header; the first tag decides.
 * English without a country, or nothing, is the United States; another country or language is the world.
 */
export function regionOf(locale: string | undefined): string {
  const tag = locale?.split(",")[0]?.split(";")[0]?.trim() ?? "";
  if (tag === "" || tag === "*") return DEFAULT_REGION;
  try {
    const { language, region } = new Intl.Locale(tag);
    if (region) return region in helplineDirectory() ? region : WORLD;
    return language === "en" ? DEFAULT_REGION : WORLD;
  } catch {
    // Not a language tag: a browser does not send one, so nothing is known about the country.
    return DEFAULT_REGION;
  }
}

/** The helplines of a region for one kind of crisis, the emergency number first. */
export function helplinesFor(region: string, kind: Kind): CrisisAnswer["helplines"] {
  const lines = helplineDirectory()[region] ?? helplineDirectory()[WORLD] ?? [];
  return lines
    .filter((line) => line.kinds.includes(kind))
    .map(({ name, contact, href, note }) => ({ name, contact, href, note }));
}
