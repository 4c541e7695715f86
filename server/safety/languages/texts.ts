import { readFileSync } from "node:fs";
import { z } from "zod";
import type { CrisisAnswer } from "../../../shared/endpoints/sermons.ts";
import { type Helpline, type HelpKind, linesOf } from "../../../shared/helplines.ts";
import { isLanguage, type Language } from "./codes.ts";

const said = z.string().min(1);

/** What `texts/<code>.json` holds: the answers of the gate in one language. */
export const texts = z.strictObject({
  language: said,
  name: said,
  messages: z.strictObject({ "self-harm": said, abuse: said, medical: said, "harm-to-others": said, declined: said }),
  /** `{lines}` stands where the helplines come. */
  resourceNote: said.refine((note) => note.includes("{lines}")),
  otherCountries: said,
  /** That the sermon will be in English. */
  writesInEnglish: said,
  helpTitle: said,
  callNow: said,
  back: said,
  /** The line of the emergency number; `contactAnywhere` where the country is not known. */
  emergency: z.strictObject({ name: said, note: said, contactAnywhere: said }),
  /** The note to findahelpline.com. */
  findAHelpline: said,
});
export type Texts = z.infer<typeof texts>;

const loaded = new Map<Language, Texts>();

export function textsIn(language: Language): Texts {
  const known = loaded.get(language);
  if (known) return known;
  const read = texts.parse(JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), "utf8")));
  loaded.set(language, read);
  return read;
}

/** A line as it is displayed in a language: in its own words where the directory has them, else the emergency number in the texts'. */
function displayed(line: Helpline, language: string | undefined): CrisisAnswer["helplines"][number] {
  const { name, contact, href, note } = line;
  const english = { name, contact, href, note };
  if (language === undefined || !isLanguage(language)) return english;
  const own = line.in?.[language];
  if (own) return { ...english, ...own };
  const { emergency, findAHelpline } = textsIn(language);
  if (href === "https://findahelpline.com") return { ...english, note: findAHelpline };
  if (name !== "Emergency services") return english;
  return {
    ...english,
    name: emergency.name,
    note: emergency.note,
    ...(contact.includes("local") && { contact: emergency.contactAnywhere }),
  };
}

/** The helplines of a region for one kind of help, in a language as far as the directory has it, the emergency number first. */
export function helplinesIn(region: string, kind: HelpKind, language?: string): CrisisAnswer["helplines"] {
  return linesOf(region, kind).map((line) => displayed(line, language));
}
