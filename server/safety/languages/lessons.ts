import { readFileSync } from "node:fs";
import { expandChoices } from "../expand-choices.ts";
import { type Language, LANGUAGES } from "./codes.ts";

/** `lines`: no danger that stops a sermon, but a reason to say where help is. */
export const LABELS = ["ordinary", "lines", "self-harm", "abuse", "medical", "harm-to-others"] as const;
export type Label = (typeof LABELS)[number];
export type DangerLabel = Exclude<Label, "ordinary" | "lines">;

export interface Lesson {
  topic: string;
  label: Label;
  language: Language;
  /** Number of the line in its file: the sentences of one line are alike, so tests hold back whole lines. */
  line: number;
  weight: number;
}

/** At most so many topics come from one line with choices, spread evenly over all of them. */
const MOST_OF_A_LINE = 12;

function spread(all: readonly string[]): string[] {
  if (all.length <= MOST_OF_A_LINE) return [...all];
  const step = all.length / MOST_OF_A_LINE;
  const picked = Array.from({ length: MOST_OF_A_LINE }, (_, i) => all[Math.floor(i * step + ((i * 7) % step))] ?? "");
  return [...new Set(picked)];
}

/** The lessons of one file; its form is in README.md. Throws at a section that is none. */
export function readLessons(text: string, language: Language): Lesson[] {
  let label: Label | undefined;
  return text.split("\n").flatMap((raw, line): Lesson[] => {
    const written = raw.trim();
    if (written === "" || written.startsWith("//")) return [];
    if (written.startsWith("# ")) {
      label = LABELS.find((name) => name === written.slice(2).trim());
      if (!label) throw new Error(`no section "${written}"`);
      return [];
    }
    if (!label) throw new Error("a lesson before the first section");
    const of = label;
    const topics = spread(expandChoices(written)).map((topic) => topic.replace(/ {2,}/gu, " ").trim());
    return topics.map((topic) => ({ topic, label: of, language, line, weight: topics.length ** -0.25 }));
  });
}

/** The lessons of all languages. */
export const allLessons = (): Lesson[] =>
  LANGUAGES.flatMap((language) =>
    readLessons(readFileSync(new URL(`./lessons/${language}.txt`, import.meta.url), "utf8"), language),
  );
