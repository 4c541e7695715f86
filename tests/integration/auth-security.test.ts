import { createHmac } from "node:crypto";
import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hashThreads } from "../../packages/supabase-server/auth/passwords.ts";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { startAuthServer, SECRET, signedIn, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
let victim: { id: string; token: string; refreshToken: string };
beforeAll(async () => {
  server = await startAuthServer();
  const browser = await signedIn(server, "victim@example.org");
  const { session } = (await browser.auth.getSession()).data;
  victim = { id: session?.user.id ?? "", token: session?.access_token ?? "", refreshToken: session?.refresh_token ?? "" };
});
afterAll(() => server.close());

const now = Math.floor(Date.now() / 1000);
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const bearer = (token: string): { authorization: string } => ({ authorization: `Bearer ${token}` });

async function getUser(token: string): Promise<{ status: number; code: string | null }> {
  const answer = await fetch(`${server.url}/auth/v1/user`, { headers: bearer(token) });
  return { status: answer.status, code: answer.headers.get("x-sb-error-code") };
}

describe("a token", () => {
  const claims = { role: "authenticated" as const, aud: "authenticated", sub: "", exp: now + 600 };
  const hmac = (header: object, payload: object, secret: string | Buffer): string => {
    const signed = `${base64url(header)}.${base64url(payload)}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };

  test("that is forged, in any of the known ways, is refused everywhere", async () => {
    const own = { ...claims, sub: victim.id };
    const [head = "", body = "", signature = ""] = victim.token.split(".");
    const { publicKey, privateKey } = await generateKeyPair("RS256");
    const pem = await exportSPKI(publicKey);
    const forged: Record<string, string> = {
      tampered: `${head}.${base64url({ ...own, email: "admin@example.org" })}.${signature}`,
      "without its signature": `${head}.${body}.`,
      "with half of its signature": `${head}.${body}.${signature.slice(0, 20)}`,
      "with one bit of its signature turned": `${head}.${body}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      expired: await signToken({ ...own, exp: now - 1 }, { jwtSecret: SECRET }),
      "not valid yet": await signToken({ ...own, nbf: now + 600 }, { jwtSecret: SECRET }),
      "for another audience": await signToken({ ...own, aud: "another-service" }, { jwtSecret: SECRET }),
      "with another secret": await signToken(own, { jwtSecret: `${SECRET}.` }),
      "with an empty secret": hmac({ alg: "HS256", typ: "JWT" }, own, ""),
      "alg none": new UnsecuredJWT(own).encode(),
      "alg NONE with a signature": `${base64url({ alg: "NONE", typ: "JWT" })}.${body}.${signature}`,
      "alg as a list": hmac({ alg: ["HS256"], typ: "JWT" }, own, SECRET),
      "a public key as HMAC secret": hmac({ alg: "HS256", typ: "JWT" }, own, pem),
      "a foreign RSA key": await new SignJWT(own).setProtectedHeader({ alg: "RS256" }).sign(privateKey),
      "a key carried in its own header": await new SignJWT(own)
        .setProtectedHeader({ alg: "RS256", jwk: { kty: "RSA", n: "x", e: "AQAB" } })
        .sign(privateKey),
      "a key's address in its header": hmac({ alg: "HS256", jku: "https://evil.example/jwks.json", kid: "x" }, own, "x"),
      "a kid that is a path": hmac({ alg: "HS256", kid: "../../../../dev/null" }, own, ""),
      "a kid that is a statement": hmac({ alg: "HS256", kid: "x' union select 'secret" }, own, "secret"),
      "a kid of an object's own": hmac({ alg: "HS256", kid: "__proto__" }, own, ""),
      "an unknown critical header": hmac({ alg: "HS256", crit: ["b64"], b64: false }, own, SECRET),
      "another algorithm of the same family": hmac({ alg: "HS512", typ: "JWT" }, own, SECRET),
      "of no person": await signToken({ role: "authenticated", exp: now + 600 }, { jwtSecret: SECRET }),
      "of a role that does not exist": await signToken({ ...own, role: "postgres" as "anon" }, { jwtSecret: SECRET }),
      "of a database's superuser": await signToken({ ...own, role: "supabase_admin" as "anon" }, { jwtSecret: SECRET }),
      "a refresh token": victim.refreshToken,
      nothing: "x",
      "three dots": "...",
    };
    for (const [how, token] of Object.entries(forged)) {
      expect(await getUser(token), how).toEqual({ status: 403, code: "bad_jwt" });
      const admin = await fetch(`${server.url}/auth/v1/admin/users`, {
        headers: { ...bearer(token), apikey: server.keys.anonKey },
      });
      expect(admin.status, how).toBe(403);
    }
    expect(await getUser(victim.token)).toEqual({ status: 200, code: null });
  });

  test("whose session belongs to somebody else, has ended or never existed is refused", async () => {
    const token = (session: unknown): Promise<string> =>
      signToken({ ...claims, sub: victim.id, session_id: session }, { jwtSecret: SECRET });
    const eve = await signedIn(server, "eve@example.org");
    const { session } = (await eve.auth.getSession()).data;
    const stolen = JSON.parse(Buffer.from(session?.access_token.split(".")[1] ?? "", "base64url").toString()) as {
      session_id: string;
    };
    for (const id of [stolen.session_id, "00000000-0000-4000-8000-000000000000", "' or true --", 1, {}])
      expect(await getUser(await token(id)), JSON.stringify(id)).toEqual({ status: 403, code: "session_not_found" });
  });

  test("of a user is not a service key, whatever their user data claims", async () => {
    const eve = await signedIn(server, "eve2@example.org");
    await eve.auth.updateUser({ data: { role: "service_role", app_metadata: { role: "service_role" }, sub: victim.id } });
    const { data } = await eve.auth.refreshSession();
    const admin = await fetch(`${server.url}/auth/v1/admin/users/${victim.id}`, {
      headers: bearer(data.session?.access_token ?? ""),
    });
    expect([admin.status, admin.headers.get("x-sb-error-code")]).toEqual([403, "not_admin"]);
    const self = await fetch(`${server.url}/auth/v1/user`, {
      method: "PUT",
      headers: { ...bearer(data.session?.access_token ?? ""), "content-type": "application/json" },
      body: JSON.stringify({
        app_metadata: { role: "admin" },
        role: "service_role",
        id: victim.id,
        email_confirmed_at: "2026-01-01",
      }),
    });
    expect(self.status).toBe(403);
    expect((await eve.auth.getUser()).data.user).toMatchObject({ role: "authenticated", email: "eve2@example.org" });
  });
});

describe("links, codes and refresh tokens", () => {
  const link = async (email: string): Promise<{ type: string; token_hash: string }> => {
    await server.post("/recover", { email });
    const { type, token_hash } = await server.latestLink(email);
    return { type, token_hash };
  };

  test("a mailed link that is opened twenty times at once opens one session", async () => {
    const spent = await link("victim@example.org");
    const opened = await Promise.all(Array.from({ length: 20 }, () => server.post("/verify", spent)));
    expect(opened.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(new Set(opened.map((answer) => answer.status))).toEqual(new Set([200, 403]));
    expect((await server.post("/verify", spent)).headers.get("x-sb-error-code")).toBe("otp_expired");
  });

  test("a link is valid for its own type and user only, and a newer one replaces it", async () => {
    const first = await link("victim@example.org");
    expect((await server.post("/verify", { ...first, type: "signup" })).status).toBe(403);
    expect((await server.post("/verify", { ...first, email: "eve@example.org" })).status).toBe(400);
    const second = await link("victim@example.org");
    expect((await server.post("/verify", first)).status).toBe(403);
    expect((await server.post("/verify", second)).status).toBe(200);
  });

  test("an authorization code that is exchanged twenty times at once opens one session, and only with the right verifier", async () => {
    const browser = server.browser();
    await server.admin.auth.admin.createUser({ email: "pkce@example.org", password: "correct horse", email_confirm: true });
    const verifier = "v".repeat(43);
    const challenge = { code_challenge: verifier, code_challenge_method: "plain" };
    await server.post("/recover", { email: "pkce@example.org", ...challenge });
    const mailed = await server.latestLink("pkce@example.org");
    const query = new URLSearchParams({ token: mailed.token_hash, type: "recovery" });
    const redirect = await fetch(`${server.url}/auth/v1/verify?${query}`, { redirect: "manual" });
    const auth_code = new URL(redirect.headers.get("location") ?? "").searchParams.get("code");
    expect((await browser.auth.exchangeCodeForSession(auth_code ?? "")).error).not.toBeNull();
    const exchange = (code_verifier: string): Promise<number> =>
      server.post("/token?grant_type=pkce", { auth_code, code_verifier }).then((answer) => answer.status);
    expect(await exchange("w".repeat(43))).toBe(400);
    const exchanged = await Promise.all(Array.from({ length: 20 }, () => exchange(verifier)));
    expect(exchanged.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(exchanged)).toEqual(new Set([200, 404]));
  });

  test("fifty simultaneous refreshes of one token leave one valid token, and reusing an old one ends the session", async () => {
    const signIn = await server.post("/token?grant_type=password", { email: "victim@example.org", password: "correct horse" });
    const first = (await signIn.json()) as { refresh_token: string; access_token: string };
    const refresh = async (refresh_token: string): Promise<{ status: number; refresh_token: string }> => {
      const answer = await server.post("/token?grant_type=refresh_token", { refresh_token });
      return { status: answer.status, ...((await answer.json()) as { refresh_token: string }) };
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(first.refresh_token)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const newTokens = new Set(answers.map((answer) => answer.refresh_token));
    expect(newTokens.size).toBe(1);

    // Two refreshes later, after the reuse interval, the first token counts as stolen.
    let latest = [...newTokens][0] ?? "";
    for (let i = 0; i < 2; i++) latest = (await refresh(latest)).refresh_token;
    await server.db.owner.query("update auth.sessions set refreshed_at = now() - interval '1 minute'");
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(latest)).status).toBe(400);
    expect(await getUser(first.access_token)).toEqual({ status: 403, code: "session_not_found" });
    const { rows } = await server.db.owner.query(
      "select action, traits ->> 'reason' as reason from auth.audit_log_entries order by id desc limit 1",
    );
    expect(rows).toEqual([{ action: "token_revoked", reason: "refresh_token_already_used" }]);
  });

  test("a refresh token that was altered in any byte is unknown", async () => {
    const bytes = Buffer.from(victim.refreshToken, "base64url");
    const altered = Array.from(bytes, (_, at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString("base64url");
    });
    const answers = await Promise.all(
      [...altered, "", "x", victim.refreshToken.slice(1), `${victim.refreshToken}AA`].map((refresh_token) =>
        server.post("/token?grant_type=refresh_token", { refresh_token }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]));
  });
});

/** Makes the next hash, or comparison, wait until it is released. */
function holdNext(name: "hash" | "compare") {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const real = hashThreads.run.bind(hashThreads);
  let holding = false;
  const spy = vi.spyOn(hashThreads, "run");
  spy.mockImplementation(async (task) => {
    if (!holding && ("hash" in task ? "compare" : "hash") === name) {
      holding = true;
      await held;
    }
    return real(task);
  });
  return {
    isHeld: async () => {
      await expect.poll(() => holding).toBe(true);
    },
    release: () => {
      spy.mockRestore();
      resolve();
    },
  };
}

test("a new password that is still being hashed while another session changes it is not stored", async () => {
  const email = "two.at.once@example.org";
  const thief = await signedIn(server, email);
  const owner = server.browser();
  await owner.auth.signInWithPassword({ email, password: "correct horse" });
  const hash = holdNext("hash");
  const late = thief.auth.updateUser({ password: "the thief's horse" });
  await hash.isHeld();
  expect((await owner.auth.updateUser({ password: "the owner's horse" })).error).toBeNull();
  hash.release();
  expect((await late).error?.name).toBe("AuthSessionMissingError");
  const signIn = async (password: string): Promise<number> =>
    (await server.post("/token?grant_type=password", { email, password })).status;
  expect([await signIn("the thief's horse"), await signIn("the owner's horse")]).toEqual([400, 200]);
  expect((await owner.auth.getUser()).error).toBeNull();
});

test("a sign-in whose password is changed during the comparison opens no session", async () => {
  const email = "just.changed@example.org";
  const owner = await signedIn(server, email);
  const compare = holdNext("compare");
  const late = server.post("/token?grant_type=password", { email, password: "correct horse" });
  await compare.isHeld();
  expect((await owner.auth.updateUser({ password: "another horse" })).error).toBeNull();
  compare.release();
  expect([(await late).status, (await late).headers.get("x-sb-error-code")]).toEqual([400, "invalid_credentials"]);
});

describe("a body", () => {
  const send = async (body: string | Buffer): Promise<Response> =>
    fetch(`${server.url}/auth/v1/signup`, {
      method: "POST",
      headers: { "x-supabase-api-version": "2024-01-01" },
      body: typeof body === "string" ? body : new Uint8Array(body),
    });
  const code = async (answer: Response): Promise<unknown> => ((await answer.json()) as { code: unknown }).code;

  test("of more than a mebibyte is refused", async () => {
    const large = await send(JSON.stringify({ email: "a@example.org", password: "x".repeat(1024 * 1024) }));
    expect([large.status, await code(large)]).toEqual([413, "request_entity_too_large"]);
  });

  test.for([
    ["nested past the stack", "[".repeat(500_000)],
    ["nested past the stack, and closed", `${"[".repeat(250_000)}${"]".repeat(250_000)}`],
    ["cut off", '{"email":"a@example.org"'],
    ["not JSON", "email=a@example.org&password=x"],
    ["with a NUL", '{"email":"a@example.org\\u0000","password":"correct horse"}'],
    ["with half of a character", '{"email":"a@example.org","password":"\\ud800 horse"}'],
    ["with broken UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ["compressed", Buffer.from("1f8b08000000000000ffabae05004304d3a302000000", "hex")],
  ] as const)("%s is bad JSON", async ([, body]) => {
    const answer = await send(body);
    expect([answer.status, await code(answer)]).toEqual([400, "bad_json"]);
  });

  test.for([
    "null",
    "[]",
    '"x"',
    "1",
    "true",
    '{"email":{"toString":1},"password":[]}',
    '{"email":["a@example.org"],"password":"correct horse"}',
  ])("of the wrong shape is refused: %s", async (body) => {
    const answer = await send(body);
    expect([answer.status, await code(answer)]).toEqual([400, "validation_failed"]);
  });

  test("with __proto__ or constructor keys changes no other object and no rights", async () => {
    const evil =
      '{"email":"proto@example.org","password":"correct horse","data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}},"__proto__":{"phone":"1"}}';
    expect((await send(evil)).status).toBe(200);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await fetch(`${server.url}/auth/v1/user`, { headers: bearer(victim.token) })).status).toBe(200);
  });

  test("with a duplicate key is read as the last one everywhere", async () => {
    const before = (await server.deliver()).length;
    expect(
      (await send('{"email":"victim@example.org","email":"twice@example.org","password":"x","password":"correct horse"}')).status,
    ).toBe(200);
    expect((await server.deliver()).slice(before).map((mail) => mail.to)).toEqual(["twice@example.org"]);
  });
});
