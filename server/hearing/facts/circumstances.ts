import type { Fact } from "../../themes/facts.ts";
import { findAt, readPhrase, type Phrase } from "../phrase.ts";
import { stem, words } from "../stem.ts";

/** Phrases by which a topic mentions its writer's circumstances. */
const PHRASES: Partial<Record<Fact, readonly string[]>> = {
  married: ["my|our husband|wife|hubby|missus|spouse", "my partner", "we are|were married", "our marriage|anniversary"],
  parent: [
    "my|our @child",
    "my|our eldest|oldest|youngest|little|only|grown|twin @child",
    "my|our baby|toddler|newborn|stepson|stepdaughter",
  ],
  grandparent: ["my|our @grandchild"],
  "has-parent": ["my|our mum|mom|mother|dad|father|mam|parents"],
  "has-sibling": ["my|our @sibling", "my|our little|big|older|younger|twin @sibling"],
  works: ["my boss|job|shift|colleague|coworker|manager|office", "at work"],
  "in-church": ["my|our church|parish|pastor|vicar|congregation"],
  "died-recently": [
    "died|passed|lost|buried … today|yesterday",
    "died|passed|lost|buried … this morning|week|month",
    "died|passed|lost|buried … last night|week|month",
    "died|passed|lost|buried … on monday|tuesday|wednesday|thursday|friday|saturday|sunday",
    "funeral … tomorrow|today|monday|tuesday|wednesday|thursday|friday|saturday",
  ],
  "died-long-ago": [
    "died|passed|lost|buried … years ago",
    "years … since|without … died|passed|mother|father|husband|wife|son|daughter",
  ],
};

let parsed: [Fact, Phrase[]][] | undefined;

/** The circumstances that a topic mentions. They are never what it is about, so words are enough. Pure. */
export function circumstancesIn(topic: string): Fact[] {
  parsed ??= Object.entries(PHRASES).map(([one, list]) => [one as Fact, list.map(readPhrase)]);
  const stems = words(topic).map(stem);
  return parsed.flatMap(([one, list]) =>
    list.some((phrase) => stems.some((_, i) => findAt(phrase, stems, i) !== null)) ? [one] : [],
  );
}
