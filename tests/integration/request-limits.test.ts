import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { startApp } from "../support/app.ts";
import { raw as rawRequest } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// A window so long that nothing is given back during the tests, however slow this machine is.
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
  apikey: app.keys.anonKey,
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});

let people = 0;
/** A valid access token without a session, which is enough for rows and limits. */
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

const APIS = {
  auth: "/auth/v1/settings",
  rest: "/rest/v1/health_check",
  storage: "/storage/v1/object/public/sermon-images/none",
  functions: "/functions/v1/none",
};
/** A client error counts as five requests. */
const UNTIL_REFUSED = { auth: 5, rest: 5, storage: 1, functions: 1 };

describe("an IP address", () => {
  test.for(Object.entries(APIS))("has its own request limit for /%s, separate from other addresses", async ([api, path]) => {
    const address = `2001:db8:0:${api.length}`;
    const allowed = UNTIL_REFUSED[api as keyof typeof APIS];
    expect(refused(await statuses(allowed, path, (i) => from(`${address}::${i + 1}`)))).toBe(0);
    expect(refused(await statuses(2, path, (i) => from(`${address}::${i + 1}`)))).toBe(2);
    expect(refused(await statuses(1, path, () => from("198.51.100.1")))).toBe(0);
  });

  test("gets 429 with Retry-After in each API's own error format, readable from any origin", async () => {
    const form = async (path: string): Promise<unknown> => {
      await statuses(5, path, () => from("198.51.100.2"));
      const { status, headers, body } = await rawRequest(app, path, from("198.51.100.2"));
      expect([status, headers["access-control-allow-origin"], headers["cache-control"]], path).toEqual([429, "*", "no-store"]);
      expect(Number(headers["retry-after"]), path).toBeGreaterThan(3000);
      expect(headers["access-control-expose-headers"]).toContain("Retry-After");
      return JSON.parse(body);
    };
    expect(await form(APIS.auth)).toEqual({
      code: 429,
      error_code: "over_request_rate_limit",
      msg: "Request rate limit reached",
    });
    expect(await form(APIS.rest)).toEqual({
      code: "over_request_rate_limit",
      message: "Too many requests",
      details: null,
      hint: expect.any(String),
    });
    expect(await form(APIS.storage)).toEqual({
      statusCode: "429",
      error: "SlowDown",
      message: "Too many requests",
      code: "SlowDown",
    });
    expect(await form(APIS.functions)).toEqual({ code: "over_request_rate_limit", message: expect.any(String) });
  });

  test("has one limit for recordings by the same-origin address and files together", async () => {
    const answers = await statuses(6, "/audio-cors-proxy?bucket=sermon-audio&path=a&token=b", () => from("198.51.100.3"));
    expect(answers).toEqual([403, 429, 429, 429, 429, 429]);
  });

  test("is limited however the path is written", async () => {
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
    await statuses(5, APIS.functions, () => from("198.51.100.5"));
    const headers = { ...from("198.51.100.5"), "content-type": "application/json" };
    expect((await rawRequest(app, "/functions/v1/handle-email", headers, "{")).status).toBe(429);
  });

  test("has one limit for all its users together, and a /48 of IPv6 counts as one", async () => {
    const tokens = await Promise.all(Array.from({ length: 41 }, () => tokenOf(somebody())));
    expect(refused(await statuses(41, "/rest/v1/profiles", (i) => from(`2001:db8:77:${i}::1`, tokens[i])))).toBe(1);
  });

  test("of this machine is not limited", async () => {
    expect(refused(await statuses(50, APIS.rest, () => ({})))).toBe(0);
  });
});

describe("a user", () => {
  test("has one limit from all IP addresses, also on this machine", async () => {
    const token = await tokenOf(somebody());
    expect(refused(await statuses(5, "/rest/v1/profiles", (i) => from(`198.51.100.${i + 10}`, token)))).toBe(0);
    expect(await statuses(1, "/rest/v1/profiles", () => from("198.51.100.20", token))).toEqual([429]);
    expect(await statuses(1, "/rest/v1/profiles", () => ({ authorization: `Bearer ${token}` }))).toEqual([429]);
    expect(await statuses(1, "/storage/v1/bucket", () => from("198.51.100.20", token))).toEqual([200]);
  });

  test("is charged five requests for an error, but one on this machine", async () => {
    const [remote, local] = await Promise.all([tokenOf(somebody()), tokenOf(somebody())]);
    expect(await statuses(2, "/rest/v1/none", () => from("198.51.100.23", remote))).toEqual([404, 429]);
    const headers = { authorization: `Bearer ${local}` };
    expect(await statuses(6, "/rest/v1/none", () => headers)).toEqual([404, 404, 404, 404, 404, 429]);
  });

  test("is not charged for requests with a forged token", async () => {
    const id = somebody();
    const forged = await tokenOf(id, { jwtSecret: "the secret of somebody else, 32 characters" });
    expect(await statuses(6, "/rest/v1/profiles", () => from("198.51.100.21", forged))).toEqual([401, 429, 429, 429, 429, 429]);
    const token = await tokenOf(id);
    expect(await statuses(1, "/rest/v1/profiles", () => from("198.51.100.21", token))).toEqual([200]);
  });

  test("with the service key has no limit", async () => {
    const answers = await statuses(50, "/rest/v1/profiles?limit=1", () => from("198.51.100.22", app.keys.serviceRoleKey));
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});

/** A request whose body is incomplete: it stays open until it is finished or its connection is closed. */
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

/** Repeats a request until its answer is `wanted`: a server may notice late that a connection was opened or closed. */
async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (wanted(answer)) return answer;
  }
}

test("a user over the limit of response bytes is refused until the window ends, and nobody else is", async () => {
  const [limited, other] = await Promise.all([tokenOf(somebody()), tokenOf(somebody())]);
  expect(await statuses(2, "/storage/v1/bucket", () => from("198.51.100.30", limited))).toEqual([200, 429]);
  expect(await statuses(1, "/storage/v1/bucket", () => from("198.51.100.30", other))).toEqual([200]);
});

describe("simultaneous requests of a user", () => {
  test("are queued, and refused when the queue is full", async () => {
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

  test("free their place when their connection closes, also a pipelined one", async () => {
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

  test("is sent after a delay, which slows down clients that retry at once", async () => {
    const ask = () => fetch(`${delaying.url}${APIS.rest}`, { headers: from("198.51.100.6") });
    for (let i = 0; i < FIVE.max; i++) await ask();
    const began = performance.now();
    expect((await ask()).status).toBe(429);
    // Timers may fire a millisecond early.
    expect(performance.now() - began).toBeGreaterThan(298);
  });
});
