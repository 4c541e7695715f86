import type { Pairs } from "../wire/query-string.ts";
import { parseNames, readField, readName } from "./field.ts";
import { parseOperation, parseTree, COMPARISONS, SEARCHES, type Filter } from "./filter.ts";
import { parseOrder, type OrderTerm } from "./order.ts";
import { Scanner } from "./scanner.ts";
import { parseSelect, type SelectNode } from "./select.ts";

/** A clause and the embedded resource it applies to; an empty path is the request's own resource. */
export interface At<T> {
  path: readonly string[];
  value: T;
}

/** A parsed query string (docs/dialect.md#rest); its names are not resolved yet. */
export interface RestQuery {
  select: readonly SelectNode[];
  filters: readonly At<Filter>[];
  order: readonly At<readonly OrderTerm[]>[];
  limits: readonly At<number>[];
  offsets: readonly At<number>[];
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** Arguments of a function called by GET: the parameters that are not filters. */
  arguments: Pairs;
}

const OPERATORS: ReadonlySet<string> = new Set(["not", "is", "in", "isdistinct", ...COMPARISONS, ...SEARCHES]);

/** Whether `key=value` of a function called by GET is a filter on its result, not an argument. */
function isFilter(key: string, value: string): boolean {
  return key.includes(".") || (value.includes(".") && OPERATORS.has(value.split(/[.(]/, 1)[0] ?? ""));
}

function readPath(scanner: Scanner): string[] {
  const path = [readName(scanner)];
  while (scanner.eat(".")) path.push(readName(scanner));
  return path;
}

function parseFilter(key: string, value: string): At<Filter> {
  const scanner = new Scanner(key, "tree path");
  const path: string[] = [];
  let field = readField(scanner);
  while (field.path.length === 0 && scanner.eat(".")) {
    path.push(field.name);
    field = readField(scanner);
  }
  scanner.expectEnd("delimiter (.)");
  return { path, value: { kind: "condition", field, ...parseOperation(value) } };
}

function parseLogic(key: string, value: string): At<Filter> {
  const scanner = new Scanner(key, "logic path");
  const words = readPath(scanner);
  scanner.expectEnd("delimiter (.)");
  const path = words.slice(0, -1);
  const negated = path.at(-1) === "not";
  return { path: negated ? path.slice(0, -1) : path, value: parseTree(words.at(-1) === "and" ? "and" : "or", negated, value) };
}

/** The path before the last word of `rel.order` or `rel.limit`. */
function parseEmbedPath(key: string): string[] {
  const scanner = new Scanner(key, "tree path");
  const path = readPath(scanner).slice(0, -1);
  scanner.expectEnd("delimiter (.)");
  return path;
}

/** Parses the pairs of a query string; with `callsByGet` they include a function's arguments. Throws PGRST100, 123, 127. */
export function parseQuery(pairs: Pairs, callsByGet: boolean): RestQuery {
  const first = (name: string): string | undefined => pairs.find(([key]) => key === name)?.[1];
  const columns = first("columns");
  const onConflict = first("on_conflict");
  const filters: At<Filter>[] = [];
  const order: At<readonly OrderTerm[]>[] = [];
  const limits: At<number>[] = [];
  const offsets: At<number>[] = [];
  const given: [string, string][] = [];
  for (const [key, value] of pairs) {
    if (key === "select" || key === "columns" || key === "on_conflict") continue;
    const word = key.slice(key.lastIndexOf(".") + 1);
    if (word === "and" || word === "or") filters.push(parseLogic(key, value));
    else if (word === "order") order.push({ path: parseEmbedPath(key), value: parseOrder(value) });
    else if (word === "limit" || word === "offset") {
      // PostgREST ignores what is not a number.
      if (/^-?\d+$/.test(value)) (word === "limit" ? limits : offsets).push({ path: parseEmbedPath(key), value: Number(value) });
    } else if (!callsByGet || isFilter(key, value)) filters.push(parseFilter(key, value));
    else given.push([key, value]);
  }
  return {
    select: parseSelect(first("select") ?? "*"),
    filters,
    order,
    limits,
    offsets,
    columns: columns === undefined ? null : parseNames(columns, "columns parameter"),
    onConflict: onConflict === undefined ? null : parseNames(onConflict, "on_conflict parameter"),
    arguments: given,
  };
}
