/**
 * A sign of danger. `pattern` and `unless` are matched against one clause of plain text. 3 points in a clause are a crisis; fewer
 * points add up over a topic.
 */
export interface Rule {
  /** Sentences that it finds, in plain text. `rule.test.ts` holds it to them. */
  examples: readonly [string, ...string[]];
  points: 1 | 2 | 3;
  pattern: RegExp;
  /** The rule does not count if this matches too. */
  unless?: RegExp;
  /** Matched against neighbouring sentences instead of one clause, because the sign is spread over both. */
  acrossSentences?: true;
  /** Counts only if the clause is in the first person, or names no person at all ("wanting to die"). */
  firstPerson?: true;
  /** Says nothing alone, not even that a line about help is needed ("funeral"). */
  onlyBesideOthers?: true;
}
