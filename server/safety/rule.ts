/** A sign of danger. `pattern` and `unless` read one clause of plain text. */
export interface Rule {
  /** Reads the whole topic, because the sign lies in what two sentences say together. */
  whole?: true;
  points: 1 | 2 | 3;
  pattern: RegExp;
  /** The clause means something else after all. */
  unless?: RegExp;
  /** Counts only where the clause speaks in the first person, or has no person at all ("wanting to die"). */
  first?: true;
}
