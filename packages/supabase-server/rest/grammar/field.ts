import { Scanner } from "./scanner.ts";

/** One step into a JSON value: `->key`, `->>key`, `->0`. */
export interface JsonStep {
  arrow: "->" | "->>";
  operand: string;
  isIndex: boolean;
}

/** A column, or a place inside its JSON value. */
export interface Field {
  name: string;
  path: readonly JsonStep[];
}

// Letters, digits, `_`, `$` and inner spaces; a dash unless it begins an arrow.
const NAME = /[\p{L}0-9_ $]+(?:-(?!>)[\p{L}0-9_ $]+)*/uy;
const JSON_KEY = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy;
const JSON_INDEX = /-?\d+(?=->|::|\.|,|\)|$)/y;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"/y;
// Far below the depth at which PostgreSQL runs out of stack.
const MAX_STEPS = 32;

/** Reads `"..."` with backslash escapes, or nothing. */
export function readQuoted(scanner: Scanner): string | null {
  return (
    scanner
      .match(QUOTED)
      ?.slice(1, -1)
      .replaceAll(/\\([\s\S])/g, "$1") ?? null
  );
}

/** Reads an identifier: plain or quoted. */
export function readName(scanner: Scanner): string {
  const name = scanner.next === '"' ? readQuoted(scanner) : scanner.match(NAME)?.trim();
  return name || scanner.fail("field name (* or [a..z0..9_$])");
}

function readOperand(scanner: Scanner): Omit<JsonStep, "arrow"> {
  const index = scanner.match(JSON_INDEX);
  if (index !== null) return { operand: index, isIndex: true };
  const key = scanner.next === '"' ? readQuoted(scanner) : scanner.match(JSON_KEY)?.trim();
  return { operand: key || scanner.fail("any non reserved character different from: .,>()"), isIndex: false };
}

export function readField(scanner: Scanner): Field {
  scanner.skipSpace();
  const name = readName(scanner);
  const path: JsonStep[] = [];
  for (;;) {
    const arrow = scanner.eat("->>") ? "->>" : scanner.eat("->") ? "->" : null;
    if (!arrow) break;
    if (path.length === MAX_STEPS) scanner.fail(`at most ${MAX_STEPS} JSON operators`);
    path.push({ arrow, ...readOperand(scanner) });
  }
  scanner.skipSpace();
  return { name, path };
}

/** Reads a list of identifiers with commas between: the `columns` and `on_conflict` parameters. */
export function parseNames(text: string, what: string): string[] {
  const scanner = new Scanner(text, what);
  const names: string[] = [];
  do {
    scanner.skipSpace();
    names.push(readName(scanner));
    scanner.skipSpace();
  } while (scanner.eat(","));
  scanner.expectEnd('","');
  return names;
}
