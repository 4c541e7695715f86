import { findAt, readPhrase } from "./phrase.ts";
import type { Phrase } from "./phrase.ts";
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

interface Weighed extends Phrase {
  weights: Map<string, number>;
}

/** Phrases of all themes by the stems that may begin them. */
type Lexicon = Map<string, Weighed[]>;

/** Reading thousands of phrases takes longer than finding one, so it is done once for each set of themes. */
const known = new WeakMap<readonly Theme[], Lexicon>();
const knownAspects = new WeakMap<Theme, [aspect: string, phrases: Phrase[]][]>();

function lexiconOf(themes: readonly Theme[]): Lexicon {
  let lexicon = known.get(themes);
  if (!lexicon) known.set(themes, (lexicon = readLexicon(themes)));
  return lexicon;
}

function readLexicon(themes: readonly Theme[]): Lexicon {
  const phrases = new Map<string, Weighed>();
  for (const { id, lexicon } of themes)
    for (const [list, base] of [
      [[...lexicon.strong, ...Object.values(lexicon.aspects).flat()], STRONG],
      [lexicon.weak, WEAK],
    ] as const)
      for (const text of list) {
        const { steps } = readPhrase(text);
        const key = steps.map(({ any, gap }) => `${gap ? "… " : ""}${[...any].join("|")}`).join(" ");
        const phrase = phrases.get(key) ?? { steps, weights: new Map<string, number>() };
        // A longer phrase says more exactly what is meant.
        phrase.weights.set(id, Math.max(phrase.weights.get(id) ?? 0, base + (steps.length - 1)));
        phrases.set(key, phrase);
      }
  const byFirst: Lexicon = new Map();
  for (const phrase of phrases.values())
    for (const first of phrase.steps[0]?.any ?? []) {
      const list = byFirst.get(first);
      if (list) list.push(phrase);
      else byFirst.set(first, [phrase]);
    }
  return byFirst;
}

/**
 * Ranks the themes a topic speaks of, best first; empty if none is reached. The longest phrase wins its words:
 * "forgive myself" is guilt, not also "forgive".
 */
export function rankThemes(topic: string, themes: readonly Theme[]): ThemeScore[] {
  const lexicon = lexiconOf(themes);
  const stems = words(topic).map(stem);
  const hits = stems
    .flatMap((first, i) => (lexicon.get(first) ?? []).map((phrase) => ({ phrase, at: findAt(phrase, stems, i) })))
    .flatMap(({ phrase, at }) => (at ? [{ phrase, at, span: (at.at(-1) ?? 0) - (at[0] ?? 0) }] : []))
    .toSorted((a, b) => b.at.length - a.at.length || a.span - b.span);
  const counted = new Set<Phrase>();
  const taken = new Map<number, string>();
  const best = new Map<string, { id: string; weight: number }>();
  for (const { phrase, at } of hits) {
    // Several phrases may name the very same words, of one theme or of two: each theme counts them once.
    const place = at.join();
    if (at.some((i) => taken.has(i) && taken.get(i) !== place)) continue;
    for (const i of at) taken.set(i, place);
    if (counted.has(phrase)) continue;
    counted.add(phrase);
    for (const [id, weight] of phrase.weights) {
      const key = `${id} ${place}`;
      best.set(key, { id, weight: Math.max(weight, best.get(key)?.weight ?? 0) });
    }
  }
  const scores = new Map<string, number>();
  for (const { id, weight } of best.values()) scores.set(id, (scores.get(id) ?? 0) + weight);
  return themes
    .map((theme) => ({ theme, score: scores.get(theme.id) ?? 0 }))
    .filter(({ score }) => score >= ENOUGH)
    .toSorted((a, b) => b.score - a.score);
}

function aspectsOf(theme: Theme): [string, Phrase[]][] {
  let aspects = knownAspects.get(theme);
  if (!aspects) {
    aspects = Object.entries(theme.lexicon.aspects).map(([aspect, phrases]) => [aspect, phrases.map(readPhrase)]);
    knownAspects.set(theme, aspects);
  }
  return aspects;
}

/** The aspects of a theme that a topic names. */
export function heardAspects(topic: string, theme: Theme): Set<string> {
  const stems = words(topic).map(stem);
  const named = (phrase: Phrase): boolean => stems.some((_, i) => findAt(phrase, stems, i) !== null);
  return new Set(
    aspectsOf(theme)
      .filter(([, phrases]) => phrases.some(named))
      .map(([aspect]) => aspect),
  );
}
