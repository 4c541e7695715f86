import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import type { RequestContext } from "@lampstand/database";
import { bearerToken, verifyToken } from "../gateway/tokens.ts";
import { missingKey } from "./errors.ts";
import type { Storage } from "./storage.ts";

/** The bearer token, else the API key. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = Array.isArray(headers["apikey"]) ? headers["apikey"][0] : headers["apikey"];
  return bearerToken(headers.authorization) ?? headers.authorization ?? key;
}

/** The request's context with the caller's claims. Throws InvalidRequest without a key, TokenError for an invalid one. */
export async function callerOf(request: FastifyRequest, storage: Storage): Promise<RequestContext> {
  const key = keyOf(request);
  if (!key) throw missingKey();
  return {
    claims: await verifyToken(key, storage.keys),
    method: request.method,
    // Without the query, which may contain a token.
    path: request.url.split("?")[0] ?? "",
  };
}

/** Chooses the handler by whether the request has a key; without one only public files are served. */
export function withOrWithoutKey(withKey: RouteHandlerMethod, without: RouteHandlerMethod): RouteHandlerMethod {
  return function (request, reply) {
    return (keyOf(request) ? withKey : without).call(this, request, reply);
  };
}
