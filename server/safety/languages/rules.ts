import { readFileSync } from "node:fs";
import type { CrisisAnswer } from "../../../shared/endpoints/sermons.ts";
import { type Language, LANGUAGES } from "./codes.ts";
import { sentences, withoutMarks } from "./fold.ts";

type CrisisKind = CrisisAnswer["kind"];

/** In this order: the most urgent danger first. */
const KINDS = ["self-harm", "harm-to-others", "abuse", "medical"] as const satisfies readonly CrisisKind[];
const SECTIONS = [...KINDS, "idioms", "not"] as const;
type Section = (typeof SECTIONS)[number];

/** The rules of a language, each section as one expression; null where it is empty. */
export type LanguageRules = Record<Section, RegExp | null> & { language: Language };

/** Languages in which a word does not end at a space. */
const WITHOUT_WORD_BOUNDARIES: ReadonlySet<Language> = new Set(["zh", "ko"]);

/** `…` in a pattern with its spaces, as an expression: up to three other words, in Chinese up to six characters. */
function gap(language: Language, before: string, after: string): string {
  if (language === "zh") return ".{0,6}";
  if (language === "ko") return "[^ ]{0,4}(?: [^ ]+){0,3} ?";
  if (before === "" && after !== "") return "(?:[^ ]+ ){0,3}";
  if (before !== "" && after === "") return "(?: [^ ]+){0,3}";
  return " (?:[^ ]+ ){0,3}";
}

/** The patterns of each section of a file, one a line (the form is in README.md). Throws at a section that is none. */
export function readPatterns(text: string): Record<Section, string[]> {
  const found = Object.fromEntries(SECTIONS.map((section) => [section, [] as string[]])) as Record<Section, string[]>;
  let section: Section | undefined;
  for (const line of text.split("\n").map((raw) => raw.trim())) {
    if (line === "" || line.startsWith("//")) continue;
    if (line.startsWith("# ")) {
      section = SECTIONS.find((name) => name === line.slice(2).trim());
      if (!section) throw new Error(`no section "${line}"`);
    } else if (section) found[section].push(line);
  }
  return found;
}

/** A pattern as an expression for sentences of folded text without commas. */
export function expressionOf(pattern: string, language: Language): string {
  const source = withoutMarks(pattern.replace(/[,،，](?!\d|\})\??/gu, "")).replace(
    /( ?)…( ?)/gu,
    (_, before: string, after: string) => gap(language, before, after),
  );
  return WITHOUT_WORD_BOUNDARIES.has(language) ? `(?:${source})` : String.raw`(?<![\p{L}\p{N}])(?:${source})(?![\p{L}\p{N}])`;
}

/** Throws if a pattern is not a regular expression. */
export function compileRules(patterns: Record<Section, string[]>, language: Language): LanguageRules {
  const compiled = SECTIONS.map((section) => {
    const sources = patterns[section].map((pattern) => expressionOf(pattern, language));
    return [section, sources.length === 0 ? null : new RegExp(sources.join("|"), section === "idioms" ? "gu" : "u")] as const;
  });
  return { ...(Object.fromEntries(compiled) as Record<Section, RegExp | null>), language };
}

let committed: readonly LanguageRules[] | undefined;

function committedRules(): readonly LanguageRules[] {
  return (committed ??= LANGUAGES.map((language) =>
    compileRules(readPatterns(readFileSync(new URL(`./rules/${language}.txt`, import.meta.url), "utf8")), language),
  ));
}

/** Part of a sentence without the marks that may stand between any two words. */
const unmarked = (part: string): string =>
  part
    .replace(/[,،，、:()[\]…–—|/\\]+/gu, " ")
    .replace(/ {2,}/gu, " ")
    .trim();

/**
 * Whether a sentence has the sign. If the whole sentence tells of the past or of a story, a part of it between commas that has the sign
 * and tells of neither still counts.
 */
function tells(sign: RegExp, not: RegExp | null, sentence: string): boolean {
  const whole = unmarked(sentence);
  if (!sign.test(whole)) return false;
  if (!not?.test(whole)) return true;
  return sentence
    .split(/[,،，、:]/u)
    .map(unmarked)
    .some((part) => part !== whole && sign.test(part) && !not.test(part));
}

/**
 * The kind of danger that the rules of any language find in a folded topic. A sentence is not read by the rules of a language for which
 * `passes` is false. Pure.
 */
export function dangerByRules(
  folded: string,
  passes: (sentence: string, language: Language) => boolean = () => true,
  languages: readonly LanguageRules[] = committedRules(),
): CrisisKind | null {
  const said = sentences(folded);
  for (const rules of languages) {
    const { idioms } = rules;
    const own = said.filter((sentence) => passes(sentence, rules.language));
    const read = idioms ? own.map((sentence) => sentence.replace(idioms, " ")) : own;
    for (const kind of KINDS) {
      const sign = rules[kind];
      if (sign && read.some((sentence) => tells(sign, rules.not, sentence))) return kind;
    }
  }
  return null;
}

/** Whether a sentence of a folded topic tells of the past, a story or a lesson, by the rules of any language. Pure. */
export function tellsOfOtherTimes(folded: string, languages: readonly LanguageRules[] = committedRules()): boolean {
  const said = sentences(folded).map(unmarked);
  return languages.some(({ not }) => not !== null && said.some((sentence) => not.test(sentence)));
}
