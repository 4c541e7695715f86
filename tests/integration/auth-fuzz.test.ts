import { request as httpRequest } from "node:http";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { authRoutes } from "../../packages/supabase-server/auth/routes.ts";
import { startAuthServer, signedIn, SITE, type AuthServer } from "./auth-fixture.ts";
import { seededRandom } from "../../shared/seeded-random.ts";

const SEED = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const ROUNDS = Number(process.env["AUTH_FUZZ_ROUNDS"] ?? 600);
const AT_ONCE = 8;
// Longer than any answer takes on a busy machine, a queue of hashes included.
const HANGS_AFTER = 30_000;

let server: AuthServer;
let token: string;
/** All endpoints of the auth API, as it registers them. */
const endpoints: { method: string; url: string }[] = [];
beforeAll(async () => {
  server = await startAuthServer();
  const browser = await signedIn(server, "odd@example.org");
  token = (await browser.auth.getSession()).data.session?.access_token ?? "";
  const app = Fastify();
  app.addHook("onRoute", ({ method, url }) => {
    for (const each of [method].flat()) endpoints.push({ method: each, url });
  });
  await app.register(
    authRoutes({ db: server.db, keys: server.keys, publicUrl: SITE, productName: "Lampstand", passwordCost: 4 }),
    {
      prefix: "/auth/v1",
    },
  );
  await app.ready();
});
afterAll(() => server.close());

const nested = (depth: number): unknown => JSON.parse("[".repeat(depth) + "]".repeat(depth));
const ID = "00000000-0000-4000-8000-000000000001";

/** Fields of the dialect, with values that pass the schema. */
const FIELDS: Record<string, readonly unknown[]> = {
  email: ["odd@example.org", "new@example.org", "ODD@Example.org "],
  phone: ["+15550100"],
  password: ["correct horse", "battery staple", "p".repeat(72)],
  current_password: ["correct horse"],
  data: [{ full_name: "Odd" }, { full_name: null }],
  type: ["signup", "recovery", "magiclink", "invite", "email", "email_change", "email_change_new", "sms", "totp"],
  token: ["123456", "x"],
  token_hash: ["x", "pkce_x"],
  refresh_token: ["A".repeat(75)],
  auth_code: [ID],
  code_verifier: ["v".repeat(43)],
  code_challenge: ["c".repeat(43)],
  code_challenge_method: ["s256", "plain", "S256"],
  create_user: [true, false],
  nonce: ["123456"],
  factor_type: ["totp", "phone", "webauthn"],
  friendly_name: ["Phone", ""],
  issuer: ["https://accounts.google.com"],
  challenge_id: [ID],
  code: ["123456"],
  provider: ["google", "apple", "none"],
  id_token: ["x.y.z"],
  access_token: ["x"],
  should_soft_delete: [true, false],
  user_metadata: [{ a: 1 }],
  app_metadata: [{ b: [2] }],
  email_confirm: [true],
  ban_duration: ["24h", "none", "1ns"],
  password_hash: ["$2a$10$abcdefghijklmnopqrstuuGXvHl8Mb3Xb9vXl9k6cZ2k8c1xUuKxW"],
  role: ["authenticated", "service_role"],
  id: [ID],
  new_email: ["newer@example.org"],
  channel: ["sms", "whatsapp"],
  gotrue_meta_security: [{ captcha_token: "x" }],
  domain: ["example.org"],
  state: [ID],
};
const MEANT: readonly [path: RegExp, fields: string][] = [
  [/\/signup$/, "email password data"],
  [/\/token$/, "email password refresh_token auth_code code_verifier"],
  [/\/verify$/, "type token email"],
  [/\/(?:recover|otp|invite)$/, "email"],
  [/\/resend$/, "type email"],
  [/\/user$/, "data"],
  [/\/factors$/, "factor_type friendly_name"],
  [/\/factors\/:\w+\/verify$/, "challenge_id code"],
  [/\/admin\/users$/, "email password user_metadata"],
  [/\/admin\/users\/:\w+$/, "user_metadata"],
  [/\/generate_link$/, "type email password"],
];
const QUERY: Record<string, readonly string[]> = {
  grant_type: ["password", "refresh_token", "pkce", "id_token", "web3", "x"],
  redirect_to: ["http://localhost:3000/welcome", "https://evil.example", "\0"],
  scope: ["global", "local", "others", "x"],
  token: ["x", "pkce_x", "\0"],
  type: ["signup", "recovery", "email_change", "x"],
  provider: ["google", "x"],
  code: ["x"],
  state: [ID, "x"],
  page: ["1", "-1", "1e99"],
  per_page: ["1", "0", "x"],
  code_challenge: ["c".repeat(43), "x"],
  code_challenge_method: ["s256"],
  error: ["access_denied"],
  skip_http_redirect: ["true"],
};
const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [null],
  { a: { b: [null] } },
  JSON.parse('{"__proto__":{"x":1},"constructor":null,"toString":1}'),
  "",
  " ",
  "' or 1=1 --",
  "$1 %s {{.Token}} ${x}",
  "\u202e\u0000",
  "\ud800",
  "\r\nBcc: x@example.org",
  "🕯".repeat(50),
  "x".repeat(5000),
  `${"x".repeat(300)}@example.org`,
  "x@example.org",
  "%00",
  "../../admin/users",
  "null",
  "9999-99-99T99:99:99Z",
  nested(2000),
  { a: nested(4000) },
];

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends any headers and bytes, without a client library. Rejects if no answer comes in time. */
async function send(method: string, path: string, headers: Record<string, string>, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(server.url + path, { method, headers, timeout: HANGS_AFTER }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    call.on("timeout", () => call.destroy(new Error("no answer in time")));
    call.on("error", reject);
    call.end(body);
  });
}

/** What is wrong with an answer in the dialect's terms (docs/dialect.md#error-codes), or null. */
function fault(answer: Answer, sentVersion: string): string | null {
  if (answer.status >= 500 || answer.status < 200) return "a fault of the server";
  if (answer.status < 400) return null;
  const body = answer.body === "" ? {} : (JSON.parse(answer.body) as Record<string, unknown>);
  // OAuth's own form (RFC 6749, section 5.2), in both versions.
  if (answer.status === 400 && typeof body["error"] === "string" && typeof body["error_description"] === "string") return null;
  const code = answer.headers["x-sb-error-code"];
  if (typeof code !== "string" || !/^[a-z][a-z0-9_]+$/.test(code)) return "no code in the header";
  // An answer to HEAD has no body.
  if (answer.body === "") return null;
  const isCoded = sentVersion === "2024-01-01";
  if ((answer.headers["x-supabase-api-version"] === "2024-01-01") !== isCoded) return "the version is echoed wrongly";
  const { [isCoded ? "code" : "error_code"]: bodyCode, [isCoded ? "message" : "msg"]: message } = body;
  if (bodyCode !== code || typeof message !== "string" || message === "") return "not the form of the version";
  if (!isCoded && body["code"] !== answer.status) return "the old form has another status";
  if (/\bat .*\.ts:\d|node_modules|select .* from|insert into|violates|syntax error/.test(message)) return "it shows internals";
  return null;
}

test(`${ROUNDS} odd requests over all endpoints get an answer in the dialect's form`, { timeout: 3_600_000 }, async () => {
  const random = seededRandom(String(SEED));
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const names = Object.keys(FIELDS);
  const seen = new Map<number, number>();
  const tried = new Set<string>();
  const faults: string[] = [];

  function oddBody(url: string): Buffer {
    const body: Record<string, unknown> = {};
    // Half of the bodies start from fields that the endpoint expects.
    const meant = random() < 0.5 ? (MEANT.find(([path]) => path.test(url))?.[1].split(" ") ?? []) : [];
    for (const name of meant) body[name] = pick(FIELDS[name] ?? []);
    for (let i = Math.floor(random() * 4); i > 0; i--) {
      const name = pick(random() < 0.5 && meant.length > 0 ? meant : names);
      const value = random() < 0.7 ? pick(FIELDS[name] ?? []) : pick(ODD);
      // Also under the key `__proto__`.
      Object.defineProperty(body, random() < 0.02 ? "__proto__" : name, { value, enumerable: true, configurable: true });
    }
    let text = JSON.stringify(body);
    if (random() < 0.05) text = text.replace("{", `{"email":"twice@example.org",`).replace(",}", "}");
    if (random() < 0.92) return Buffer.from(text);
    return pick(
      [text.slice(0, -1), "null", "[]", '"x"', "1", "", "\ufffd", "\xff{", "a=b&c=d", "--x\r\n\r\n"].map((part) =>
        Buffer.from(part, "latin1"),
      ),
    );
  }
  const oddText = (): string => {
    const value = pick(ODD);
    return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 500);
  };
  function oddQuery(url: string): string {
    const parts: [string, string][] = url.endsWith("/token") ? [["grant_type", pick(QUERY["grant_type"] ?? [])]] : [];
    for (const name of Object.keys(QUERY))
      if (random() < 0.2) parts.push([name, random() < 0.8 ? pick(QUERY[name] ?? []) : oddText()]);
    if (random() < 0.03) return "?%ff&token=%&=&&type[]=x";
    return parts.length > 0 ? `?${new URLSearchParams(parts.map(([name, value]) => [name, value.toWellFormed()]))}` : "";
  }

  async function attempt(): Promise<void> {
    const { method, url } = pick(endpoints);
    const odd = (): string => pick([ID, "x", "%00", "%27", "..%2f..", "0".repeat(90), encodeURIComponent(SITE)]);
    // A sign-out or a new password would end the session that the other attempts need.
    const path = url.replaceAll(/:\w+|\*/g, odd) + oddQuery(url);
    const spends = /\/(?:logout|user)$/.test(url) && method !== "GET" && method !== "HEAD";
    const good = /\/(?:admin|invite)/.test(url) ? server.keys.serviceRoleKey : spends ? server.keys.anonKey : token;
    const version = pick(["2024-01-01", "2024-01-01", "1999-01-01", "9999", ""]);
    const body = oddBody(url);
    const headers = {
      ...(random() < 0.9
        ? { authorization: `Bearer ${good}` }
        : { authorization: pick(["Bearer x.y.z", "Bearer", "", "Basic eDp4", "Bearer sb_secret_x"]) }),
      "content-type": pick([
        "application/json",
        "application/json;charset=UTF-8",
        "text/plain",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "x",
      ]),
      ...(version === "" ? {} : { "x-supabase-api-version": version }),
      "user-agent": pick(["test", "x".repeat(2000), "\u00ff", ""]),
      "x-forwarded-for": pick(["203.0.113.9", "x", "2001:db8::1, 10.0.0.1", "'", "fe80::1%eth0"]),
      ...(random() < 0.1 ? { redirect_to: pick(["//evil.example", "http://localhost:3000/x", "%00"]) } : {}),
      ...(random() < 0.05 ? { "x-jwt-aud": pick(["authenticated", "x", "\u00e9"]) } : {}),
      "content-length": String(body.length),
    };
    const description = `seed ${SEED}: ${method} ${path.slice(0, 300)} ${body.toString("latin1").slice(0, 300)}`;
    try {
      const answer = await send(method, path, headers, body);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      tried.add(`${method} ${url}`);
      const wrong = fault(answer, version);
      if (wrong) faults.push(`${wrong}: ${answer.status} ${answer.body.slice(0, 200)} ${description}`);
    } catch (error) {
      faults.push(`${String(error)}: ${description}`);
    }
  }
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, attempt));
    if (faults.length > 20) break;
  }

  expect(faults).toEqual([]);
  // Some requests must succeed, otherwise nothing behind the schema was tested.
  for (const status of [200, 303, 400, 401, 403, 404, 422]) expect([...seen.keys()]).toContain(status);
  expect(tried.size).toBe(new Set(endpoints.map(({ method, url }) => `${method} ${url}`)).size);
  // The session is still valid, and the server still works.
  expect((await fetch(`${server.url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});
