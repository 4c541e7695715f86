import type { FastifyInstance } from "fastify";
import { badJson } from "./errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

// Neither can be stored as text by PostgreSQL, and none of the dialect's values holds one.
function refuseUnstorable(key: string, value: unknown): unknown {
  if (key.includes("\0") || !key.isWellFormed()) throw badJson();
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) throw badJson();
  return value;
}

/** Reads every body as JSON, whatever its declared type, as upstream does; an empty one is `{}`. Throws `bad_json`. */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => {
    if (body.length === 0) return {};
    try {
      return JSON.parse(utf8.decode(body), refuseUnstorable) as unknown;
    } catch {
      // Also a RangeError: nested deeper than the stack.
      throw badJson();
    }
  });
}
