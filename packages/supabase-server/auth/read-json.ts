import type { FastifyInstance } from "fastify";
import { badJson } from "./errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

// PostgreSQL can't store NUL or lone surrogates in text.
function refuseUnstorable(key: string, value: unknown): unknown {
  if (key.includes("\0") || !key.isWellFormed()) throw badJson();
  if (typeof value === "string" && (value.includes("\0") || !value.isWellFormed())) throw badJson();
  return value;
}

/** Parses every body as JSON, whatever its content type, as upstream does; an empty one is `{}`. Throws `bad_json`. */
export function readBodiesAsJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => {
    if (body.length === 0) return {};
    try {
      return JSON.parse(utf8.decode(body), refuseUnstorable) as unknown;
    } catch {
      // Also a RangeError of the reviver, if the JSON is nested too deeply.
      throw badJson();
    }
  });
}
