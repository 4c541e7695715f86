import { readField, readQuoted, type Field } from "./field.ts";
import { Scanner } from "./scanner.ts";

export const COMPARISONS = [
  "eq",
  "neq",
  "gt",
  "gte",
  "lt",
  "lte",
  "like",
  "ilike",
  "match",
  "imatch",
  "cs",
  "cd",
  "ov",
  "sl",
  "sr",
  "nxr",
  "nxl",
  "adj",
] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const SEARCHES = ["fts", "plfts", "phfts", "wfts"] as const;
export type Search = (typeof SEARCHES)[number];
export type IsValue = "null" | "not_null" | "true" | "false" | "unknown";

export type Operation =
  | { kind: "compare"; operator: Comparison; quantifier: "any" | "all" | null; value: string }
  | { kind: "in"; values: readonly string[] }
  | { kind: "is"; value: IsValue }
  | { kind: "distinct"; value: string }
  | { kind: "search"; operator: Search; language: string | null; value: string };

/** A condition on a row, or an `and` / `or` of several (docs/dialect.md#filters). */
export type Filter =
  | { kind: "condition"; field: Field; negated: boolean; operation: Operation }
  | { kind: "tree"; operator: "and" | "or"; negated: boolean; filters: readonly Filter[] };

const QUANTIFIABLE: ReadonlySet<string> = new Set(["eq", "gt", "gte", "lt", "lte", "like", "ilike", "match", "imatch"]);
// Much deeper trees exceed PostgreSQL's stack (54001).
const MAX_DEPTH = 16;

const isComparison = (word: string): word is Comparison => COMPARISONS.some((known) => known === word);
const isSearch = (word: string): word is Search => SEARCHES.some((known) => known === word);

function readListElement(scanner: Scanner): string {
  const quoted = scanner.attempt(() => {
    const value = readQuoted(scanner);
    return scanner.sees(/[,)]|$/y) ? value : null;
  });
  return quoted ?? scanner.match(/[^,)]*/y) ?? "";
}

function readList(scanner: Scanner): string[] {
  scanner.skipSpace();
  scanner.expect("(");
  scanner.skipSpace();
  const values: string[] = [];
  do values.push(readListElement(scanner));
  while (scanner.eat(","));
  scanner.expect(")");
  scanner.skipSpace();
  return values;
}

/** Reads `[not.]operator.value`. `readValue` reads up to the value's end; `end` matches what may follow a self-delimiting value. */
function readOperation(scanner: Scanner, readValue: () => string, end: RegExp): { negated: boolean; operation: Operation } {
  const negated = scanner.eat("not.");
  const unknown = (): never => scanner.fail("operator (eq, gt, ...)");
  const readIs = (): IsValue => {
    const word = scanner.match(/not_null|null|true|false|unknown/iy)?.toLowerCase();
    if (word === undefined || !scanner.sees(end)) scanner.fail("isVal: (null, not_null, true, false, unknown)");
    return word as IsValue;
  };
  const operation = ((): Operation => {
    if (scanner.eat("in.")) return { kind: "in", values: readList(scanner) };
    if (scanner.eat("is.")) return { kind: "is", value: readIs() };
    if (scanner.eat("isdistinct.")) return { kind: "distinct", value: readValue() };
    const word = scanner.attempt(() => {
      const found = scanner.match(/[a-z]+/y);
      return found && (isComparison(found) || isSearch(found)) ? found : null;
    });
    if (word && isSearch(word)) {
      const language =
        scanner
          .match(/\([\p{L}0-9_ $]+\)/uy)
          ?.slice(1, -1)
          .trim() ?? null;
      if (!scanner.eat(".")) unknown();
      return { kind: "search", operator: word, language, value: readValue() };
    }
    if (word && isComparison(word)) {
      const quantifier = QUANTIFIABLE.has(word) ? scanner.match(/\((?:any|all)\)/y) : null;
      if (!scanner.eat(".")) unknown();
      return {
        kind: "compare",
        operator: word,
        quantifier: quantifier === null ? null : quantifier === "(any)" ? "any" : "all",
        value: readValue(),
      };
    }
    return unknown();
  })();
  return { negated, operation };
}

/** Parses the value of a `column=operator.value` parameter. */
export function parseOperation(text: string): { negated: boolean; operation: Operation } {
  const scanner = new Scanner(text, "filter");
  const parsed = readOperation(scanner, () => scanner.match(/[\s\S]*/y) ?? "", /$/y);
  scanner.expectEnd('")"');
  return parsed;
}

/** A value inside a tree: quoted, an array literal, or everything up to a comma or parenthesis. */
function readTreeValue(scanner: Scanner): string {
  const closed = (read: () => string | null): string | null =>
    scanner.attempt(() => {
      const value = read();
      return scanner.sees(/[,)]|$/y) ? value : null;
    });
  return closed(() => readQuoted(scanner)) ?? closed(() => scanner.match(/\{[^{}]*\}/y)) ?? scanner.match(/[^,)]*/y) ?? "";
}

function readGroup(scanner: Scanner, depth: number): Filter {
  if (depth === MAX_DEPTH) scanner.fail(`at most ${MAX_DEPTH} nested levels`);
  const negated = scanner.eat("not.");
  const operator = scanner.match(/and|or/y) === "and" ? "and" : "or";
  scanner.skipSpace();
  scanner.expect("(");
  const filters: Filter[] = [];
  do {
    filters.push(readNode(scanner, depth + 1));
    scanner.skipSpace();
  } while (scanner.eat(","));
  scanner.expect(")");
  scanner.skipSpace();
  return { kind: "tree", operator, negated, filters };
}

function readNode(scanner: Scanner, depth: number): Filter {
  scanner.skipSpace();
  if (scanner.sees(/(?:not\.)?(?:and|or)[ \t]*\(/y)) return readGroup(scanner, depth);
  const field = readField(scanner);
  if (!scanner.eat(".")) scanner.fail("delimiter (.)");
  return { kind: "condition", field, ...readOperation(scanner, () => readTreeValue(scanner), /[ \t]*[,)]/y) };
}

/** Parses the value of an `and=(...)`, `or=(...)` or `not.or=(...)` parameter. */
export function parseTree(operator: "and" | "or", negated: boolean, text: string): Filter {
  const scanner = new Scanner(`${negated ? "not." : ""}${operator}${text}`, "logic tree");
  const tree = readGroup(scanner, 0);
  scanner.expectEnd('","');
  return tree;
}
