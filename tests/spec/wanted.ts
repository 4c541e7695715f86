import { asPattern, TEXTS } from "./texts.ts";
import type { Wanted } from "./shown-texts.ts";

const all = [...new Set(Object.values(TEXTS).flat())];
const literals = all.filter((text) => !text.includes("{"));
const open = all.filter((text) => text.includes("{"));
const numbered = [...literals, ...open];

/** What to look for in pages. */
export const WANTED: Wanted = { literals, patterns: open.map(asPattern) };

/** The texts behind the numbers of a report. */
export const wantedTexts = (numbers: readonly number[]): string[] => numbers.flatMap((i) => numbered[i] ?? []);

const matchers = numbered.map((text) => [text, new RegExp(`^${asPattern(text)}$`, "s")] as const);

/** The texts that this text is. */
export const wantedIn = (text: string): string[] => matchers.flatMap(([wanted, matcher]) => (matcher.test(text) ? [wanted] : []));
