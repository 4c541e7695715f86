import * as z from "zod/mini";

/** Whom a sermon is for: the person who asks, about themselves or somebody they love, or hearers to whom they will speak. */
export const AUDIENCES = ["self", "other", "congregation", "group", "children"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** The theme that is written on when none of the readings of a topic is right: it takes nothing for granted. */
export const NO_READING = "in-everything";

/** How many facts a person can confirm beside what a topic says. */
export const MOST_CONFIRMED = 6;

/** Names a fact about a person, such as "sleepless" (server/themes/facts.ts); one that is not known is passed over. */
export const factName = z.string().check(z.regex(/^[a-z-]{1,40}$/));

/** Names a theme, such as "grief"; one that is not known is passed over. */
export const themeName = z.string().check(z.regex(/^[a-z-]{1,60}$/));

/**
 * Names a reading: a theme and an audience, such as "grief.self", and behind them the facts that the person confirmed:
 * "grief.self+sleepless". The column `generations.reading` has the same rule.
 */
export const readingKey = z
  .string()
  .check(z.regex(new RegExp(String.raw`^[a-z-]{1,60}\.(${AUDIENCES.join("|")})(\+[a-z-]{1,40}){0,${MOST_CONFIRMED}}$`)));

/** The parts of a reading's key. */
export interface ReadingKey {
  theme: string;
  audience: Audience;
  confirmed: readonly string[];
}

/** The parts of a key that has the form of `readingKey`. */
export function parseReadingKey(key: string): ReadingKey {
  const [named = "", ...confirmed] = key.split("+");
  const [theme = NO_READING, forWhom] = named.split(".");
  return { theme, audience: AUDIENCES.find((one) => one === forWhom) ?? "self", confirmed };
}

export const printReadingKey = ({ theme, audience, confirmed }: ReadingKey): string =>
  [`${theme}.${audience}`, ...confirmed].join("+");
