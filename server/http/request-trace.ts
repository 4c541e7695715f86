import { randomUUID } from "node:crypto";
import { IncomingMessage } from "node:http";
import { begin, withTrace, type Observer, type RunningOperation, type Trace } from "@lampstand/telemetry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

export const REQUEST_ID_HEADER = "x-request-id";
const REQUEST_ID = /^[\w.-]{8,64}$/;
/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

interface Traced {
  trace: Trace;
  running: RunningOperation;
}

/** The proxy's id, if it is one that is trusted and says whom it asks for; else a new one. */
function requestIdOf(request: FastifyRequest): string {
  const given = request.headers[REQUEST_ID_HEADER];
  const isForwarded = request.ip !== request.socket.remoteAddress;
  return isForwarded && typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

function traceparentOf({ headers }: FastifyRequest): string | null {
  const { traceparent } = headers;
  return typeof traceparent === "string" && TRACEPARENT.test(traceparent) ? traceparent : null;
}

/**
 * The route's pattern, never the path: so many are there as routes. Files of the site, which each have a route, stand together by folder,
 * and so does everything unknown.
 */
export function routeOf(request: { routeOptions: { url?: string | undefined } }): string {
  const pattern = request.routeOptions.url;
  if (pattern === undefined) return "unmatched";
  return /^[^:*]*\.\w+$/.test(pattern) ? pattern.replace(/[^/]*$/, "*") : pattern;
}

const methodOf = ({ method }: FastifyRequest): string => (METHODS.has(method) ? method : "other");

/**
 * Gives each request an id, which the answer has in a header and which everything that the request causes is told under. A request from
 * within the program belongs to what made it.
 */
export function traceRequests(server: FastifyInstance, observer: Observer): void {
  const traced = new WeakMap<FastifyRequest, Traced>();
  const resume = (request: FastifyRequest, done: () => void): void => {
    const found = traced.get(request);
    if (!found) return done();
    withTrace(found.trace, observer, () => found.running.within(done));
  };
  server.addHook("onRequest", (request, reply, done) => {
    if (!(request.raw instanceof IncomingMessage)) return done();
    const trace = { requestId: requestIdOf(request), traceparent: traceparentOf(request) };
    reply.header(REQUEST_ID_HEADER, trace.requestId);
    const route = routeOf(request);
    const method = methodOf(request);
    const running = withTrace(trace, observer, () =>
      begin({ kind: "request", name: `${method} ${route}`, attributes: { method, route } }),
    );
    traced.set(request, { trace, running });
    resume(request, done);
  });
  // The events by which a body comes may know nothing of this request (before Node 24).
  server.addHook("preValidation", (request, _reply, done) => resume(request, done));
  const end = (request: FastifyRequest, reply: FastifyReply | null): void => {
    const found = traced.get(request);
    if (!found) return;
    const status = reply?.statusCode ?? 499;
    withTrace(found.trace, observer, () => found.running.end(status >= 500 ? new RefusedError(status) : undefined, { status }));
  };
  server.addHook("onResponse", (request, reply, done) => {
    resume(request, () => {
      end(request, reply);
      done();
    });
  });
  server.addHook("onRequestAbort", (request, done) => {
    // The client went away. 499, as proxies log it.
    resume(request, () => {
      end(request, null);
      done();
    });
  });
}

/** Stands for an answer of 5xx. */
class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly code: string;
  constructor(status: number) {
    super();
    this.code = `http_${status}`;
  }
}
