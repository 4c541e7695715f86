import { z } from "zod";
import { badBody } from "../errors.ts";

/** A parsed JSON body. Its original text goes to PostgreSQL, so that numbers lose no digits in JavaScript. */
export interface Payload {
  text: string;
  shape: "object" | "array";
  /** How many objects. */
  rows: number;
  /** The keys of the object, or of every object in the array. */
  keys: readonly string[];
}

// Far below the depth at which PostgreSQL's JSON parser runs out of stack (54001).
const MAX_DEPTH = 256;

const rows = z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]);

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

function decode(body: Uint8Array, contentType: string | undefined): string {
  const type = (contentType ?? "application/json").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" && type !== "") throw badBody(`Content-Type not acceptable: ${type}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw badBody("Empty or invalid json");
  }
}

/**
 * Parses a request body: an object, or an array of objects that have the same keys (any keys if `anyKeys`: the `columns`
 * parameter names those that count). An empty body is `whenEmpty`. Throws PGRST102.
 */
export function parsePayload(
  body: Uint8Array,
  contentType: string | undefined,
  options: { anyKeys: boolean; whenEmpty?: "{}" },
): Payload {
  const text = decode(body, contentType) || (options.whenEmpty ?? "");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badBody("Empty or invalid json");
  }
  if (isDeeperThan(json, MAX_DEPTH)) throw badBody(`The json is nested deeper than ${MAX_DEPTH} levels`);
  const parsed = rows.safeParse(json);
  if (!parsed.success) throw badBody("The json must be an object or an array of objects");
  if (!Array.isArray(parsed.data)) return { text, shape: "object", rows: 1, keys: Object.keys(parsed.data) };
  const [first, ...others] = parsed.data.map((row) => Object.keys(row));
  const keys = new Set(first);
  if (!options.anyKeys && others.some((row) => row.length !== keys.size || row.some((key) => !keys.has(key)))) {
    throw badBody("All object keys must match");
  }
  return { text, shape: "array", rows: parsed.data.length, keys: [...keys] };
}
