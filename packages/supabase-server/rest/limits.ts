import type { Role } from "@lampstand/database";
import { beyondLimit } from "./errors.ts";
import type { Filter } from "./grammar/filter.ts";
import type { RestQuery } from "./grammar/query.ts";
import type { SelectNode } from "./grammar/select.ts";

/** Largest response, measured by PostgreSQL as JSON. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Upper bound of counting for `count=planned` and `count=estimated`. */
export const COUNTED_AT_MOST = 10_000;

/** Limits on the work of one request, by role. */
interface Work {
  conditions: number;
  /** Patterns, text searches and containment, whose time grows with the value's length times the column's. */
  costly: number;
  /** Characters and wildcards of a pattern; characters of a text search. */
  pattern: { characters: number; wildcards: number };
  /** Characters of an array, range or JSON document that is compared as a whole. */
  container: number;
  search: boolean;
  orderTerms: number;
  /** Embedded resources; each is a subquery for every row of its parent. */
  embeds: number;
}

// Measured in docs/decisions/020: on a text of 40,000 characters a pattern of 200 takes 40 ms, one of 15,000 two seconds.
const WORK: Readonly<Record<Role, Work | null>> = {
  anon: {
    conditions: 20,
    costly: 3,
    pattern: { characters: 100, wildcards: 5 },
    container: 200,
    search: false,
    orderTerms: 10,
    embeds: 10,
  },
  authenticated: {
    conditions: 100,
    costly: 10,
    pattern: { characters: 200, wildcards: 10 },
    container: 1000,
    search: true,
    orderTerms: 10,
    embeds: 10,
  },
  // The service key has full access anyway.
  service_role: null,
};

const PATTERNS: ReadonlySet<string> = new Set(["like", "ilike"]);
const REGULAR_EXPRESSIONS: ReadonlySet<string> = new Set(["match", "imatch"]);
const CONTAINERS: ReadonlySet<string> = new Set(["cs", "cd", "ov"]);

function embedsOf(select: readonly SelectNode[]): number {
  return select.reduce((sum, node) => sum + (node.kind === "relation" ? 1 + embedsOf(node.select) : 0), 0);
}

type Condition = Extract<Filter, { kind: "condition" }>;

function conditionsOf(filter: Filter): Condition[] {
  return filter.kind === "condition" ? [filter] : filter.filters.flatMap(conditionsOf);
}

const atMost = (most: number, what: string): string => `At most ${most} ${what} at once`;

/** Whether a condition counts as costly. Throws PGRSTL02 for one that is beyond the role's limits by itself. */
function isCostly({ operation }: Condition, { pattern, container, search }: Work): boolean {
  if (operation.kind === "search") {
    if (!search) throw beyondLimit("Text search is for people who have signed in", "Use eq, in, like or ilike.");
    if (operation.value.length > pattern.characters)
      throw beyondLimit(`A text search has at most ${pattern.characters} characters`, "Search for fewer words.");
    return true;
  }
  if (operation.kind !== "compare") return false;
  const { operator, value } = operation;
  // Even a short one can run for minutes (`(a|bc)?` repeated), so a limit on the length would not help.
  if (REGULAR_EXPRESSIONS.has(operator))
    throw beyondLimit(`The operator '${operator}' is for the service role alone`, "Use like or ilike, or call a function.");
  if (PATTERNS.has(operator)) {
    if (value.length > pattern.characters)
      throw beyondLimit(`A pattern has at most ${pattern.characters} characters`, "Shorten the pattern.");
    if ((value.match(/[%*]/g)?.length ?? 0) > pattern.wildcards)
      throw beyondLimit(`A pattern has at most ${pattern.wildcards} wildcards`, "Leave out wildcards, or call a function.");
    return true;
  }
  if (!CONTAINERS.has(operator)) return false;
  if (value.length > container)
    throw beyondLimit(`The operator '${operator}' takes at most ${container} characters`, "Ask for fewer values at once.");
  return true;
}

/** Refuses a query that exceeds its role's limits. Throws PGRSTL02. */
export function limitWork(query: RestQuery, role: Role): void {
  const work = WORK[role];
  if (!work) return;
  const conditions = query.filters.flatMap(({ value }) => conditionsOf(value));
  if (conditions.length > work.conditions) throw beyondLimit(atMost(work.conditions, "conditions"), "Ask in several requests.");
  const costly = conditions.filter((condition) => isCostly(condition, work)).length;
  if (costly > work.costly)
    throw beyondLimit(atMost(work.costly, "patterns, text searches and containments"), "Ask in several requests.");
  if (embedsOf(query.select) > work.embeds)
    throw beyondLimit(atMost(work.embeds, "embedded resources"), "Ask for the others in a request of their own.");
  const terms = query.order.reduce((sum, { value }) => sum + value.length, 0);
  if (terms > work.orderTerms) throw beyondLimit(atMost(work.orderTerms, "places in order"), "Order by fewer columns.");
}
