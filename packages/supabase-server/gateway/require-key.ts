import type { FastifyInstance } from "fastify";
import { bearerToken, isSameSecret, verifyToken, type Keys } from "./tokens.ts";

/** What the hosted service's gateway answers, word for word where clients look: supabase-js hands `message` on as the error's. */
const INVALID_KEY = {
  message: "Invalid API key",
  hint: "Double check your Supabase `anon` or `service_role` API key.",
};
const NO_KEY = {
  message: "No API key found in request",
  hint: "No `apikey` request header was found.",
};

/**
 * Routes of auth that browsers open or monitors ask: links of mails, a provider's return, public documents. A key is not looked at there; so
 * the health of auth tells of auth, and a wrong key is told by the call that needs a right one.
 */
const OPEN = /^\/auth\/v1\/(?:verify|callback|authorize|health|sso.*|\.well-known\/.*)$/;

/** One of the project's two keys, or a token of `anon` or `service_role` that was signed like them. A person's access token is none. */
async function isApiKey(key: string, keys: Keys): Promise<boolean> {
  // With signing keys alone, a key that is a JWT of the secret does not verify; it is the project's nevertheless.
  if (isSameSecret(key, keys.anonKey) || isSameSecret(key, keys.serviceRoleKey)) return true;
  return verifyToken(key, keys).then(
    ({ role }) => role !== "authenticated",
    () => false,
  );
}

/**
 * Refuses an `apikey` header that is none of this project, and, in auth and rest, a request with neither it nor a bearer token
 * (docs/dialect.md#keys). Storage and functions have errors of their own for a caller without any: public and signed files have none.
 */
export function requireKey(scope: FastifyInstance, service: string, keys: Keys): void {
  const asks = service === "auth" || service === "rest";
  scope.addHook("onRequest", async ({ headers, routeOptions: { url } }, reply) => {
    // Of another route than those that there are, its service tells.
    if (url === undefined || OPEN.test(url)) return;
    const key = Array.isArray(headers.apikey) ? headers.apikey[0] : headers.apikey;
    const refusal = key ? !(await isApiKey(key, keys)) && INVALID_KEY : asks && !bearerToken(headers.authorization) && NO_KEY;
    if (refusal) return reply.code(401).header("cache-control", "no-store").send(refusal);
  });
}
