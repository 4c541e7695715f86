import { readField, readName, type Field } from "./field.ts";
import { Scanner } from "./scanner.ts";

export interface OrderTerm {
  /** The embedded to-one resource whose column orders the rows, or null for the row's own. */
  relation: string | null;
  field: Field;
  direction: "asc" | "desc";
  nulls: "first" | "last" | null;
}

/** Parses the `order` parameter: `a.desc.nullslast,data->>k,rel(col).asc` (docs/dialect.md#order-and-paging). */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, "order");
  const terms: OrderTerm[] = [];
  do {
    scanner.skipSpace();
    const relation = scanner.attempt(() => {
      const name = readName(scanner);
      return scanner.eat("(") ? name : null;
    });
    const field = readField(scanner);
    if (relation !== null) scanner.expect(")");
    const direction = scanner.match(/\.(?:asc|desc)(?=[.,\s]|$)/y);
    const nulls = scanner.match(/\.nulls(?:first|last)(?=[,\s]|$)/y);
    if (scanner.next === ".") {
      scanner.eat(".");
      scanner.fail(direction === null ? '"asc", "desc", "nullsfirst" or "nullslast"' : '"nullsfirst" or "nullslast"');
    }
    scanner.skipSpace();
    terms.push({
      relation,
      field,
      direction: direction === ".desc" ? "desc" : "asc",
      nulls: nulls === null ? null : nulls === ".nullsfirst" ? "first" : "last",
    });
  } while (scanner.eat(","));
  scanner.expectEnd('delimiter (.), ","');
  return terms;
}
