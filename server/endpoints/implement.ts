import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Claims } from "@lampstand/database";
import type { Endpoint, EndpointAnswer, ParsedBody } from "../../shared/endpoints/endpoint.ts";
import type { FunctionContext } from "./context.ts";
import { errors } from "./errors.ts";
import { validationMessage } from "./validation-message.ts";

/** What a handler is given: a caller who was admitted, and a body that was parsed. */
type EndpointCall<E extends Endpoint> = {
  context: FunctionContext;
  /** The claims of the verified token; the public key's have the role `anon`. */
  caller: Claims;
  body: ParsedBody<E>;
  request: FastifyRequest;
  reply: FastifyReply;
} & (E["caller"] extends "member" | "member-with-fresh-proof" ? { userId: string } : unknown);

/** What a handler returns that has sent a stream in place of JSON. A reply itself would pass for any answer: it can be awaited. */
export class Streamed {
  readonly reply: FastifyReply;
  constructor(reply: FastifyReply) {
    this.reply = reply;
  }
}

/** The JSON answer, or a stream where the definition has one. */
type EndpointResult<E extends Endpoint> = EndpointAnswer<E> | (E extends { streams: string } ? Streamed : never);

export interface Implementation<E extends Endpoint = Endpoint> {
  endpoint: E;
  /** Answers one request. Throws `FunctionError` to refuse. */
  answer: (context: FunctionContext, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

/** `NoInfer`: what a handler answers is checked against the definition, and says nothing about it. */
type Handle<E extends Endpoint> = NoInfer<(call: EndpointCall<E>) => Promise<EndpointResult<E>>>;

interface Options {
  /** Refuses a body with a code of its own, after the sign-in was asked for and before the schema is. Throws `FunctionError`. */
  checkBody: (body: unknown) => void;
}

/** Admits the caller and parses the body as the definition says, then asks `handle` for the answer. */
export function implement<E extends Endpoint>(endpoint: E, handle: Handle<E>): Implementation<E>;
export function implement<E extends Endpoint>(endpoint: E, options: Options, handle: Handle<E>): Implementation<E>;
export function implement<E extends Endpoint>(endpoint: E, ...rest: [Handle<E>] | [Options, Handle<E>]): Implementation<E> {
  const [options, handle] = rest.length === 1 ? [undefined, rest[0]] : rest;
  const { caller: who, bodyBeforeSignIn, operators } = endpoint;
  const forMembers = who === "member" || who === "member-with-fresh-proof";
  return {
    endpoint,
    answer: async (context, request, reply) => {
      const caller = await (who === "visitor" ? context.visitorOf(request) : context.callerOf(request));
      const isOperator = operators && caller.role === "service_role";
      if (forMembers && !bodyBeforeSignIn && !isOperator) requireUser(caller);
      options?.checkBody(request.body);
      const body = parseBody(endpoint, request.body);
      const named = namedUser(body);
      const userId = isOperator ? requireNamed(named) : forMembers ? requireUser(caller, named) : undefined;
      if (who === "member-with-fresh-proof") await context.requireRecentProof(caller);
      // `userId` is there exactly for members, which the compiler can't follow through a type parameter.
      const result = await handle({ context, caller, body, request, reply, userId } as unknown as EndpointCall<E>);
      return result instanceof Streamed ? result.reply : result;
    },
  };
}

/** The signed-in user's id. A body that names a user must name this one. Throws a `FunctionError`. */
export function requireUser(caller: Claims, bodyUserId?: string): string {
  if (caller.role === "service_role") throw errors.serviceKeyIsNobody();
  if (caller.role !== "authenticated" || !caller.sub) throw errors.signInRequired();
  if (bodyUserId !== undefined && bodyUserId !== caller.sub) throw errors.userMismatch();
  return caller.sub;
}

/** Throws a `FunctionError` 400 that names the first wrong field, never its value. No body stands for an empty one where that is right. */
function parseBody<E extends Endpoint>({ body: schema }: E, body: unknown): ParsedBody<E> {
  const result = z.safeParse(schema, body ?? (z.safeParse(schema, {}).success ? {} : body));
  if (result.success) return result.data as ParsedBody<E>;
  const [issue] = result.error.issues;
  if (!issue) throw new Error("a body was refused without a reason");
  const { message, field } = validationMessage(issue, body);
  throw errors.badBody(message, field);
}

function requireNamed(userId: string | undefined): string {
  if (userId === undefined) throw errors.badBody("Please give the id of the user: the service key is nobody's.", "userId");
  return userId;
}

function namedUser(body: unknown): string | undefined {
  return typeof body === "object" && body !== null && "userId" in body && typeof body.userId === "string"
    ? body.userId
    : undefined;
}
