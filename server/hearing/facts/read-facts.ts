import { fact, withImplied, type Fact } from "../../themes/facts.ts";
import { likelyByMeaning } from "../../sentence-encoder/by-meaning.ts";
import { circumstancesIn } from "./circumstances.ts";
import { NONE } from "./lessons.ts";
import { committedModel, likelihoods, type FactModel } from "./model.ts";

const SENTENCE_END = /(?<=[.!?;\n])\s+/u;
const CLAUSE_END = /,\s+|\s+(?:and|but|because|so|while|since|although)\s+|\s+[-–—]\s+/u;
const FEWEST_WORDS = 3;
const WHOLE_MAX_WORDS = 25;
/** A bare word ("pregnant") names a subject more often than the person: it is believed this much. */
const BARE = 0.85;

/** The parts of a topic that are read by themselves: the whole if it is short, each sentence, and the clauses of long ones. */
export function partsOf(topic: string): string[] {
  const count = (text: string): number => text.trim().split(/\s+/u).length;
  const sentences = topic.split(SENTENCE_END).filter((text) => text.trim() !== "");
  const clauses = sentences.flatMap((sentence) => {
    const parts = sentence.split(CLAUSE_END).filter((part) => count(part) >= FEWEST_WORDS);
    return parts.length > 1 ? parts : [];
  });
  const whole = sentences.length > 1 && count(topic) <= WHOLE_MAX_WORDS ? [topic] : [];
  return [...new Set([...whole, ...sentences, ...clauses])];
}

/** How likely each fact is said by a text that is read as one part. Facts that only follow from others are not added. */
export function weighPart(part: string, { facts, spelled }: FactModel = committedModel()): Map<Fact, number> {
  return factsOf(likelihoods(part, facts, spelled));
}

const factsOf = (likely: ReadonlyMap<string, number>): Map<Fact, number> =>
  new Map([...likely].flatMap(([label, sure]) => (label === NONE ? [] : [[fact.parse(label), sure] as const])));

/** How likely each fact is, itself or as what follows from others. */
function withFollowing(likely: ReadonlyMap<Fact, number>): Map<Fact, number> {
  const sums = new Map<Fact, number>();
  for (const [told, sure] of likely) for (const one of withImplied([told])) sums.set(one, (sums.get(one) ?? 0) + sure);
  return sums;
}

/**
 * How likely each fact was said, or follows from what was said, 0 to 1: the mean of the highest by the words of a part and of that by the meaning
 * of the whole; for how a person lives also by plain words. Pure.
 */
export function weighFacts(topic: string, model: FactModel = committedModel()): Map<Fact, number> {
  const byWords = new Map<Fact, number>();
  for (const part of partsOf(topic))
    for (const [one, likely] of withFollowing(weighPart(part, model))) byWords.set(one, Math.max(byWords.get(one) ?? 0, likely));
  const meant = likelyByMeaning(topic, "facts", model.encoder);
  const byMeaning = meant ? withFollowing(factsOf(meant)) : byWords;
  const all = new Set([...byWords.keys(), ...byMeaning.keys()]);
  const sure = topic.trim().split(/\s+/u).length < FEWEST_WORDS ? BARE : 1;
  const both = Array.from(all, (one) => [one, (sure * ((byWords.get(one) ?? 0) + (byMeaning.get(one) ?? 0))) / 2] as const);
  return new Map([...both, ...circumstancesIn(topic).map((one) => [one, 1] as const)]);
}
