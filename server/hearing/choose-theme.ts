import { softmax } from "../safety/meaning/model.ts";
import { committedModel, weighAspects, weighThemes, type TopicModel } from "./meaning/model.ts";
import { findAt, readPhrase } from "./phrase.ts";
import type { Phrase } from "./phrase.ts";
import { stem, words } from "./stem.ts";
import type { Theme } from "../themes/theme.ts";
import { GENERAL_THEME } from "../themes/themes.ts";

export interface ThemeScore {
  theme: Theme;
  /** How likely the topic is about this one, 0 to 1. */
  score: number;
}

/** By its phrases a topic reaches a theme with one strong one or with two weak words. */
const MIN_PHRASE_SCORE = 2;
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
 * How much the phrases of each theme say that a topic is about it, by theme id; themes that are not reached are missing. The longest phrase
 * wins its words: "forgive myself" is guilt, not also "forgive".
 */
export function weighPhrases(topic: string, themes: readonly Theme[]): Map<string, number> {
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
  return new Map([...scores].filter(([, score]) => score >= MIN_PHRASE_SCORE));
}

/** Log odds for each point of the phrases. This and the next two were found on topics that were held back (decision 016). */
const PHRASE_WEIGHT = 0.3;
/** A topic whose best theme is less likely is not understood. */
const MIN_BEST_THEME = 0.12;
/** A theme that is less likely is not another thing that the topic is about. */
const MIN_SECOND_THEME = 0.05;

/**
 * The themes a topic speaks of, the likeliest first, by the model and by their phrases together; empty if it is not understood, or is about
 * nothing in particular.
 */
export function rankThemes(topic: string, themes: readonly Theme[], model: TopicModel = committedModel()): ThemeScore[] {
  const phrases = weighPhrases(topic, themes);
  const weighed = weighThemes(topic, model);
  // "Nothing in particular" always stands for comparison, or the only theme there is would be certain.
  const ids = [...new Set([...themes.map(({ id }) => id), GENERAL_THEME])];
  const likely = softmax(ids.map((id) => (weighed.get(id) ?? 0) + PHRASE_WEIGHT * (phrases.get(id) ?? 0)));
  const ranked = themes
    .map((theme) => ({ theme, score: likely[ids.indexOf(theme.id)] ?? 0 }))
    .filter(({ theme }) => theme.id !== GENERAL_THEME)
    .toSorted((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  if (best < MIN_BEST_THEME || best < (likely[ids.indexOf(GENERAL_THEME)] ?? 0)) return [];
  return ranked.filter(({ score }) => score >= MIN_SECOND_THEME);
}

function aspectsOf(theme: Theme): [string, Phrase[]][] {
  let aspects = knownAspects.get(theme);
  if (!aspects) {
    aspects = Object.entries(theme.lexicon.aspects).map(([aspect, phrases]) => [aspect, phrases.map(readPhrase)]);
    knownAspects.set(theme, aspects);
  }
  return aspects;
}

/** An aspect that is less likely is not heard: what is said to somebody else hurts more than what is said to everybody. */
const MIN_ASPECT = 0.45;

/** The aspects of a theme that a topic names, by their phrases or by the model, without those that another one stands for. */
export function heardAspects(topic: string, theme: Theme, model: TopicModel = committedModel()): Set<string> {
  const stems = words(topic).map(stem);
  const named = (phrase: Phrase): boolean => stems.some((_, i) => findAt(phrase, stems, i) !== null);
  const likely = weighAspects(topic, theme.id, model);
  const heard = aspectsOf(theme).filter(([aspect, phrases]) => phrases.some(named) || (likely.get(aspect) ?? 0) >= MIN_ASPECT);
  const instead = new Set(heard.flatMap(([aspect]) => theme.instead[aspect] ?? []));
  return new Set(heard.map(([aspect]) => aspect).filter((aspect) => !instead.has(aspect)));
}
