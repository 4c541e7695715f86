import { COUNTED_AT_MOST } from "../limits.ts";
import type { Outcome } from "../execute.ts";
import type { Count } from "../sql/read.ts";
import type { Preferences } from "../wire/prefer.ts";

/**
 * How rows are counted. `planned` and `estimated` never ask the planner: it guesses from statistics over everybody's rows, which row level
 * security would hide (docs/decisions/020).
 */
export function countOf({ count }: Preferences): Count {
  if (count === null) return null;
  return { cap: count === "exact" ? null : COUNTED_AT_MOST };
}

/** The total to tell. A count that has reached its bound says so many, or as many as the page shows there to be. */
export function knownTotal({ total, page }: Outcome, { count }: Preferences, offset: number): number | null {
  if (total === null || count === "exact" || total < COUNTED_AT_MOST) return total;
  return Math.max(total, page > 0 ? offset + page : offset);
}
