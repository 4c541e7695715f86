import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, raw as rawRequest } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// Malformed requests are refused, below an API in its own error format, and no internals are shown.

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Sends raw bytes; returns everything that the server sends until it closes the connection. */
async function send(bytes: string): Promise<string> {
  const { port } = new URL(app.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {}).write(bytes);
  return text(socket).catch(() => "");
}
const INSIDE = /node_modules|\bat \w+ \(|\.ts:\d|FST_ERR|HPE_|Internal Server Error/;

test.for([
  ["no HTTP", "hello\r\n\r\n", 400],
  ["an unknown method", "BREW /rest/v1/a HTTP/1.1\r\nhost: x\r\n\r\n", 400],
  ["a header of 20 kB", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["two lengths", "POST /auth/v1/token HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}", 400],
  [
    "a length and chunks",
    "POST /auth/v1/token HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["a negative length", "POST /auth/v1/token HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n", 400],
  ["a broken chunk", "POST /rest/v1/a HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", 400],
  ["a NUL in a header", "GET / HTTP/1.1\r\nhost: x\r\nx: a\0b\r\n\r\n", 400],
  ["no Host", "GET /rest/v1/a HTTP/1.1\r\n\r\n", 400],
] as const)("%s is refused, and the connection closed", async ([, bytes, status]) => {
  const answer = await send(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).not.toMatch(INSIDE);
});

const APIS = {
  auth: ["/auth/v1/token?grant_type=password", { code: 400, error_code: expect.any(String), msg: expect.any(String) }],
  rest: ["/rest/v1/rpc/none", { code: expect.any(String), message: expect.any(String) }],
  storage: ["/storage/v1/object/list/avatars", { statusCode: "400", code: expect.any(String), message: expect.any(String) }],
  functions: ["/functions/v1/handle-email", { code: expect.any(String), message: expect.any(String) }],
} as const;
const JSON_TYPE = { "content-type": "application/json" };

test.for(Object.entries(APIS))("/%s refuses an unreadable body in its own error format", async ([api, [path, form]]) => {
  const bodies = ["{", "\0", '{"a":}', '{"__proto__":{"a":1}}', "[".repeat(200_000), "\ufeff{"];
  for (const body of bodies) {
    const { status, headers, body: answer } = await rawRequest(app, path, JSON_TYPE, body);
    expect(status, body.slice(0, 20)).toBeGreaterThanOrEqual(400);
    expect(status, body.slice(0, 20)).toBeLessThan(500);
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(answer).not.toMatch(INSIDE);
    if (api !== "rest") expect(JSON.parse(answer), body.slice(0, 20)).toMatchObject(form);
  }
  for (const type of ["application/xml", "x", "application/json; charset=\u00ff", "multipart/form-data"]) {
    const { status, body: answer } = await rawRequest(app, path, { "content-type": type }, "{}");
    expect([status >= 400 && status < 500, type]).toEqual([true, type]);
    expect(answer, type).not.toMatch(INSIDE);
    expect(JSON.parse(answer), type).toMatchObject(api === "auth" || api === "storage" ? {} : form);
  }
});

test.for(Object.entries(APIS))(
  "/%s refuses a body over its limit, and invalid paths, in its own error format",
  async ([api, [path]]) => {
    const large = await rawRequest(app, path, JSON_TYPE, `"${"a".repeat(1_100_000)}"`);
    expect(large.status).toBe(413);
    expect(large.headers["access-control-allow-origin"]).toBe("*");
    expect(large.body).not.toMatch(INSIDE);
    for (const odd of ["%", "%zz", "%00", "%ff", "a%2f..%2fb", "a".repeat(3000), "a;b", "%u0041"]) {
      const { status, headers, body } = await rawRequest(app, `/${api}/v1/${odd}`, { accept: "text/html" });
      expect([status >= 400 && status < 500, odd]).toEqual([true, odd]);
      expect(headers["content-type"], odd).toMatch(/^application\/json/);
      expect(body, odd).not.toMatch(INSIDE);
    }
  },
);

test("a body that does not arrive in time is answered with 408 in each API's own error format, an upload too", async () => {
  const ruth = await signUpPerson(app, "ruth@example.com");
  // Fakes only the timers that watch a body; everything else keeps real time.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const bearer = `authorization: Bearer ${ruth.token}\r\n`;
  const asked: [path: string, type: string, form: object][] = [
    [APIS.auth[0], "application/json", { code: 408, error_code: "request_timeout" }],
    [APIS.rest[0], "application/json", { code: "PGRST102" }],
    [APIS.storage[0], "application/json", { statusCode: "408" }],
    [`/storage/v1/object/avatars/${ruth.id}/me.png`, "image/png", { statusCode: "408" }],
    [APIS.functions[0], "application/json", { code: "bad_request" }],
  ];
  for (const [path, type, form] of asked) {
    const answer = send(`POST ${path} HTTP/1.1\r\nhost: x\r\n${bearer}content-type: ${type}\r\ncontent-length: 9\r\n\r\n`);
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(10_000);
    const [head = "", body = ""] = (await answer).split("\r\n\r\n");
    expect(head, path).toMatch(/^HTTP\/1.1 408 /);
    expect(head.toLowerCase(), path).toMatch(/access-control-allow-origin: \*[\s\S]*connection: close/);
    expect(JSON.parse(body), path).toMatchObject(form);
  }
});
