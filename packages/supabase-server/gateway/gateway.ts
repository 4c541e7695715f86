import type { FastifyInstance, FastifyPluginAsync } from "fastify";

const API = /^\/(?:auth|rest|storage|functions)\/v1(?:[/?]|$)/;

/** Whether a request target (path and query) is that of an API. */
export const isApiPath = (url: string): boolean => API.test(url);

const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

const ALLOWED_HEADERS = [
  "authorization, x-client-info, apikey, content-type, accept, accept-profile, content-profile, prefer, range",
  "x-supabase-api-version, x-upsert, cache-control, x-metadata, x-region, x-jwt-aud, redirect_to",
  "tus-resumable, upload-length, upload-metadata, upload-offset, traceparent, tracestate, baggage",
].join(", ");

const EXPOSED_HEADERS = [
  "Content-Range, Content-Location, Content-Length, Content-Disposition, Range-Unit, Accept-Ranges, Location, ETag",
  "X-Supabase-Api-Version, x-sb-error-code, x-relay-error, X-Total-Count, Link, Retry-After",
  "Upload-Offset, Upload-Length, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size",
].join(", ");

// No API response is a page; a browser that opens one as such must not run or load anything (OWASP REST Security Cheat Sheet, "Security
// Headers"). Storage sets its own policy.
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

async function registerGateway(app: FastifyInstance): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    if (!isApiPath(request.url)) return;
    // Credentials are in headers, never cookies, so any origin is allowed.
    reply.header("access-control-allow-origin", "*");
    reply.header("content-security-policy", CONTENT_SECURITY_POLICY);
    // Rows depend on the caller. A function can override it for its response (`response.headers`).
    if (request.url.startsWith("/rest/")) reply.header("cache-control", "no-store");
    // Only a request with this header is a preflight (Fetch standard, "CORS-preflight request"); it has no key.
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"]) {
      return reply
        .code(204)
        .headers({
          "access-control-allow-methods": ALLOWED_METHODS,
          "access-control-allow-headers": ALLOWED_HEADERS,
          "access-control-max-age": "86400",
        })
        .send();
    }
    reply.header("access-control-expose-headers", EXPOSED_HEADERS);
  });
}

/**
 * CORS and content security policy for all APIs. Register it before them, on the instance that they are mounted on: its hooks apply to
 * that whole instance. Each API authenticates by itself (`readCaller` in tokens.ts), because error formats differ.
 */
export const gateway: FastifyPluginAsync = Object.assign(registerGateway, { [Symbol.for("skip-override")]: true });
