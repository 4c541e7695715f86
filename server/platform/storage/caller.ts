import type { FastifyRequest } from "fastify";
import type { RequestContext } from "../../db/as-user.ts";
import { readCaller } from "../gateway/tokens.ts";
import type { Storage } from "./storage.ts";

/** Under whose rights the request runs. Throws TokenError. */
export async function callerOf(request: FastifyRequest, storage: Storage): Promise<RequestContext> {
  return {
    claims: await readCaller(request.headers, storage.keys),
    method: request.method,
    // Without the query: it may hold a token.
    path: request.url.split("?")[0] ?? "",
  };
}
