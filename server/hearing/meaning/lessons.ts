import { readFileSync } from "node:fs";
import { z } from "zod";
import { isInGroup } from "../../text-model/evaluate.ts";
import { expandPhrase } from "../phrase.ts";
import type { Theme } from "../../themes/theme.ts";
import { GENERAL_THEME } from "../../themes/themes.ts";
import { situationLessons } from "../situations/situations.ts";
import { NO_ASPECT } from "./model.ts";

/** A training example: a topic with its correct labels, the best one first. */
export interface Lesson {
  topic: string;
  right: readonly string[];
  /** Weight in training; a topic that a person wrote has 1. */
  weight: number;
}

export interface Lessons {
  themes: readonly Lesson[];
  /** By theme id, for themes that have aspects. */
  aspects: ReadonlyMap<string, readonly Lesson[]>;
}

/** Topics with their correct themes, best first, and the aspects that should be found for each; "spouse?" is optional. */
const labelled = z.array(z.strictObject({ topic: z.string(), themes: z.record(z.string(), z.array(z.string())) }));
export type LabelledTopic = z.infer<typeof labelled>[number];

function readTopics(file: string): LabelledTopic[] {
  return labelled.parse(JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8")));
}

/** Topics by people who had not seen the lexicons. */
export const writtenTopics = (): LabelledTopic[] => readTopics("./topics.json");
/** Topics by authors who knew the lexicons, so their words nearly always match. */
export const labelledTopics = (): LabelledTopic[] => readTopics("../labelled-topics.json");

function lessonOf({ topic, themes }: LabelledTopic): Lesson {
  const right = Object.keys(themes);
  return { topic, right: right.length > 0 ? right : [GENERAL_THEME], weight: 1 };
}

/**
 * Whether a theme is correct for a topic. No theme is correct if the topic has none, or allows the general one. The topics were
 * labelled before there were narrow themes: one is correct where one of its nearest neighbours is.
 */
export function isCorrectTheme(theme: Theme | undefined, { themes: right }: LabelledTopic): boolean {
  const ids = Object.keys(right);
  if (theme === undefined) return ids.length === 0 || ids.includes(GENERAL_THEME);
  const suits = [theme.id, ...(theme.narrow ? theme.neighbours.slice(0, NEAREST) : [])];
  return suits.some((id) => ids.includes(id));
}
const NEAREST = 3;

/** Topics told as people tell them, with the themes that suit them. */
export const toldTopics = (): LabelledTopic[] =>
  situationLessons().map(({ topic, theme }) => ({ topic, themes: Object.fromEntries(theme.map((id) => [id, []])) }));

/** The same as lessons, for the themes that there are. */
function toldLessons(themes: readonly Theme[], told: readonly LabelledTopic[]): Lesson[] {
  const known = new Set(themes.map(({ id }) => id));
  return told
    .map(({ topic, themes: right }) => ({ topic, right: Object.keys(right).filter((id) => known.has(id)), weight: 1 }))
    .filter(({ right }) => right.length > 0);
}

/** Reads situations.txt: one situation a line, under a `#` line with the id of its theme. */
function situations(): Lesson[] {
  let theme = GENERAL_THEME;
  return readFileSync(new URL("./situations.txt", import.meta.url), "utf8")
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("# ")) theme = line.slice(2);
      return line === "" || line.startsWith("# ") ? [] : [{ topic: line, right: [theme], weight: 1 }];
    });
}

const STRONG = 0.4;
const WEAK = 0.15;
/** Aspects with more phrases than this share the weight of so many. */
const MOST_PHRASES = 150;
const SENTENCE = 0.1;

const lessonsOf = (phrases: readonly string[], right: readonly string[], weight: number): Lesson[] =>
  phrases.flatMap((phrase) => expandPhrase(phrase).map((topic) => ({ topic, right, weight })));

/** The sentences of a theme's texts, with the aspects that they are for. */
function sentencesOf(theme: Theme): { topic: string; aspects: readonly string[] }[] {
  const slots = [theme.openings, theme.pain, theme.objections, theme.actions, theme.prayers];
  return slots.flat().flatMap(({ text, for: aspects }) => text.split(/(?<=[.?])\s/u).map((topic) => ({ topic, aspects })));
}

/** Lessons from a theme's lexicon and from its own sentences. */
function themeLessons(theme: Theme): Lesson[] {
  const { id, lexicon } = theme;
  const named = Object.values(lexicon.aspects).flat();
  return [
    ...lessonsOf(lexicon.strong, [id], STRONG),
    ...lessonsOf(named, [id], STRONG * Math.min(1, MOST_PHRASES / named.length)),
    ...lessonsOf(lexicon.weak, [id], WEAK),
    ...sentencesOf(theme).map(({ topic }) => ({ topic, right: [id], weight: SENTENCE })),
  ];
}

const OF_ASPECT = 0.5;
const MOST_OF_ASPECT = 60;

/** Lessons for the aspects of a theme, from its lexicon, its sentences and the topics about it. */
function aspectLessons(theme: Theme, topics: readonly LabelledTopic[]): Lesson[] {
  const { id, lexicon } = theme;
  const orNone = (aspects: readonly string[]) => (aspects.length > 0 ? aspects : [NO_ASPECT]);
  // Of a topic that is mostly about another theme, the aspects that it names; that it names none says little.
  const about = topics.filter(({ themes }) => Object.keys(themes)[0] === id || (themes[id] ?? []).length > 0);
  return [
    ...about.map(({ topic, themes }) => ({
      topic,
      right: orNone((themes[id] ?? []).map((aspect) => aspect.replace("?", ""))),
      weight: 1,
    })),
    ...Object.entries(lexicon.aspects).flatMap(([aspect, phrases]) =>
      lessonsOf(phrases, [aspect], OF_ASPECT * Math.min(1, MOST_OF_ASPECT / phrases.length)),
    ),
    ...lessonsOf([...lexicon.strong, ...lexicon.weak], [NO_ASPECT], WEAK),
    ...sentencesOf(theme).map(({ topic, aspects }) => ({ topic, right: orNone(aspects), weight: SENTENCE })),
  ];
}

/** All lessons; with `heldBack`, a group's number, without the topics of that group. */
export function lessons(themes: readonly Theme[], heldBack?: number): Lessons {
  const learned = (list: readonly LabelledTopic[]) => list.filter((_, i) => heldBack === undefined || !isInGroup(i, heldBack));
  const topics = [writtenTopics(), labelledTopics()].flatMap(learned);
  const withAspects = themes.filter(({ lexicon }) => Object.keys(lexicon.aspects).length > 0);
  return {
    themes: [
      ...topics.map(lessonOf),
      ...situations(),
      ...toldLessons(themes, learned(toldTopics())),
      ...themes.flatMap(themeLessons),
    ],
    aspects: new Map(withAspects.map((theme) => [theme.id, aspectLessons(theme, topics)])),
  };
}
