import { aggregatesNotAllowed, notImplemented } from "../errors.ts";
import { readField, readName, type Field } from "./field.ts";
import { Scanner } from "./scanner.ts";

export interface RelationNode {
  kind: "relation";
  /** A table, a foreign key's column, or a constraint. */
  target: string;
  hint: string | null;
  inner: boolean;
  alias: string | null;
  select: readonly SelectNode[];
}

/** An item of the `select` parameter (docs/dialect.md#select). */
export type SelectNode =
  | { kind: "all" }
  | { kind: "field"; field: Field; cast: string | null; alias: string | null }
  | { kind: "count"; cast: string | null; alias: string | null }
  | RelationNode;

// Far below PostgreSQL's limit of 1,664 result columns (54011).
const MAX_ITEMS = 100;
const MAX_EMBED_DEPTH = 2;

const END = /\s*(?:[,)]|$)/y;

function readAlias(scanner: Scanner): string | null {
  return scanner.attempt(() => {
    if (!scanner.sees(/["\p{L}0-9_ $]/uy)) return null;
    const name = readName(scanner);
    return scanner.match(/:(?!:)/y) ? name : null;
  });
}

function readRelation(scanner: Scanner, alias: string | null, depth: number): RelationNode | null {
  const head = scanner.attempt(() => {
    if (!scanner.sees(/["\p{L}0-9_ $]/uy)) return null;
    const target = readName(scanner);
    return scanner.sees(/[!(]/y) ? target : null;
  });
  if (head === null) return null;
  let hint: string | null = null;
  let inner = false;
  for (let given = 0; given < 2 && scanner.eat("!"); given++) {
    const word = readName(scanner);
    if (word === "inner") inner = true;
    else if (word !== "left") hint ??= word;
  }
  scanner.expect("(");
  if (depth === MAX_EMBED_DEPTH) throw notImplemented(`Embedding deeper than ${MAX_EMBED_DEPTH} levels is not supported.`);
  const select = readItems(scanner, depth + 1);
  scanner.expect(")");
  scanner.skipSpace();
  return { kind: "relation", target: head, hint, inner, alias, select };
}

function readCast(scanner: Scanner): string | null {
  return scanner.eat("::") ? (scanner.match(/[\p{L}0-9_ $]+/uy)?.trim() ?? scanner.fail("letter or digit")) : null;
}

function readItem(scanner: Scanner, depth: number): SelectNode {
  scanner.skipSpace();
  if (scanner.eat("...")) throw notImplemented("Spread embedding is not supported.");
  if (scanner.match(/\*(?=\s*(?:[,)]|$))/y)) return { kind: "all" };
  const alias = readAlias(scanner);
  scanner.skipSpace();
  const isCount = scanner.eat("count()");
  const relation = isCount ? null : readRelation(scanner, alias, depth);
  if (relation) return relation;
  const field = isCount ? null : readField(scanner);
  const cast = readCast(scanner);
  if (scanner.sees(/\.(?:sum|avg|count|max|min)\(\)/y)) throw aggregatesNotAllowed();
  if (!scanner.sees(END)) scanner.fail('letter, digit, "-", "->>", "->", "::", ")", "," or end of input');
  return field ? { kind: "field", field, cast, alias } : { kind: "count", cast, alias };
}

function readItems(scanner: Scanner, depth: number): SelectNode[] {
  const items: SelectNode[] = [];
  if (scanner.atEnd || scanner.next === ")") return items;
  do {
    if (items.length === MAX_ITEMS) scanner.fail(`at most ${MAX_ITEMS} columns`);
    items.push(readItem(scanner, depth));
    scanner.skipSpace();
  } while (scanner.eat(","));
  return items;
}

/** Parses the `select` parameter. Throws PGRST100; PGRST123 for aggregates; PGRST127 for unsupported syntax. */
export function parseSelect(text: string): SelectNode[] {
  const scanner = new Scanner(text, "select parameter");
  const items = readItems(scanner, 0);
  scanner.expectEnd('","');
  return items;
}
