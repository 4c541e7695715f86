import type { Occasion } from "../pericopes/pericope.ts";
import type { PassageRange } from "../scripture/passage.ts";
import { isSituation, knownFacts, withImplied, type Fact } from "../themes/facts.ts";
import type { Theme } from "../themes/theme.ts";
import { GENERAL_THEME } from "../themes/themes.ts";
import { parseReadingKey, type Audience } from "../../shared/reading.ts";
import { audienceOf, isPublic } from "./audience.ts";
import { clearThemes, namedAspects, scoreThemes, type ThemeScores } from "./choose-theme.ts";
import { weighFacts } from "./facts/read-facts.ts";
import { forTheHearer, isHandedOver } from "./handed-over.ts";
import { readRequest, type Form } from "./request.ts";
import { suitableThemes, unsuitable } from "./suitable-themes.ts";

/** What a topic was understood to say and to ask for. */
export interface Reading {
  /** Names it among all readings of its topic: "grief.self". */
  key: string;
  audience: Audience;
  theme: Theme;
  /** How likely the topic is about the theme, 0 to 1. */
  score: number;
  /** The next likely theme, if it is strong enough to have a part in the sermon. */
  second: Theme | null;
  /** What the topic said about the person, surest first. */
  said: readonly Fact[];
  /** What it said about the person, and what follows from it; nothing about hearers whom the person will speak to. */
  facts: ReadonlySet<Fact>;
  /** Passages that are asked for. */
  passages: readonly PassageRange[];
  occasion: Occasion | null;
  form: Form | null;
}

/** How many readings a topic has at most. */
const MOST_READINGS = 3;
/** A theme that is at least this likely beside a likelier one has a part in the sermon. */
const SECOND_THEME = 0.2;
/** Below this the topic is not understood: the sermon is of the general theme, and the likelier themes are its other readings. */
const SURE_THEME = 0.35;
/** From this probability on a topic is clearly about a theme: its plain subject is true of the person. */
const CLEAR_THEME = 0.75;
/** Log odds that a theme gains if one of its facts was certainly said; a narrow theme is written for these facts alone. */
const FACT_WEIGHT = { theme: 3, narrow: 6 };
/** The probability from which a fact counts as said. High, because a text for the wrong fact hurts. */
const SAID = { situation: 0.6, other: 0.65 };
/**
 * The probability by the model from which a phrase that names a fact is believed: by themselves three of four phrases are wrong ("cancel her
 * phone number" has the stem of "numb"; docs/decisions/041-readings-and-licence.md).
 */
const SUSPECTED = 0.5;
export const isSaid = (one: Fact, likely: number): boolean => likely >= (isSituation(one) ? SAID.situation : SAID.other);

/** Somebody else's loss is not the writer's. */
export const isLoss = (one: Fact): boolean =>
  one === "bereaved" || one === "widowed" || one === "pregnancy-lost" || one.endsWith("-died");

/** What each theme gains by the facts that lead to it. */
function gains(themes: readonly Theme[], weighed: ReadonlyMap<Fact, number>): Map<string, number> {
  return new Map(
    themes.map(({ id, facts, narrow }) => {
      const likely = facts.map((one) => [one, weighed.get(one) ?? 0] as const);
      if (narrow) return [id, likely.some((fact) => isSaid(...fact)) ? FACT_WEIGHT.narrow : 0] as const;
      return [id, FACT_WEIGHT.theme * Math.max(0, ...likely.map(([, p]) => p))] as const;
    }),
  );
}

/** What a topic says by a phrase of an aspect of a theme. */
const saidByPhrase = (topic: string, themes: readonly Theme[]): Fact[] =>
  themes.flatMap((theme) =>
    Object.keys(theme.says).length === 0 ? [] : [...namedAspects(topic, theme)].flatMap((aspect) => theme.says[aspect] ?? []),
  );

/** How likely each fact is said, 0 to 1, and each theme meant. */
export interface Likelihoods {
  facts: ReadonlyMap<Fact, number>;
  themes: ThemeScores;
}

/** Weighs facts and themes of a topic; the facts that the person confirmed are certain. Pure. */
export function weighTopic(topic: string, themes: readonly Theme[], confirmed: readonly Fact[] = []): Likelihoods {
  const suitable = suitableThemes(topic, themes);
  const facts = weighFacts(topic);
  for (const one of unsuitable(topic).facts) facts.delete(one);
  const likelyByPhrase = saidByPhrase(topic, suitable).filter((one) => (facts.get(one) ?? 0) >= SUSPECTED);
  for (const one of [...likelyByPhrase, ...withImplied(confirmed)]) facts.set(one, 1);
  return { facts, themes: scoreThemes(topic, suitable, { gains: gains(suitable, facts) }) };
}

const GLAD: ReadonlySet<Fact> = new Set<Fact>(["joyful", "grateful", "prayer-answered", "recovered"]);

/**
 * Who hears a sermon that is for somebody else: the one who asks, or the one whom they give it to. Of whom they give it to nothing is known
 * but what is glad: a topic's other facts are the writer's, or told of a third.
 */
type Hearer = "asker" | "receiver";
const hearerOf = (topic: string, audience: Audience): Hearer =>
  audience === "other" && isHandedOver(topic) ? "receiver" : "asker";

/** What is so of whoever asks for a sermon for somebody else: they are worried, unless something glad was heard, or nothing. */
const ofAsker = (audience: Audience, theme: Theme, said: readonly Fact[]): readonly Fact[] =>
  audience === "other" && theme.tone !== "joy" && theme.id !== GENERAL_THEME && !said.some((one) => GLAD.has(one))
    ? ["worried-for-other"]
    : [];

/** What is known of a topic beside its words. */
interface Known {
  /** Facts that the person says are so. */
  confirmed?: readonly Fact[];
  /** For whom the person wants it; as it is heard if not given. */
  audience?: Audience | undefined;
  /** The topic's own, for who has weighed it already. */
  likelihoods?: Likelihoods;
}

/** The readings of a topic, the likeliest first; never empty. Pure. */
export function readTopic(topic: string, themes: readonly Theme[], known: Known = {}): Reading[] {
  const { confirmed = [], likelihoods = weighTopic(topic, themes, confirmed) } = known;
  const { facts: weighed, themes: scores } = likelihoods;
  const request = readRequest(topic);
  const audience = known.audience ?? audienceOf(topic, request);
  const hearer = hearerOf(topic, audience);
  const turned = <T extends { theme: Theme }>(list: readonly T[]): readonly T[] =>
    hearer === "receiver" ? forTheHearer(list, themes) : list;
  const ranked = turned(clearThemes(scores));
  const isOwn = (one: Fact): boolean =>
    confirmed.includes(one) || (hearer === "receiver" ? GLAD.has(one) : !(audience === "other" && isLoss(one)));
  const said = isPublic(audience)
    ? confirmed
    : [...weighed]
        .filter(([one, likely]) => isSaid(one, likely) && isOwn(one))
        .toSorted(([, a], [, b]) => b - a)
        .map(([one]) => one);
  const general = themes.find(({ id }) => id === GENERAL_THEME);
  const unsure = (ranked[0]?.score ?? 0) < SURE_THEME;
  // A topic that is not understood still has its likeliest themes to choose from.
  const chosen = unsure && general ? turned([{ theme: general, score: 1 }, ...scores.all]) : ranked;
  return chosen.slice(0, MOST_READINGS).map(({ theme, score }, i) => {
    // Who chooses another reading says that the first was wrong: only what was confirmed, or leads to the chosen theme, is taken from it.
    const next = i === 0 ? chosen[1] : undefined;
    const own = i === 0 ? said : said.filter((one) => theme.facts.includes(one) || confirmed.includes(one));
    return {
      key: `${theme.id}.${audience}`,
      audience,
      theme,
      score,
      second: next && next.score >= SECOND_THEME ? next.theme : null,
      said: own,
      facts: withImplied([
        ...own,
        ...theme.grants,
        ...(audience === "self" && score >= CLEAR_THEME ? theme.subject : []),
        ...(hearer === "asker" ? ofAsker(audience, theme, own) : []),
      ]),
      passages: request.passages,
      occasion: request.occasion,
      form: request.form,
    };
  });
}

/** The reading of a topic about a theme that said and asked nothing more than what was confirmed. */
export const plainReading = (
  theme: Theme,
  confirmed: readonly Fact[] = [],
  audience: Audience = "self",
  hearer: Hearer = "asker",
): Reading => ({
  key: `${theme.id}.${audience}`,
  audience,
  theme,
  score: 1,
  second: null,
  said: confirmed,
  facts: withImplied([...confirmed, ...theme.grants, ...(hearer === "asker" ? ofAsker(audience, theme, confirmed) : [])]),
  passages: [],
  occasion: null,
  form: null,
});

/**
 * The reading that a person chose, by its key, with what they confirmed; a theme that is not among the topic's readings is taken with
 * nothing else heard. A key that names no theme, or no key, gives the likeliest reading.
 */
export function readingFor(topic: string, themes: readonly Theme[], key?: string): Reading {
  const wanted = key === undefined ? undefined : parseReadingKey(key);
  const confirmed = knownFacts(wanted?.confirmed ?? []);
  const readings = readTopic(topic, themes, { confirmed, audience: wanted?.audience });
  const [best] = readings;
  if (!best) throw new Error(`there is no theme "${GENERAL_THEME}"`);
  const { audience, passages, occasion, form } = best;
  const named = themes.find((theme) => theme.id === wanted?.theme);
  const chosen = named && { ...plainReading(named, confirmed, audience, hearerOf(topic, audience)), passages, occasion, form };
  const reading = readings.find(({ theme }) => theme.id === wanted?.theme) ?? chosen ?? best;
  return isPublic(audience) ? { ...reading, said: [], facts: new Set() } : reading;
}
