import { parseError } from "../errors.ts";

/** A query string's pairs in their order, repeated keys kept. */
export type Pairs = readonly (readonly [key: string, value: string])[];

function decode(text: string, column: number): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw parseError("query string", column, "invalid percent-encoding or UTF-8");
  }
  // PostgreSQL can't store NUL, and its protocol uses it as terminator.
  if (decoded.includes("\0")) throw parseError("query string", column, "unexpected NUL character");
  return decoded;
}

/** Decodes the part of a URL after `?` (application/x-www-form-urlencoded). Keys without `=` are not parameters and are dropped. */
export function parseQueryString(raw: string): Pairs {
  const pairs: [string, string][] = [];
  let column = 1;
  for (const part of raw.split("&")) {
    const equals = part.indexOf("=");
    if (equals >= 0) pairs.push([decode(part.slice(0, equals), column), decode(part.slice(equals + 1), column + equals + 1)]);
    column += part.length + 1;
  }
  return pairs;
}
