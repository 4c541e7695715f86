import type { Fact } from "../themes/facts.ts";
import { softmax } from "../text-model/linear.ts";
import { likelyByMeaning } from "../sentence-encoder/by-meaning.ts";
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

/** Minimum score of the phrases: one strong phrase or two weak ones. */
const MIN_PHRASE_SCORE = 2;
const STRONG = 3;
const WEAK = 1;

interface Weighed extends Phrase {
  weight: number;
}

/** The phrases of a theme, by the stems that they can begin with. */
type Lexicon = ReadonlyMap<string, readonly Weighed[]>;

/** Parsing thousands of phrases is slow, so it is done once for each theme. */
const known = new WeakMap<Theme, Lexicon>();
const knownAspects = new WeakMap<Theme, [aspect: string, phrases: Phrase[]][]>();

function lexiconOf(theme: Theme): Lexicon {
  let lexicon = known.get(theme);
  if (!lexicon) known.set(theme, (lexicon = readLexicon(theme)));
  return lexicon;
}

function readLexicon({ lexicon: { strong, weak, aspects } }: Theme): Lexicon {
  const byFirst = new Map<string, Weighed[]>();
  for (const [list, base] of [
    [[...strong, ...Object.values(aspects).flat()], STRONG],
    [weak, WEAK],
  ] as const)
    for (const text of list) {
      const { steps } = readPhrase(text);
      // Longer phrases are more specific and weigh more.
      const phrase = { steps, weight: base + (steps.length - 1) };
      for (const first of steps[0]?.any ?? []) {
        const others = byFirst.get(first);
        if (others) others.push(phrase);
        else byFirst.set(first, [phrase]);
      }
    }
  return byFirst;
}

/**
 * Score of each theme by its phrases, by theme id; themes without a match are missing. Where phrases overlap the longest counts:
 * "forgive myself" is guilt, not also "forgive".
 */
export function weighPhrases(topic: string, themes: readonly Theme[]): Map<string, number> {
  const lexicons = themes.map((theme) => ({ id: theme.id, lexicon: lexiconOf(theme) }));
  const stems = words(topic).map(stem);
  const hits = stems
    .flatMap((first, i) =>
      lexicons.flatMap(({ id, lexicon }) =>
        (lexicon.get(first) ?? []).map((phrase) => ({ id, phrase, at: findAt(phrase, stems, i) })),
      ),
    )
    .flatMap(({ id, phrase, at }) => (at ? [{ id, phrase, at, span: (at.at(-1) ?? 0) - (at[0] ?? 0) }] : []))
    .toSorted((a, b) => b.at.length - a.at.length || a.span - b.span);
  const counted = new Set<Phrase>();
  const taken = new Map<number, string>();
  const best = new Map<string, { id: string; weight: number }>();
  for (const { id, phrase, at } of hits) {
    // Several phrases can match the same words; they count once for each theme.
    const place = at.join();
    if (at.some((i) => taken.has(i) && taken.get(i) !== place)) continue;
    for (const i of at) taken.set(i, place);
    if (counted.has(phrase)) continue;
    counted.add(phrase);
    const key = `${id} ${place}`;
    best.set(key, { id, weight: Math.max(phrase.weight, best.get(key)?.weight ?? 0) });
  }
  const scores = new Map<string, number>();
  for (const { id, weight } of best.values()) scores.set(id, (scores.get(id) ?? 0) + weight);
  return new Map([...scores].filter(([, score]) => score >= MIN_PHRASE_SCORE));
}

/**
 * Log odds per point of the phrase score. This and the next two were tuned on held-back topics
 * (docs/decisions/016-theme-model.md).
 */
const PHRASE_WEIGHT = 0.3;
/** What the log probabilities by words and by meaning count, as tuned (docs/decisions/093-ten-thousand-lessons.md). */
const COUNTS = { words: 0.7, meaning: 0.6 };
/** If the best theme is less likely than this, the topic counts as not understood. */
const MIN_BEST_THEME = 0.12;
/** Further themes that are less likely than this are left out. */
const MIN_SECOND_THEME = 0.05;

export interface RankOptions {
  model?: TopicModel;
  /** Log odds to add, by theme id. */
  gains?: ReadonlyMap<string, number>;
}

export interface ThemeScores {
  /** Every theme but the general one, likeliest first. */
  all: ThemeScore[];
  /** How likely the topic is about nothing in particular. */
  general: number;
}

/** How likely a topic is about each theme, by its words, the phrases in it and its meaning together. */
export function scoreThemes(
  topic: string,
  themes: readonly Theme[],
  { model = committedModel(), gains }: RankOptions = {},
): ThemeScores {
  const phrases = weighPhrases(topic, themes);
  const weighed = weighThemes(topic, model);
  // The general theme is always compared with, or a single theme would have probability 1.
  const ids = [...new Set([...themes.map(({ id }) => id), GENERAL_THEME])];
  const byWords = softmax(ids.map((id) => (weighed.get(id) ?? 0) + PHRASE_WEIGHT * (phrases.get(id) ?? 0)));
  const byMeaning = likelyByMeaning(topic, "themes", model.encoder);
  const both = (id: string, byWord: number): number =>
    byMeaning ? COUNTS.words * Math.log(byWord) + COUNTS.meaning * Math.log(byMeaning.get(id) ?? byWord) : Math.log(byWord);
  const likely = softmax(ids.map((id, i) => both(id, byWords[i] ?? 0) + (gains?.get(id) ?? 0)));
  const all = themes
    .map((theme) => ({ theme, score: likely[ids.indexOf(theme.id)] ?? 0 }))
    .filter(({ theme }) => theme.id !== GENERAL_THEME)
    .toSorted((a, b) => b.score - a.score);
  return { all, general: likely[ids.indexOf(GENERAL_THEME)] ?? 0 };
}

/** The themes that a topic is about, likeliest first. Empty if it is not understood or is about nothing in particular. */
export function clearThemes({ all, general }: ThemeScores): ThemeScore[] {
  const best = all[0]?.score ?? 0;
  return best < MIN_BEST_THEME || best < general ? [] : all.filter(({ score }) => score >= MIN_SECOND_THEME);
}

/** The themes of a topic, likeliest first; empty if it is not understood. */
export const rankThemes = (topic: string, themes: readonly Theme[], options?: RankOptions): ThemeScore[] =>
  clearThemes(scoreThemes(topic, themes, options));

function aspectsOf(theme: Theme): [string, Phrase[]][] {
  let aspects = knownAspects.get(theme);
  if (!aspects) {
    aspects = Object.entries(theme.lexicon.aspects).map(([aspect, phrases]) => [aspect, phrases.map(readPhrase)]);
    knownAspects.set(theme, aspects);
  }
  return aspects;
}

/** Minimum probability of an aspect. High, because a text for the wrong situation hurts more than a general one. */
const MIN_ASPECT = 0.55;

/** The aspects of a theme that a topic names by one of their phrases. */
export function namedAspects(topic: string, theme: Theme): Set<string> {
  const stems = words(topic).map(stem);
  const named = (phrase: Phrase): boolean => stems.some((_, i) => findAt(phrase, stems, i) !== null);
  return new Set(aspectsOf(theme).flatMap(([aspect, phrases]) => (phrases.some(named) ? [aspect] : [])));
}

interface AspectScores {
  named: ReadonlySet<string>;
  likely: ReadonlyMap<string, number>;
  /** Named, or likely by the model, and not replaced by another one (`instead`). */
  heard: ReadonlySet<string>;
}

function scoreAspects(topic: string, theme: Theme, model: TopicModel): AspectScores {
  const named = namedAspects(topic, theme);
  const likely = weighAspects(topic, theme.id, model);
  const all = Object.keys(theme.lexicon.aspects).filter((aspect) => named.has(aspect) || (likely.get(aspect) ?? 0) >= MIN_ASPECT);
  const instead = new Set(all.flatMap((aspect) => theme.instead[aspect] ?? []));
  return { named, likely, heard: new Set(all.filter((aspect) => !instead.has(aspect))) };
}

/** The aspects of a theme that a topic names, by phrases or by the model. */
export const heardAspects = (topic: string, theme: Theme, model: TopicModel = committedModel()): ReadonlySet<string> =>
  scoreAspects(topic, theme, model).heard;

/** Minimum probability of an aspect that says no fact, for its texts to be used without one of its phrases. */
const SURE_ASPECT = 0.8;

/**
 * The aspects whose texts may be used: those that a topic names by a phrase; and of those that the model suspects, the ones whose facts
 * were said, or that are nearly certain.
 */
export function licensedAspects(topic: string, theme: Theme, facts: ReadonlySet<Fact>): Set<string> {
  const { named, likely, heard } = scoreAspects(topic, theme, committedModel());
  const isLicensed = (aspect: string): boolean => {
    const { [aspect]: says = [] } = theme.says;
    return (
      named.has(aspect) || (says.length > 0 ? says.every((one) => facts.has(one)) : (likely.get(aspect) ?? 0) >= SURE_ASPECT)
    );
  };
  return new Set([...heard].filter(isLicensed));
}
