import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { currentTrace, type Observer, type Outcome } from "@lampstand/telemetry";
import { traceRequests } from "./request-trace.ts";

interface Told {
  name: string;
  parent: string | null;
  outcome?: Outcome;
}

async function start(trustProxy: boolean | string[]): Promise<{ server: FastifyInstance; url: string; told: Told[] }> {
  const told: Told[] = [];
  const observer: Observer = ({ name }, { traceparent }) => {
    const entry: Told = { name, parent: traceparent };
    told.push(entry);
    return { traceparent: null, end: (outcome) => void (entry.outcome = outcome) };
  };
  const server = Fastify({ trustProxy });
  traceRequests(server, observer);
  server.get("/people/:id", async () => ({ requestId: currentTrace()?.requestId }));
  server.route({
    method: "POST",
    url: "/people",
    handler: async (request) => ({ body: request.body, requestId: currentTrace()?.requestId }),
  });
  server.get("/assets/entry-abc.js", async () => "");
  server.get("/nested", async () => (await server.inject("/people/7")).json());
  server.get("/fails", async () => Promise.reject(new Error("my father")));
  const url = await server.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close());
  return { server, url, told };
}

const GIVEN = { "x-request-id": "proxys-own-id", "x-forwarded-for": "203.0.113.7" };

test("an id is taken from a trusted proxy alone, made otherwise, and the answer has it", async () => {
  const trusting = await start(["127.0.0.1"]);
  const answer = await fetch(`${trusting.url}/people/7`, { headers: GIVEN });
  expect([answer.headers.get("x-request-id"), await answer.json()]).toEqual(["proxys-own-id", { requestId: "proxys-own-id" }]);
  const odd = await fetch(`${trusting.url}/people/7`, { headers: { ...GIVEN, "x-request-id": "ruth@example.com wrote" } });
  expect(odd.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  const { url } = await start(false);
  expect((await fetch(`${url}/people/7`, { headers: GIVEN })).headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
});

test("the handler of a request whose body comes later knows its request too", async () => {
  const { url, told } = await start(false);
  const asked = request(`${url}/people`, { method: "POST", headers: { "content-type": "application/json" } });
  const answered = once(asked, "response");
  asked.write('{"first": 1');
  await expect.poll(() => told.length).toBe(1);
  asked.end(', "second": 2}');
  const [answer] = (await answered) as [IncomingMessage];
  expect(await json(answer)).toEqual({ body: { first: 1, second: 2 }, requestId: answer.headers["x-request-id"] });
});

test("a request is told by its route's pattern, a file by its folder, an unknown path by none", async () => {
  const { url, told } = await start(false);
  for (const path of ["/people/ruth?email=ruth@example.com", "/assets/entry-abc.js", "/unknown/ruth", "/fails"])
    await (await fetch(`${url}${path}`)).text();
  await expect.poll(() => told.every(({ outcome }) => outcome)).toBe(true);
  expect(told.map(({ name, outcome }) => [name, outcome?.attributes["status"], outcome?.result])).toEqual([
    ["GET /people/:id", 200, "ok"],
    ["GET /assets/*", 200, "ok"],
    ["GET unmatched", 404, "ok"],
    ["GET /fails", 500, "error"],
  ]);
});

test("a call from within the program belongs to the request that made it, and is not told as another", async () => {
  const { url, told } = await start(false);
  const answer = await fetch(`${url}/nested`);
  expect(await answer.json()).toEqual({ requestId: answer.headers.get("x-request-id") });
  expect(told.map(({ name }) => name)).toEqual(["GET /nested"]);
});

test("a browser's traceparent is the parent when it is one", async () => {
  const { url, told } = await start(false);
  const right = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  for (const traceparent of [right, "ruth@example.com", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`, `${right}-more`])
    await fetch(`${url}/people/7`, { headers: { traceparent } });
  expect(told.map(({ parent }) => parent)).toEqual([right, null, null, null]);
});
