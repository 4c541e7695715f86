import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { RequestContext } from "@lampstand/database";
import { bearerToken, verifyToken } from "../gateway/tokens.ts";
import { missingKey } from "./errors.ts";
import type { Storage } from "./storage.ts";

/** What proves the caller: the bearer's token, else the API key. A header that is neither proves nothing, so that it is refused. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = Array.isArray(headers["apikey"]) ? headers["apikey"][0] : headers["apikey"];
  return bearerToken(headers.authorization) ?? headers.authorization ?? key;
}

/** Under whose rights the request runs. Throws InvalidRequest without a key, TokenError for a bad one. */
export async function callerOf(request: FastifyRequest, storage: Storage): Promise<RequestContext> {
  const key = keyOf(request);
  if (!key) throw missingKey();
  return {
    claims: await verifyToken(key, storage.keys),
    method: request.method,
    // Without the query: it may hold a token.
    path: request.url.split("?")[0] ?? "",
  };
}

/** Who sends no key at all reaches what is public. */
export function withOrWithoutKey(withKey: RouteHandlerMethod, without: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    return (keyOf(request) ? withKey : without).call(this, request, reply);
  };
}
