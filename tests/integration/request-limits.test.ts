import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { startApp } from "../support/app.ts";
import { raw as rawRequest } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// So long a window gives nothing back while the tests run, however slow the machine.
const FIVE = { max: 5, window: 3600 };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    TRUST_PROXY: "true",
    API_LIMITS: JSON.stringify({
      address: { max: 40, window: 3600 },
      authVisitor: FIVE,
      restVisitor: FIVE,
      storageVisitor: FIVE,
      functionsVisitor: FIVE,
      restPerson: { ...FIVE, atOnce: 2, waiting: 1 },
      storagePerson: { ...FIVE, bytes: 1 },
      functionsPerson: { max: 1000, window: 3600, atOnce: 2, waiting: 0 },
    }),
  });
});
afterAll(() => app.close());

const from = (ip: string, token?: string): Record<string, string> => ({
  "x-forwarded-for": ip,
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

let people = 0;
/** A person's token, as auth signs it; neither rows nor limits ask for more. */
async function tokenOf(sub: string, keys: { jwtSecret: string } = app.keys): Promise<string> {
  return signToken({ role: "authenticated", sub, exp: Math.floor(Date.now() / 1000) + 3600 }, keys);
}
const somebody = (): string => `00000000-0000-4000-8000-${String(++people).padStart(12, "0")}`;

async function statuses(count: number, path: string, headers: (i: number) => Record<string, string>): Promise<number[]> {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push((await rawRequest(app, path, headers(i))).status);
  return answers;
}
const refused = (answers: readonly number[]): number => answers.filter((status) => status === 429).length;

const ROOMS = {
  auth: "/auth/v1/settings",
  rest: "/rest/v1/health_check",
  storage: "/storage/v1/object/public/sermon-images/none",
  functions: "/functions/v1/none",
};
/** A client error counts as five requests. */
const UNTIL_REFUSED = { auth: 5, rest: 5, storage: 1, functions: 1 };

describe("an address", () => {
  test.for(Object.entries(ROOMS))("has its share of /%s, and another address has its own", async ([room, path]) => {
    const address = `2001:db8:0:${room.length}`;
    const allowed = UNTIL_REFUSED[room as keyof typeof ROOMS];
    expect(refused(await statuses(allowed, path, (i) => from(`${address}::${i + 1}`)))).toBe(0);
    expect(refused(await statuses(2, path, (i) => from(`${address}::${i + 1}`)))).toBe(2);
    expect(refused(await statuses(1, path, () => from("198.51.100.1")))).toBe(0);
  });

  test("is told to wait in the form of each room, from any origin", async () => {
    const form = async (path: string): Promise<unknown> => {
      await statuses(5, path, () => from("198.51.100.2"));
      const { status, headers, body } = await rawRequest(app, path, from("198.51.100.2"));
      expect([status, headers["access-control-allow-origin"], headers["cache-control"]], path).toEqual([429, "*", "no-store"]);
      expect(Number(headers["retry-after"]), path).toBeGreaterThan(3000);
      expect(headers["access-control-expose-headers"]).toContain("Retry-After");
      return JSON.parse(body);
    };
    expect(await form(ROOMS.auth)).toEqual({
      code: 429,
      error_code: "over_request_rate_limit",
      msg: "Request rate limit reached",
    });
    expect(await form(ROOMS.rest)).toEqual({
      code: "over_request_rate_limit",
      message: "Too many requests",
      details: null,
      hint: expect.any(String),
    });
    expect(await form(ROOMS.storage)).toEqual({
      statusCode: "429",
      error: "SlowDown",
      message: "Too many requests",
      code: "SlowDown",
    });
    expect(await form(ROOMS.functions)).toEqual({ code: "over_request_rate_limit", message: expect.any(String) });
  });

  test("has its share of recordings by signed address, which is that of its files", async () => {
    const answers = await statuses(6, "/audio-cors-proxy?bucket=sermon-audio&path=a&token=b", () => from("198.51.100.3"));
    expect(answers).toEqual([403, 429, 429, 429, 429, 429]);
  });

  test("gets no further by writing the path differently", async () => {
    const ways = [
      "/rest/v1/health_check",
      "/%72est/v1/health_check",
      "http://elsewhere.example/rest/v1/health_check",
      "/rest/v1/health_check?select=status",
      "/rest/v1/%68ealth_check",
      "/rest/v1/health_check",
    ];
    const answers = [];
    for (const way of ways) answers.push((await rawRequest(app, way, from("198.51.100.4"))).status);
    expect(refused(answers)).toBe(1);
    expect(answers.at(-1)).toBe(429);
  });

  test("is refused before its body is read", async () => {
    await statuses(5, ROOMS.functions, () => from("198.51.100.5"));
    const headers = { ...from("198.51.100.5"), "content-type": "application/json" };
    expect((await rawRequest(app, "/functions/v1/handle-email", headers, "{")).status).toBe(429);
  });

  test("has one share for all its people together, over all networks of its site", async () => {
    const tokens = await Promise.all(Array.from({ length: 41 }, () => tokenOf(somebody())));
    expect(refused(await statuses(41, "/rest/v1/profiles", (i) => from(`2001:db8:77:${i}::1`, tokens[i])))).toBe(1);
  });

  test("is not counted on this machine itself", async () => {
    expect(refused(await statuses(50, ROOMS.rest, () => ({})))).toBe(0);
  });
});

describe("a person", () => {
  test("has one share, from whatever address, also on this machine", async () => {
    const token = await tokenOf(somebody());
    expect(refused(await statuses(5, "/rest/v1/profiles", (i) => from(`198.51.100.${i + 10}`, token)))).toBe(0);
    expect(await statuses(1, "/rest/v1/profiles", () => from("198.51.100.20", token))).toEqual([429]);
    expect(await statuses(1, "/rest/v1/profiles", () => ({ authorization: `Bearer ${token}` }))).toEqual([429]);
    expect(await statuses(1, "/storage/v1/bucket", () => from("198.51.100.20", token))).toEqual([200]);
  });

  test("pays for an error as for five requests, but on this machine itself as for one", async () => {
    const [remote, local] = await Promise.all([tokenOf(somebody()), tokenOf(somebody())]);
    expect(await statuses(2, "/rest/v1/none", () => from("198.51.100.23", remote))).toEqual([404, 429]);
    const headers = { authorization: `Bearer ${local}` };
    expect(await statuses(6, "/rest/v1/none", () => headers)).toEqual([404, 404, 404, 404, 404, 429]);
  });

  test("loses nothing to tokens that others forge in their name", async () => {
    const id = somebody();
    const forged = await tokenOf(id, { jwtSecret: "the secret of somebody else, 32 characters" });
    expect(await statuses(6, "/rest/v1/profiles", () => from("198.51.100.21", forged))).toEqual([401, 429, 429, 429, 429, 429]);
    const token = await tokenOf(id);
    expect(await statuses(1, "/rest/v1/profiles", () => from("198.51.100.21", token))).toEqual([200]);
  });

  test("is not the server itself: the service key has no limit", async () => {
    const answers = await statuses(50, "/rest/v1/profiles?limit=1", () => from("198.51.100.22", app.keys.serviceRoleKey));
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});

/** A request whose body has not come to its end: it is under way until it is finished or its connection ends. */
interface SlowRequest {
  socket: Socket;
  finish: () => void;
  answer: Promise<string>;
}

async function begin(path: string, headers: Record<string, string>): Promise<SlowRequest> {
  const { port, host } = new URL(app.url);
  const socket = connect(Number(port), "127.0.0.1");
  const lines = Object.entries({ host, "content-type": "application/json", "content-length": "2", ...headers });
  socket.write(`POST ${path} HTTP/1.1\r\nconnection: close\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n{`);
  return { socket, finish: () => void socket.write("}"), answer: text(socket).catch(() => "") };
}
const firstLine = async ({ answer }: SlowRequest): Promise<string> => (await answer).split("\r\n")[0] ?? "";

/** Asks until the answer is the wanted one: how soon a server sees that a connection began or ended is its own affair. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
  }
}

test("whoever has had their bytes of answers is refused until the window ends, and nobody else is", async () => {
  const [glutton, neighbour] = await Promise.all([tokenOf(somebody()), tokenOf(somebody())]);
  expect(await statuses(2, "/storage/v1/bucket", () => from("198.51.100.30", glutton))).toEqual([200, 429]);
  expect(await statuses(1, "/storage/v1/bucket", () => from("198.51.100.30", neighbour))).toEqual([200]);
});

describe("requests at once", () => {
  test("wait for their turn, and are refused when too many wait", async () => {
    const headers = { authorization: `Bearer ${await tokenOf(somebody())}` };
    const four = await Promise.all(Array.from({ length: 4 }, () => begin("/rest/v1/none", headers)));
    const refusal = await Promise.race(four.map(({ answer }) => answer));
    expect(refusal).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 1\r\n/);
    for (const { finish } of four) finish();
    expect((await Promise.all(four.map(firstLine))).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "HTTP/1.1 404 Not Found"),
      "HTTP/1.1 429 Too Many Requests",
    ]);
  });

  test("end with their connection, also one whose answer would have come after another's", async () => {
    const headers = { authorization: `Bearer ${await tokenOf(somebody())}` };
    const ask = async (): Promise<number> => (await rawRequest(app, "/functions/v1/none", headers, "{}")).status;
    const { port, host } = new URL(app.url);
    const head = (path: string, length: number): string =>
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${headers.authorization}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
    const inFront = await Promise.all([begin("/rest/v1/none", headers), begin("/rest/v1/none", headers)]);
    const socket = connect(Number(port), "127.0.0.1").on("error", () => {});
    socket.write(`${head("/rest/v1/none", 2)}{}${head("/functions/v1/none", 2)}{`);
    const another = await begin("/functions/v1/none", headers);
    await until(ask, (status) => status === 429);
    socket.destroy();
    another.socket.destroy();
    await until(ask, (status) => status === 404);
    const both = await Promise.all([begin("/functions/v1/none", headers), begin("/functions/v1/none", headers)]);
    for (const { finish } of [...both, ...inFront]) finish();
    expect(await Promise.all(both.map(firstLine))).toEqual(["HTTP/1.1 404 Not Found", "HTTP/1.1 404 Not Found"]);
  });
});

describe("a refusal", () => {
  let delaying: TestApp;
  beforeAll(async () => {
    delaying = await startApp({ TRUST_PROXY: "true", API_LIMITS: JSON.stringify({ restVisitor: FIVE }) }, { refusalDelay: 300 });
  });
  afterAll(() => delaying.close());

  test("is sent after the delay, which slows down clients that retry at once", async () => {
    const ask = () => fetch(`${delaying.url}${ROOMS.rest}`, { headers: from("198.51.100.6") });
    for (let i = 0; i < FIVE.max; i++) await ask();
    const began = performance.now();
    expect((await ask()).status).toBe(429);
    // Timers may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(298);
  });
});
