import { escapeIdentifier } from "pg";
import type { CatalogText } from "../schema/schema.ts";

interface Value {
  value: string | readonly string[];
}

/**
 * A piece of a statement. Its text can only come from this program's source (`sql`), quoted names (`identifier`) or PostgreSQL's
 * catalog (`catalogText`). Everything else is a bound value.
 */
export class Sql {
  readonly #parts: readonly (string | Value)[];

  constructor(parts: readonly (string | Value)[]) {
    this.#parts = parts;
  }

  static partsOf(piece: Sql): readonly (string | Value)[] {
    return piece.#parts;
  }
}

export function sql(strings: TemplateStringsArray, ...pieces: readonly Sql[]): Sql {
  return new Sql(strings.flatMap((text, index) => [text, ...(pieces[index] ? Sql.partsOf(pieces[index]) : [])]));
}

/** A bound value; PostgreSQL infers its type from the context. */
export function value(bound: string | readonly string[]): Sql {
  return new Sql([{ value: bound }]);
}

/** A quoted name, or several with dots between. */
export function identifier(...names: readonly string[]): Sql {
  return new Sql([names.map((name) => escapeIdentifier(name)).join(".")]);
}

export function catalogText(text: CatalogText): Sql {
  return new Sql([text]);
}

export function join(pieces: readonly Sql[], separator: Sql): Sql {
  return new Sql(
    pieces.flatMap((piece, index) => (index === 0 ? Sql.partsOf(piece) : [...Sql.partsOf(separator), ...Sql.partsOf(piece)])),
  );
}

export const nothing: Sql = new Sql([]);

/** A statement for `pg`, with its values numbered `$1`, `$2`, ... */
export function compile(statement: Sql): { text: string; values: (string | readonly string[])[] } {
  const values: (string | readonly string[])[] = [];
  const text = Sql.partsOf(statement)
    .map((part) => (typeof part === "string" ? part : `$${values.push(part.value)}`))
    .join("");
  return { text, values };
}
