import type { Accent } from "./accent.ts";
import type { SpeechToken } from "./speech-tokens.ts";

export interface Reading {
  tokens: readonly SpeechToken[];
  accent: Accent;
  say: (token: SpeechToken, ...words: string[]) => void;
  pause: () => void;
}

/** Tries to read the tokens from `at`: says them and returns how many it used, or 0 if the rule does not apply. */
export type Rule = (reading: Reading, at: number) => number;

export const isMark = (token: SpeechToken | undefined, marks: string): token is SpeechToken =>
  token?.kind === "mark" && marks.includes(token.text);
export const isDigits = (token: SpeechToken | undefined): token is SpeechToken =>
  token?.kind === "number" && /^\d+$/u.test(token.text);
export const isWord = (token: SpeechToken | undefined, pattern: RegExp): token is SpeechToken =>
  token?.kind === "word" && pattern.test(token.text);

const COUNTED =
  /^(?:years?|weeks?|days?|months?|hours?|minutes?|times?|miles?|people|men|women|children|sons|daughters|places?|things?)$/u;

/** Whether the number at `at` counts what follows, so that it is no chapter and no day: "John 3 weeks later". */
export const isCount = (tokens: readonly SpeechToken[], at: number): boolean => isWord(tokens[at + 1], COUNTED);
