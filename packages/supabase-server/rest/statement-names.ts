import { LRUCache } from "lru-cache";
import type { Role } from "@lampstand/database";

/** So often a text must have come before PostgreSQL keeps its plan, which takes memory in each connection. */
const SEEN_BEFORE = 5;
const MOST_COUNTED = 1000;

/**
 * Names for the statements that come again and again, whose texts depend on a request's columns and filters but not on its values. A named
 * one is parsed and planned once in a connection (docs/decisions/082). Undefined for a text that is new, or once `most` others have names.
 */
export function createStatementNames(most = 100): (text: string) => string | undefined {
  const times = new LRUCache<string, number>({ max: MOST_COUNTED });
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    const seen = times.get(text) ?? 0;
    times.set(text, seen + 1);
    if (seen < SEEN_BEFORE) return undefined;
    const name = `rest-${names.size}`;
    names.set(text, name);
    times.delete(text);
    return name;
  };
}

/** Each role has connections of its own, and so names of its own: what visitors send takes none from people. */
export const statementNamesByRole = (): Readonly<Record<Role, (text: string) => string | undefined>> => ({
  anon: createStatementNames(),
  authenticated: createStatementNames(),
  service_role: createStatementNames(),
});
