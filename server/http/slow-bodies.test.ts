import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rejectSlowBodies } from "./slow-bodies.ts";

let app: FastifyInstance;
let begun: FastifyRequest[];
/** What came of a body that the handler reads by itself. */
let streamed: PromiseWithResolvers<string>;
/** The handler waits for this before it reads a body. */
let reading: Promise<unknown>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  begun = [];
  streamed = Promise.withResolvers();
  reading = Promise.resolve();
  app = Fastify({ trustProxy: true });
  rejectSlowBodies(app);
  app.addHook("onRequest", async (request) => {
    begun.push(request);
    await reading;
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _, reply) =>
    reply.code(error.statusCode ?? 500).send({ mine: error.message }),
  );
  app.post("/", (request, reply) => reply.send({ length: String(request.body).length }));
  app.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
  app.put("/", async (request, reply) => {
    streamed.resolve(await text(request.raw).catch((error: Error) => error.message));
    return reply;
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

interface Upload {
  socket: Socket;
  answer: Promise<string>;
  request: FastifyRequest;
}

/** A request with a body of `length` bytes, none of which has been sent. */
async function upload(length: number, from = "203.0.113.1"): Promise<Upload> {
  const before = begun.length;
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`,
  );
  const answer = text(socket);
  await vi.waitFor(() => expect(begun.length).toBe(before + 1));
  const request = begun.at(-1);
  if (!request) throw new Error("nothing came");
  return { socket, answer, request };
}

async function send({ socket, request }: Upload, bytes: number): Promise<void> {
  const before = request.raw.socket.bytesRead;
  socket.write("x".repeat(bytes));
  await vi.waitFor(() => expect(request.raw.socket.bytesRead).toBe(before + bytes));
}
const tenSeconds = (): void => void vi.advanceTimersByTime(10_000);

test("a body that comes too slowly is refused in the API's own error format, and its connection is closed", async () => {
  const drops = await upload(100_000);
  await send(drops, 6000);
  tenSeconds();
  await send(drops, 4999);
  tenSeconds();
  expect(await drops.answer).toMatch(/^HTTP\/1.1 408 [\s\S]*connection: close[\s\S]*{"mine":"The body came too slowly"}$/);
});

test("a body that never comes is refused", async () => {
  const nothing = await upload(1);
  tenSeconds();
  expect(await nothing.answer).toMatch(/^HTTP\/1.1 408 /);
});

test("a body that comes slowly, but keeps the least pace, is read to its end", async () => {
  const steady = await upload(20_001);
  for (let part = 0; part < 4; part++) {
    await send(steady, 5000);
    tenSeconds();
  }
  steady.socket.end("x");
  expect(await steady.answer).toMatch(/^HTTP\/1.1 200 [\s\S]*{"length":20001}$/);
});

test("nobody is refused because the server itself reads slowly", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  reading = promise;
  const fast = await upload(1_000_000);
  fast.socket.end("x".repeat(1_000_000));
  const { raw } = fast.request;
  await vi.waitFor(() => expect(raw.readableLength).toBeGreaterThanOrEqual(raw.readableHighWaterMark));
  tenSeconds();
  tenSeconds();
  resolve(null);
  expect(await fast.answer).toMatch(/^HTTP\/1.1 200 [\s\S]*{"length":1000000}$/);
});

test("one address may send sixteen slow bodies at once, whatever others send", async () => {
  const long = [];
  for (let body = 0; body < 17; body++) long.push(await upload(100_000));
  long.push(await upload(100_000, "203.0.113.2"));
  for (const each of long) await send(each, 5000);
  tenSeconds();
  expect(await long[16]?.answer).toMatch(/^HTTP\/1.1 408 /);
  for (const each of long) each.socket.write("x".repeat(95_000));
  const others = long.filter((_, index) => index !== 16);
  for (const { socket } of others) socket.end();
  for (const { answer } of others) expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  const next = await upload(10_000);
  await send(next, 5000);
  tenSeconds();
  next.socket.end("x".repeat(5000));
  expect(await next.answer).toMatch(/^HTTP\/1.1 200 /);
});

test("a handler that reads a refused body by itself is told, and does not wait for its end", async () => {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("PUT / HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: 100000\r\n\r\nx");
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  tenSeconds();
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
  expect(await streamed.promise).toMatch(/aborted|premature/i);
});
