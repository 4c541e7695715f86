import type { FastifyInstance, FastifyPluginAsync } from "fastify";

const API = /^\/(?:auth|rest|storage|functions)\/v1(?:[/?]|$)/;

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

// Nothing that the API answers is a page; a browser that is led to open it as one runs and loads nothing (OWASP REST Security Cheat
// Sheet, "Security Headers"). Storage has a policy of its own.
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'";

async function registerGateway(app: FastifyInstance): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    if (!API.test(request.url)) return;
    // Callers prove themselves with a header, never a cookie, so any origin may ask.
    reply.header("access-control-allow-origin", "*");
    reply.header("content-security-policy", CONTENT_SECURITY_POLICY);
    // Rows are answered by who asks; a function may say otherwise of its own answer (`response.headers`).
    if (request.url.startsWith("/rest/")) reply.header("cache-control", "no-store");
    // Only a request with this header is a preflight (Fetch standard, "CORS-preflight request"); it carries no key.
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
 * CORS and the content policy for the rooms of the dialect. Register it before them, on the instance that they are mounted on: its hook reaches that
 * instance's scope, not only its own. Who calls is each room's question (`readCaller` in tokens.ts), because each has its own errors.
 */
export const gateway: FastifyPluginAsync = Object.assign(registerGateway, { [Symbol.for("skip-override")]: true });
