import { createHash } from "node:crypto";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { resourceMissing, SandboxError } from "../error.ts";
import type { Seller } from "../engine/seller.ts";
import { newId } from "../objects/id.ts";
import { API_VERSION } from "../objects/wire.ts";
import type { Ledger, Store } from "../store.ts";
import { checkoutSessions } from "./checkout-sessions.ts";
import { customers } from "./customers.ts";
import type { Endpoint } from "./endpoint.ts";
import { events } from "./events.ts";
import { expand } from "./expand.ts";
import { parseForm, type Form } from "./form.ts";
import { invoices } from "./invoices.ts";
import { paymentMethods } from "./payment-methods.ts";
import { portal } from "./portal.ts";
import { prices } from "./prices.ts";
import { readables } from "./readable.ts";
import { refundsAndDisputes } from "./refunds.ts";
import { subscriptions } from "./subscriptions.ts";
import { testClocks } from "./test-clocks.ts";

interface ApiOptions {
  store: Store;
  seller: Seller;
  onError: (error: Error) => void;
}

const ENDPOINTS: readonly Endpoint[] = [
  ...customers,
  ...paymentMethods,
  ...prices,
  ...checkoutSessions,
  ...subscriptions,
  ...invoices,
  ...refundsAndDisputes,
  ...portal,
  ...testClocks,
  ...events,
  ...readables,
];

function authenticate(request: FastifyRequest): void {
  const header = request.headers.authorization ?? "";
  const basic = /^Basic (\S+)$/i.exec(header)?.[1];
  const key = basic ? Buffer.from(basic, "base64").toString().split(":")[0] : /^Bearer (\S+)$/i.exec(header)?.[1];
  if (!key) throw new SandboxError(401, "You did not provide an API key.");
  // Accepts any test key. The key is not quoted in the error, as it may be a live one.
  if (!/^[sr]k_test_/.test(key)) throw new SandboxError(401, "Invalid API Key provided: this is a sandbox, use an sk_test_ key.");
  const version = request.headers["stripe-version"];
  if (version !== undefined && version !== API_VERSION)
    throw new SandboxError(400, `This sandbox speaks API version ${API_VERSION} only.`);
}

function formOf(request: FastifyRequest): Form {
  const query = request.url.split("?")[1] ?? "";
  const body = typeof request.body === "string" ? request.body : "";
  return parseForm([query, body].filter(Boolean).join("&"));
}

function takeExpand(form: Form): string[] {
  const paths = form["expand"] ?? [];
  delete form["expand"];
  if (!Array.isArray(paths) || paths.some((path) => typeof path !== "string")) {
    throw new SandboxError(400, "Invalid array", { param: "expand" });
  }
  return paths as string[];
}

const LONGEST_KEY = 255;

interface Answer {
  status: number;
  body: object;
  replayed?: boolean;
}

function refusalOf(error: SandboxError): Answer {
  return { status: error.status, body: error.body() };
}

/**
 * https://docs.stripe.com/api/idempotent_requests: repeats the first response for a day, errors included. Throws 400 if the key was used with
 * other parameters.
 */
async function withIdempotency(ledger: Ledger, key: string, request: string, run: () => Promise<Answer>): Promise<Answer> {
  const digest = createHash("sha256").update(request).digest("hex");
  await ledger.query("delete from idempotency_keys where created_at < now() - interval '1 day'");
  const { rows } = await ledger.query<{ request_sha256: string; status: number; body: object }>(
    "select request_sha256, status, body from idempotency_keys where key = $1",
    [key],
  );
  const [before] = rows;
  if (before && before.request_sha256 !== digest) {
    throw new SandboxError(
      400,
      "Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than yours if you meant to execute a different request.",
      { type: "idempotency_error" },
    );
  }
  if (before) return { ...before, replayed: true };
  const answer = await ledger.attempt(run).catch((error: unknown) => {
    if (error instanceof SandboxError) return refusalOf(error);
    throw error;
  });
  await ledger.query("insert into idempotency_keys (key, request_sha256, status, body) values ($1, $2, $3, $4)", [
    key,
    digest,
    answer.status,
    answer.body,
  ]);
  return answer;
}

/** The API under /v1, as the official SDK calls it; meant for a server of its own. */
export function apiRoutes(options: ApiOptions): FastifyPluginAsync {
  async function answer(
    endpoint: Endpoint,
    request: FastifyRequest<{ Params: { id?: string } }>,
    reply: FastifyReply,
  ): Promise<object> {
    authenticate(request);
    const id = request.params.id ?? "";
    // PostgreSQL can't store NUL, so no id contains it.
    if (id.includes("\0")) throw resourceMissing("object", id);
    const form = formOf(request);
    const paths = takeExpand(form);
    const operation = endpoint.prepare(form, id);
    const run = async (ledger: Ledger): Promise<Answer> => {
      const result = await operation({ ledger, seller: options.seller });
      if (result instanceof SandboxError) return refusalOf(result);
      return { status: 200, body: await expand(ledger, result, paths) };
    };
    if (endpoint.method === "GET") return (await options.store.read(run)).body;
    const header = request.headers["idempotency-key"];
    const key = typeof header === "string" ? header : null;
    if (key !== null && key.length > LONGEST_KEY)
      throw new SandboxError(400, `Idempotency keys are at most ${LONGEST_KEY} characters long.`, { type: "idempotency_error" });
    const { status, body, replayed } = await options.store.write(
      (ledger) =>
        key === null
          ? run(ledger)
          : withIdempotency(ledger, key, `${request.method} ${request.url} ${String(request.body)}`, () => run(ledger)),
      { request: { id: String(reply.getHeader("request-id")), idempotency_key: key }, key },
    );
    reply.status(status);
    if (replayed) reply.header("idempotent-replayed", "true");
    return body;
  }

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("request-id", newId("req", 14)).header("stripe-version", API_VERSION).header("cache-control", "no-store");
    });
    app.setErrorHandler((error, _request, reply) => {
      let refusal = error instanceof SandboxError ? error : null;
      const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
      if (!refusal && status >= 400 && status < 500) refusal = new SandboxError(status, "The request could not be read.");
      if (!refusal) {
        options.onError(error as Error);
        refusal = new SandboxError(500, "The sandbox failed.", { type: "api_error" });
      }
      return reply.status(refusal.status).send(refusal.body());
    });
    for (const endpoint of ENDPOINTS) {
      app.route<{ Params: { id?: string } }>({
        method: endpoint.method,
        url: `/v1${endpoint.path}`,
        handler: (request, reply) => answer(endpoint, request, reply),
      });
    }
    for (const version of ["/v1", "/v2"]) {
      app.all(`${version}/*`, (request) => {
        authenticate(request);
        throw new SandboxError(404, `Unrecognized request URL (${request.method}: ${request.url.split("?")[0]}).`);
      });
    }
  };
}
