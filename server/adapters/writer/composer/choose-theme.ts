import { stem, words } from "./stem.ts";
import type { Theme } from "./theme.ts";

export interface ThemeScore {
  theme: Theme;
  score: number;
}

/** A topic reaches a theme by one strong phrase or by two weak words; below this it is not understood. */
const ENOUGH = 2;
const STRONG = 3;
const WEAK = 1;

interface Phrase {
  stems: string[];
  weights: Map<string, number>;
}

/** Phrases of all themes by their first stem, longest first. */
type Lexicon = Map<string, Phrase[]>;

/** Reading thousands of phrases takes longer than finding one, so it is done once for each set of themes. */
const known = new WeakMap<readonly Theme[], Lexicon>();

function lexiconOf(themes: readonly Theme[]): Lexicon {
  let lexicon = known.get(themes);
  if (!lexicon) known.set(themes, (lexicon = readLexicon(themes)));
  return lexicon;
}

function readLexicon(themes: readonly Theme[]): Lexicon {
  const phrases = new Map<string, Phrase>();
  for (const { id, lexicon } of themes)
    for (const [list, base] of [
      [[...lexicon.strong, ...Object.values(lexicon.aspects).flat()], STRONG],
      [lexicon.weak, WEAK],
    ] as const)
      for (const text of list) {
        const stems = words(text).map(stem);
        const key = stems.join(" ");
        const phrase = phrases.get(key) ?? { stems, weights: new Map<string, number>() };
        // A longer phrase says more exactly what is meant.
        phrase.weights.set(id, Math.max(phrase.weights.get(id) ?? 0, base + (stems.length - 1)));
        phrases.set(key, phrase);
      }
  const byFirst: Lexicon = new Map();
  for (const phrase of phrases.values()) {
    const [first] = phrase.stems;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.stems.length - a.stems.length);
  return byFirst;
}

/**
 * Ranks the themes a topic speaks of, best first; empty if none is reached. The longest phrase wins its words:
 * "forgive myself" is guilt, not also "forgive".
 */
export function rankThemes(topic: string, themes: readonly Theme[]): ThemeScore[] {
  const lexicon = lexiconOf(themes);
  const stems = words(topic).map(stem);
  const scores = new Map<string, number>();
  const counted = new Set<Phrase>();
  for (let i = 0; i < stems.length;) {
    const hit = lexicon.get(stems[i] ?? "")?.find((phrase) => phrase.stems.every((s, j) => s === stems[i + j]));
    if (hit && !counted.has(hit)) {
      counted.add(hit);
      for (const [id, weight] of hit.weights) scores.set(id, (scores.get(id) ?? 0) + weight);
    }
    i += hit?.stems.length ?? 1;
  }
  return themes
    .map((theme) => ({ theme, score: scores.get(theme.id) ?? 0 }))
    .filter(({ score }) => score >= ENOUGH)
    .toSorted((a, b) => b.score - a.score);
}

/** The aspects of a theme that a topic names. */
export function heardAspects(topic: string, { lexicon }: Theme): Set<string> {
  const stems = ` ${words(topic).map(stem).join(" ")} `;
  const named = ([, phrases]: [string, string[]]): boolean =>
    phrases.some((phrase) => stems.includes(` ${words(phrase).map(stem).join(" ")} `));
  return new Set(
    Object.entries(lexicon.aspects)
      .filter(named)
      .map(([aspect]) => aspect),
  );
}
