import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Claims, Database, Notifications } from "@lampstand/database";
import { readCaller, TokenError, type Keys } from "../gateway/tokens.ts";
import {
  badBody,
  badPath,
  badRpcMethod,
  badToken,
  noOpenApi,
  RestError,
  schemaNotExposed,
  unexpected,
  unsupportedMethod,
} from "./errors.ts";
import { fromPostgres } from "./postgres-error.ts";
import { createSchemaCache } from "./schema/schema-cache.ts";
import { statementNamesByRole } from "./statement-names.ts";
import { callFunction } from "./verbs/call-function.ts";
import { readRows } from "./verbs/read-rows.ts";
import type { Backend, MaxRows, RestRequest, RestResponse } from "./verbs/request.ts";
import { deleteRows, insertRows, updateRows } from "./verbs/write-rows.ts";
import { parseQueryString } from "./wire/query-string.ts";

export interface RestOptions {
  db: Database;
  keys: Keys;
  /** The exposed schemas; the first is the default. */
  schemas: readonly [string, ...string[]];
  maxRows: MaxRows;
  /** For `notify pgrst`, which reloads the schema cache. Without it, only unknown names reload it. */
  notifications?: Notifications;
}

const MAX_BODY_BYTES = 1024 * 1024;

const TABLE_VERBS: Readonly<Record<string, (backend: Backend, request: RestRequest, table: string) => Promise<RestResponse>>> = {
  GET: readRows,
  HEAD: readRows,
  POST: insertRows,
  PATCH: updateRows,
  DELETE: deleteRows,
};

// Not passed on to SQL as `request.headers`: the claims are enough.
const SECRET_HEADERS: ReadonlySet<string> = new Set(["authorization", "apikey", "cookie"]);

function visibleHeaders(headers: FastifyRequest["headers"]): Record<string, string> {
  const visible: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !SECRET_HEADERS.has(name)) visible[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return visible;
}

/** The schema of the profile header (`Accept-Profile` to read, else `Content-Profile`), or null. Throws PGRST106. */
function profileOf(request: FastifyRequest, schemas: readonly string[]): string | null {
  const reads = request.method === "GET" || request.method === "HEAD";
  const profile = request.headers[reads ? "accept-profile" : "content-profile"];
  if (profile === undefined) return null;
  if (typeof profile !== "string" || !schemas.includes(profile)) throw schemaNotExposed(String(profile), schemas);
  return profile;
}

async function dispatch(backend: Backend, request: RestRequest, path: readonly string[]): Promise<RestResponse> {
  const [first = "", name, ...deeper] = path;
  if (first === "" && name === undefined) throw noOpenApi();
  if (first === "rpc" && name !== undefined && deeper.length === 0) {
    if (request.method === "OPTIONS") return { status: 200, headers: [["allow", "OPTIONS,GET,HEAD,POST"]], body: null };
    if (!["GET", "HEAD", "POST"].includes(request.method)) throw badRpcMethod(request.method);
    return callFunction(backend, request, name);
  }
  if (name !== undefined) throw badPath();
  if (request.method === "OPTIONS")
    return { status: 200, headers: [["allow", "OPTIONS,GET,HEAD,POST,PATCH,DELETE"]], body: null };
  const verb = TABLE_VERBS[request.method];
  if (!verb) throw unsupportedMethod(request.method);
  return verb(backend, request, first);
}

function asRestError(error: unknown, claims: Claims, request: FastifyRequest): RestError {
  const known =
    error instanceof RestError
      ? error
      : error instanceof TokenError
        ? badToken(error.reason, error.message)
        : fromPostgres(error, claims.role === "anon");
  if (known && known.status < 500) return known;
  // Messages can quote rows, so only the code and the stack frames are logged.
  const cause = known?.cause ?? error;
  const places = cause instanceof Error ? cause.stack?.split("\n").filter((line) => line.startsWith("    at ")) : [];
  request.log.error(
    { code: known?.code, error: cause instanceof Error ? cause.name : typeof cause, places },
    "a REST request failed",
  );
  return known ?? unexpected();
}

function sendError(reply: FastifyReply, error: RestError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(error));
}

/**
 * The PostgREST API (docs/dialect.md#rest) for tables, views and functions of the exposed schemas. Mount it at `/rest/v1`.
 * Each request is one statement in one transaction under the caller's role, so that row level security applies.
 */
export function restRoutes(options: RestOptions): FastifyPluginAsync {
  const { db, keys, schemas, maxRows, notifications } = options;
  const backend: Backend = { db, cache: createSchemaCache(db, schemas), maxRows, nameOf: statementNamesByRole() };

  const handle = async (request: FastifyRequest<{ Params: { "*": string } }>, reply: FastifyReply): Promise<FastifyReply> => {
    let claims: Claims = { role: "anon" };
    try {
      claims = await readCaller(request.headers, keys);
      const profile = profileOf(request, schemas);
      const path = request.params["*"];
      const queryStart = request.url.indexOf("?");
      const response = await dispatch(
        backend,
        {
          method: request.method,
          pairs: queryStart < 0 ? [] : parseQueryString(request.url.slice(queryStart + 1)),
          headers: request.headers,
          body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
          context: { claims, method: request.method, path: `/${path}`, headers: visibleHeaders(request.headers) },
          schema: profile ?? schemas[0],
        },
        path.split("/"),
      );
      if (profile !== null) reply.header("content-profile", profile);
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.code(response.status).send(response.body ?? undefined);
    } catch (error) {
      return sendError(reply, asRestError(error, claims, request));
    }
  };

  return async (app) => {
    const stop = notifications?.on("pgrst", (payload) => {
      if (payload === "" || payload === "reload schema") backend.cache.invalidate();
    });
    app.addHook("onClose", async () => stop?.());
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BODY_BYTES }, (_request, body, done) => done(null, body));
    app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
      const status = error.statusCode ?? 500;
      return sendError(reply, status < 500 ? badBody(error.message, status) : asRestError(error, { role: "anon" }, request));
    });
    app.setNotFoundHandler((request, reply) =>
      sendError(reply, app.supportedMethods.includes(request.method) ? badPath() : unsupportedMethod(request.method)),
    );
    app.route({ method: app.supportedMethods, url: "/*", handler: handle });
  };
}
