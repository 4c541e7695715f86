import { Readable } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { defineEndpoint, type EndpointCaller } from "../../shared/endpoints/endpoint.ts";
import type { FunctionContext } from "./context.ts";
import { errors, FunctionError } from "./errors.ts";
import { implement, Streamed, type Implementation } from "./implement.ts";

const USER = "8f0b0f7e-9a3c-4d29-9a7e-0a1b2c3d4e5f";
const OTHER = "11111111-9a3c-4d29-9a7e-0a1b2c3d4e5f";

interface Who {
  role: "anon" | "authenticated" | "service_role";
  ended?: boolean;
  proved?: boolean;
}

/** Answers the code of the refusal, or what the handler answered. */
async function ask({ endpoint, answer }: Implementation, who: Who, payload?: object): Promise<unknown> {
  const claims = who.role !== "authenticated" ? { role: who.role } : { role: who.role, sub: USER };
  const used: Partial<FunctionContext> = {
    visitorOf: async () => claims,
    callerOf: async () => {
      if (who.ended) throw errors.sessionEnded();
      return claims;
    },
    requireRecentProof: async () => {
      if (!who.proved) throw errors.reauthenticationNeeded();
    },
  };
  const server = Fastify();
  server.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof FunctionError)) throw error;
    return reply.code(error.status).send({ code: error.code });
  });
  server.post(`/${endpoint.name}`, (request, reply) => answer(used as FunctionContext, request, reply));
  const answered = await server.inject({ method: "POST", url: `/${endpoint.name}`, ...(payload && { payload }) });
  await server.close();
  const body = answered.json<{ code?: string }>();
  return body.code ?? body;
}

const body = z.object({ word: z.string(), userId: z.optional(z.uuid()) });
const answer = z.object({ said: z.string() });
const endpointFor = (caller: EndpointCaller, bodyBeforeSignIn?: true) =>
  implement(
    defineEndpoint({ name: "say", caller, body, answer, ...(bodyBeforeSignIn && { bodyBeforeSignIn }) }),
    async (call) => ({ said: call.body.word }),
  );

const visitor: Who = { role: "anon" };
const member: Who = { role: "authenticated" };
const right = { word: "peace", unknown: 1 };
const wrong = { word: 1 };
const said = { said: "peace" };

test.for<[EndpointCaller, Who, object, unknown]>([
  ["visitor", visitor, right, said],
  ["visitor", visitor, wrong, "validation_failed"],
  ["visitor", { ...member, ended: true }, right, said],
  ["visitor-or-member", visitor, right, said],
  ["visitor-or-member", { ...member, ended: true }, wrong, "session_not_found"],
  ["member", member, right, said],
  ["member", visitor, right, "sign_in_required"],
  ["member", visitor, wrong, "sign_in_required"],
  ["member", { ...member, ended: true }, wrong, "session_not_found"],
  ["member", member, wrong, "validation_failed"],
  ["member", member, { ...right, userId: USER }, said],
  ["member", member, { ...right, userId: OTHER }, "user_mismatch"],
  ["member-with-fresh-proof", { ...member, proved: true }, right, said],
  ["member-with-fresh-proof", member, right, "reauthentication_needed"],
  ["member-with-fresh-proof", member, wrong, "validation_failed"],
  ["member-with-fresh-proof", visitor, wrong, "sign_in_required"],
])("an endpoint for a %s, asked by %o with %o, answers %o", async ([caller, who, payload, expected]) => {
  expect(await ask(endpointFor(caller), who, payload)).toEqual(expected);
});

test("where the definition says so, a wrong body is refused before a missing sign-in, and the token before both", async () => {
  const bodyFirst = endpointFor("member", true);
  expect(await ask(bodyFirst, visitor, wrong)).toBe("validation_failed");
  expect(await ask(bodyFirst, visitor, { ...right, userId: OTHER })).toBe("sign_in_required");
  expect(await ask(bodyFirst, { ...member, ended: true }, wrong)).toBe("session_not_found");
});

test("the service key is told that it is nobody, and asks where operators may for the user whom the body names", async () => {
  const service: Who = { role: "service_role" };
  expect(await ask(endpointFor("member"), service, right)).toBe("sign_in_required");
  const forOperators = implement(
    defineEndpoint({ name: "say", caller: "member", body, answer, operators: true }),
    async ({ userId }) => ({ said: userId }),
  );
  expect(await ask(forOperators, service, { ...right, userId: OTHER })).toEqual({ said: OTHER });
  expect(await ask(forOperators, service, right)).toBe("validation_failed");
  expect(await ask(forOperators, member, { ...right, userId: OTHER })).toBe("user_mismatch");
});

test("a missing body counts as an empty object where the schema allows one", async () => {
  const optional = implement(
    defineEndpoint({ name: "ask", caller: "member", body: z.object({ word: z.optional(z.string()) }), answer }),
    async (call) => ({ said: call.body.word ?? "nothing" }),
  );
  expect(await ask(optional, member)).toEqual({ said: "nothing" });
  expect(await ask(endpointFor("member"), member)).toBe("validation_failed");
});

test("a handler's own check of the body comes after the sign-in and before the schema", async () => {
  const checked = implement(
    defineEndpoint({ name: "say", caller: "member", body, answer }),
    {
      checkBody: () => {
        throw new FunctionError(400, "too_long", "");
      },
    },
    async () => said,
  );
  expect(await ask(checked, visitor, wrong)).toBe("sign_in_required");
  expect(await ask(checked, member, wrong)).toBe("too_long");
});

test("a stream is sent as it is, where the definition has one", async () => {
  const streaming = implement(
    defineEndpoint({ name: "say", caller: "visitor", body, answer: null, streams: "application/json" }),
    async ({ reply }) =>
      new Streamed(reply.header("content-type", "application/json").send(Readable.from(['{"said":', '"peace"}']))),
  );
  expect(await ask(streaming, visitor, right)).toEqual(said);
});

test("an implementation that contradicts its definition does not compile", () => {
  const forMembers = defineEndpoint({ name: "say", caller: "member", body, answer });
  const forVisitors = defineEndpoint({ name: "say", caller: "visitor", body, answer });
  const download = defineEndpoint({ name: "load", caller: "member", body, answer: null, streams: "application/zip" });
  // @ts-expect-error -- an answer of another shape
  implement(forMembers, async () => ({ said: 1 }));
  // @ts-expect-error -- a stream that the definition does not tell of
  implement(forMembers, async ({ reply }) => new Streamed(reply));
  // @ts-expect-error -- JSON in place of a stream
  implement(download, async () => said);
  // @ts-expect-error -- a field that the body does not have
  implement(forMembers, async (call) => ({ said: String(call.body.other) }));
  // @ts-expect-error -- a user where nobody need be signed in
  implement(forVisitors, async ({ userId }) => ({ said: String(userId) }));
  // @ts-expect-error -- the handler of another endpoint
  const other: Implementation<typeof download> = implement(forMembers, async ({ userId }) => ({ said: userId }));
  expect(other.endpoint.name).toBe("say");
});
