import { COUNTED_AT_MOST } from "../limits.ts";
import type { Outcome } from "../execute.ts";
import type { Count } from "../sql/read.ts";
import type { Preferences } from "../wire/prefer.ts";

/**
 * How rows are counted. `planned` and `estimated` do not use the planner's estimate, which is computed from rows that row level security
 * hides (docs/decisions/020).
 */
export function countOf({ count }: Preferences): Count {
  if (count === null) return null;
  return { cap: count === "exact" ? null : COUNTED_AT_MOST };
}

/** The total to report. A count that has reached `COUNTED_AT_MOST` is reported as that, or as the end of the page if that is larger. */
export function knownTotal({ total, page }: Outcome, { count }: Preferences, offset: number): number | null {
  if (total === null || count === "exact" || total < COUNTED_AT_MOST) return total;
  return Math.max(total, page > 0 ? offset + page : offset);
}
