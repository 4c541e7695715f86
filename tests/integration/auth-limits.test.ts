import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasSignedInFrom } from "../../packages/supabase-server/auth/audit.ts";
import { sweepLimits, consumeLimits, withDefaultLimits, type LimitChanges } from "../../packages/supabase-server/auth/limits.ts";
import { RULES } from "../../packages/supabase-server/auth/rate-limit.ts";
import { authRoutes } from "../../packages/supabase-server/auth/routes.ts";
import { startAuthServer, SITE, type AuthServer } from "./auth-fixture.ts";

/** The defaults with windows a thousand times as long: nothing is given back during a test, however slow this machine is. */
const SLOW: LimitChanges = Object.fromEntries(
  Object.entries(withDefaultLimits()).flatMap(([name, limit]) =>
    limit ? [[name, { ...limit, window: limit.window * 1000 }]] : [],
  ),
);
let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ limits: SLOW });
});
afterAll(() => server.close());

/** No forwarding header: the client is on this machine. */
const HERE = "";
const from = (ip: string, token?: string): Record<string, string> => ({
  ...(ip === HERE ? {} : { "x-forwarded-for": ip }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});

let people = 0;
/** A confirmed account with the password "correct horse". */
async function person(): Promise<string> {
  const email = `person${++people}@example.org`;
  const { error } = await server.admin.auth.admin.createUser({ email, password: "correct horse", email_confirm: true });
  if (error) throw error;
  return email;
}
const signIn = (email: string, password: string, ip: string): Promise<Response> =>
  server.post("/token?grant_type=password", { email, password }, from(ip));
const guess = async (email: string, ip: string): Promise<number> => (await signIn(email, "wrong horse", ip)).status;

async function times<T>(count: number, ask: (i: number) => Promise<T>): Promise<T[]> {
  const answers = [];
  for (let i = 0; i < count; i++) answers.push(await ask(i));
  return answers;
}
const counts = (values: number[]): Record<number, number> =>
  Object.fromEntries([...new Set(values)].map((value) => [value, values.filter((each) => each === value).length]));

describe("an IP address", () => {
  test("may request 30 mails of any kind in five minutes, then gets the dialect's rate limit error", async () => {
    const ask = (i: number): Promise<Response> => {
      const email = `mail${i}@example.org`;
      return i % 2
        ? server.post("/recover", { email }, from("203.0.113.1"))
        : server.post("/signup", { email, password: "correct horse" }, from("203.0.113.1"));
    };
    expect(counts((await times(30, ask)).map((answer) => answer.status))).toEqual({ 200: 30 });
    const refused = await ask(31);
    expect([refused.status, refused.headers.get("x-sb-error-code")]).toEqual([429, "over_request_rate_limit"]);
    expect(await refused.json()).toEqual({ code: "over_request_rate_limit", message: "Request rate limit reached" });
    // A thirtieth of the window, which is a thousand times as long here.
    expect(refused.headers.get("retry-after")).toBe("10000");
    expect((await server.post("/recover", { email: "other@example.org" }, from("203.0.113.2"))).status).toBe(200);
  });

  test("counts as a whole /64 network for IPv6, and as one for every notation of an IPv4 address", async () => {
    const ask = (ip: string): Promise<number> =>
      server.post("/verify", { type: "email", token_hash: "x" }, from(ip)).then((a) => a.status);
    expect(counts(await times(31, (i) => ask(`2001:db8:0:1::${i + 1}`)))).toEqual({ 403: 30, 429: 1 });
    expect(await ask("2001:db8:0:2::1")).toBe(403);
    const spellings = ["203.0.113.3", "::ffff:203.0.113.3", "::FFFF:cb00:7103", "0:0:0:0:0:ffff:203.0.113.3", "203.0.113.3:4711"];
    expect(counts(await times(31, (i) => ask(spellings[i % 5] ?? "")))).toEqual({ 403: 30, 429: 1 });
    const sixes = ["2001:db8:0:3::1", "2001:0DB8:0000:0003::2", "[2001:db8:0:3::3]:4711"];
    expect(counts(await times(31, (i) => ask(sixes[i % 3] ?? "")))).toEqual({ 403: 30, 429: 1 });
    // Everything that is not an IP address shares one count.
    expect(counts(await times(31, (i) => ask(`nonsense-${i}`)))).toEqual({ 403: 30, 429: 1 });
  });

  test("of this machine is not limited, unless it only comes from a header", async () => {
    const ask = (headers: Record<string, string>): Promise<number> =>
      server.post("/verify", { type: "email", token_hash: "x" }, headers).then((a) => a.status);
    expect(counts(await times(40, () => ask({})))).toEqual({ 403: 40 });
    expect(counts(await times(31, (i) => ask(from(i % 2 ? "127.0.0.1" : "::ffff:127.0.0.1"))))).toEqual({ 403: 30, 429: 1 });
    expect(counts(await times(31, () => ask(from("::1"))))).toEqual({ 403: 30, 429: 1 });
  });

  test("may sign in 30 times at once, and refresh far more often, because a refused refresh would end a session", async () => {
    const tries = await times(31, (i) => guess(`nobody${i}@example.org`, "203.0.113.4"));
    expect(counts(tries)).toEqual({ 400: 30, 429: 1 });
    const refresh = (): Promise<number> =>
      server.post("/token?grant_type=refresh_token", { refresh_token: "x" }, from("203.0.113.4")).then((a) => a.status);
    expect(counts(await times(100, refresh))).toEqual({ 400: 100 });
  });
});

describe("an account", () => {
  test.for(["known", "unknown"])(
    "of a %s email address checks ten wrong passwords from one IP address, then not even the right one",
    async (kind) => {
      const email = kind === "known" ? await person() : "stranger@example.org";
      const ip = kind === "known" ? "198.51.100.1" : "198.51.100.2";
      expect(counts(await times(12, () => guess(email, ip)))).toEqual({ 400: 10, 429: 2 });
      expect((await signIn(email, "correct horse", ip)).status).toBe(429);
      // The owner at another IP address is not affected.
      expect((await signIn(email, "correct horse", "198.51.100.9")).status).toBe(kind === "known" ? 200 : 400);
    },
  );

  test("does not count right passwords", async () => {
    const email = await person();
    expect(counts((await times(15, () => signIn(email, "correct horse", "198.51.100.3"))).map((a) => a.status))).toEqual({
      200: 15,
    });
  });

  test("checks ten of forty wrong passwords that come at once", async () => {
    const email = await person();
    const tries = await Promise.all(Array.from({ length: 40 }, () => guess(email, HERE)));
    expect(counts(tries)).toEqual({ 400: 10, 429: 30 });
  });

  test("under attack from many IP addresses lets its owner in from known ones, and from any after a mailed link", async () => {
    const email = await person();
    expect((await signIn(email, "correct horse", "198.51.100.20")).status).toBe(200);
    const attack = await times(40, (i) => guess(email.toUpperCase(), `192.0.2.${i + 1}`));
    expect(counts(attack)).toEqual({ 400: 30, 429: 10 });
    expect((await signIn(email, "correct horse", "198.51.100.21")).status).toBe(429);
    expect((await signIn(email, "correct horse", "198.51.100.20")).status).toBe(200);
    expect(await guess(email, "198.51.100.20")).toBe(400);

    await server.post("/recover", { email }, from("198.51.100.21"));
    const link = await server.latestLink(email);
    const opened = await server.post("/verify", { type: "recovery", token_hash: link.token_hash }, from("198.51.100.21"));
    expect(opened.status).toBe(200);
    expect((await signIn(email, "correct horse", "198.51.100.21")).status).toBe(200);
    const { rows } = await server.db.owner.query<{ id: string }>("select id from auth.users where email = $1", [email]);
    const known = async (ip: string): Promise<boolean> => hasSignedInFrom(server.db.owner, rows[0]?.id ?? "", ip);
    expect([await known("198.51.100.21"), await known("198.51.100.22"), await known("nonsense")]).toEqual([true, false, false]);
  });

  test.for(["known", "unknown"])(
    "of a %s email address is sent at most 15 mails at once, and the refusal does not tell whether it exists",
    async (kind) => {
      const email = kind === "known" ? await person() : "nobody.at.all@example.org";
      const spelled = (i: number): string => (i % 2 ? email.toUpperCase() : ` ${email}\t`);
      const ask = (i: number): Promise<Response> =>
        server.post("/recover", { email: spelled(i) }, from(`100.64.${kind === "known" ? 0 : 1}.${i}`));
      expect(counts((await times(15, ask)).map((answer) => answer.status))).toEqual({ 200: 15 });
      expect(await (await ask(16)).json()).toEqual({ code: "over_email_send_rate_limit", message: "email rate limit exceeded" });
    },
  );

  test("checks 20 typed codes from any IP address, and its mailed links still work then", async () => {
    const email = await person();
    const type = (i: number): Promise<number> =>
      server.post("/verify", { type: "email", email, token: "000000" }, from(`100.64.2.${i}`)).then((answer) => answer.status);
    expect(counts(await times(22, type))).toEqual({ 403: 20, 429: 2 });
    await server.post("/recover", { email });
    const link = await server.latestLink(email);
    expect((await server.post("/verify", { type: "recovery", token_hash: link.token_hash })).status).toBe(200);
  });

  test("is identified by a verified token only: requests with a forged one do not count against the account", async () => {
    const session = (await (await signIn(await person(), "correct horse", HERE)).json()) as { access_token: string };
    const [head, body] = session.access_token.split(".");
    const put = (token: string): Promise<number> =>
      fetch(`${server.url}/auth/v1/user`, { method: "PUT", headers: { authorization: `Bearer ${token}` }, body: "{}" }).then(
        (a) => a.status,
      );
    expect(counts(await times(40, () => put(`${head}.${body}.${"A".repeat(43)}`)))).toEqual({ 403: 40 });
    expect(counts(await times(31, () => put(session.access_token)))).toEqual({ 200: 30, 429: 1 });
  });
});

describe("the hourly mail limit of the whole project", () => {
  /** IP address number `i`: another one for each request, so that the limits for one address do not apply. */
  const ipAddress = (i: number): string => `10.${Math.floor(i / 65_536)}.${Math.floor(i / 256) % 256}.${i % 256}`;
  const withProjectLimit = async (max: number, check: (small: AuthServer) => Promise<void>): Promise<void> => {
    const small = await startAuthServer({ limits: { projectMail: { max, window: 3600 } } });
    try {
      await check(small);
    } finally {
      await small.close();
    }
  };
  const signUp = (small: AuthServer, i: number): Promise<number> =>
    small.post("/signup", { email: `new${i}@example.org`, password: "correct horse" }, from(ipAddress(i))).then((a) => a.status);
  const recover = (small: AuthServer, email: string, i: number): Promise<number> =>
    small.post("/recover", { email }, from(ipAddress(i))).then((answer) => answer.status);
  const make = async (small: AuthServer, email: string): Promise<void> =>
    void (await small.admin.auth.admin.createUser({ email, password: "correct horse", email_confirm: true }));

  test("is not used up by a thousand requests for unknown addresses", () =>
    withProjectLimit(10, async (small) => {
      for (let done = 0; done < 1000; done += 50) {
        const batch = Array.from({ length: 50 }, (_, i) => done + i);
        const asked = batch.map((i) =>
          i % 3
            ? recover(small, `nobody${i}@example.org`, i)
            : small
                .post("/otp", { email: `nobody${i}@example.org`, create_user: false }, from(ipAddress(i)))
                .then((a) => a.status),
        );
        expect(counts(await Promise.all(asked))).toEqual({ 200: 50 });
      }
      expect(await signUp(small, 1)).toBe(200);
      await make(small, "member@example.org");
      expect(await recover(small, "member@example.org", 1)).toBe(200);
      expect((await small.deliver()).map(({ to }) => to)).toEqual(["new1@example.org", "member@example.org"]);
    }));

  test("keeps a part for recoveries when many sign up, and sign-up then answers that no mail can be sent", () =>
    withProjectLimit(10, async (small) => {
      expect(counts(await times(20, (i) => signUp(small, i)))).toEqual({ 200: 6, 429: 14 });
      const refused = await small.post("/signup", { email: "late@example.org", password: "correct horse" }, from(ipAddress(99)));
      expect(await refused.json()).toEqual({ code: "over_email_send_rate_limit", message: "email rate limit exceeded" });
      await make(small, "member@example.org");
      await recover(small, "member@example.org", 1);
      expect((await small.latestLink("member@example.org")).type).toBe("recovery");
    }));

  test("keeps a part for sign-ups when many recoveries are requested", () =>
    withProjectLimit(10, async (small) => {
      for (let i = 0; i < 8; i++) {
        await make(small, `member${i}@example.org`);
        expect(await recover(small, `member${i}@example.org`, i)).toBe(200);
      }
      expect(await small.deliver()).toHaveLength(6);
      expect(await signUp(small, 1)).toBe(200);
      expect((await small.latestLink("new1@example.org")).type).toBe("signup");
    }));

  test("reveals nothing about an address when it is used up: answers are the same with and without an account", () =>
    withProjectLimit(1, async (small) => {
      await make(small, "first@example.org");
      await make(small, "member@example.org");
      await recover(small, "first@example.org", 0);
      for (const path of ["/recover", "/otp", "/resend"]) {
        const ask = async (email: string): Promise<unknown> => {
          const body = { email, create_user: false, type: "signup" };
          const answers = await times(16, (i) => small.post(path, body, from(ipAddress(i))));
          return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
        };
        expect(await ask("member@example.org")).toEqual(await ask("nobody@example.org"));
      }
      expect((await small.deliver()).map(({ to }) => to)).toEqual(["first@example.org"]);
    }));

  test("can be used up to a tenth by one network", async () => {
    const one = await startAuthServer({ limits: { addressMail: null } });
    try {
      const ask = (i: number): Promise<number> => recover(one, `anybody${i}@example.org`, 7);
      expect(counts(await times(52, ask))).toEqual({ 200: 50, 429: 2 });
      expect(await recover(one, "anybody@example.org", 8)).toBe(200);
      expect(withDefaultLimits().addressMailHour).toMatchObject({ max: 100, window: 3600 });
    } finally {
      await one.close();
    }
  });
});

test("requests over the limit of an IP address do not count against the project's limit", async () => {
  const small = await startAuthServer({
    limits: { addressMail: { max: 2, window: 3600 }, projectMail: { max: 4, window: 3600 } },
  });
  try {
    const ask =
      (ip: string) =>
      (i: number): Promise<number> =>
        small.post("/recover", { email: `p${ip}${i}@example.org` }, from(ip)).then((answer) => answer.status);
    expect(counts(await times(12, ask("203.0.113.7")))).toEqual({ 200: 2, 429: 10 });
    expect(counts(await times(2, ask("203.0.113.8")))).toEqual({ 200: 2 });
  } finally {
    await small.close();
  }
});

test("several processes share the counts, also for simultaneous requests", async () => {
  const other = Fastify({ trustProxy: true });
  await other.register(
    authRoutes({ db: server.db, keys: server.keys, publicUrl: SITE, productName: "Lampstand", passwordCost: 4, limits: SLOW }),
    {
      prefix: "/auth/v1",
    },
  );
  await other.listen({ host: "127.0.0.1", port: 0 });
  const elsewhere = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`;
  const asked = Array.from({ length: 60 }, (_, i) =>
    fetch(`${i % 2 ? server.url : elsewhere}/auth/v1/verify`, {
      method: "POST",
      headers: from("203.0.113.60"),
      body: JSON.stringify({ type: "email", token_hash: "x" }),
    }),
  );
  expect(counts((await Promise.all(asked)).map((answer) => answer.status))).toEqual({ 403: 30, 429: 30 });
  await other.close();
});

test("the defaults are those of upstream, where it has them", () => {
  expect(withDefaultLimits()).toMatchObject({
    addressMail: { max: 30, window: 300 },
    addressUser: { max: 30, window: 300 },
    addressVerify: { max: 30, window: 300 },
    addressToken: { max: 150, window: 300, burst: 30 },
    addressFactor: { max: 15, window: 60 },
  });
});

test("a used limit is given back evenly, and its row is deleted once all of it is", async () => {
  const limits: LimitChanges = { addressVerify: { max: 20, window: 1, burst: 2 } };
  const auth = { db: server.db, keys: server.keys, limits: withDefaultLimits(limits) };
  const takeOne = async (): Promise<number> =>
    (await consumeLimits(auth, [{ limit: "addressVerify", who: "a slow one" }])).length;
  expect([await takeOne(), await takeOne()]).toEqual([0, 0]);
  // 50 milliseconds for one.
  await expect.poll(takeOne, { interval: 10 }).toBe(0);
  await expect
    .poll(async () => {
      await sweepLimits(server.db);
      return (await server.db.owner.query("select from auth.rate_limits where free_at < now()")).rowCount;
    })
    .toBe(0);
  const { rows } = await server.db.owner.query<{ key: Buffer; free_at: Date }>("select * from auth.rate_limits");
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every((row) => row.key.length === 16)).toBe(true);
});

test("every endpoint that mails, hashes or compares secrets has a limit", async () => {
  const found: string[] = [];
  const app = Fastify();
  app.addHook("onRoute", ({ method, url }) => {
    found.push(...[method].flat().map((each) => `${each} ${url}`));
  });
  await app.register(
    authRoutes({ db: server.db, keys: server.keys, publicUrl: SITE, productName: "Lampstand", passwordCost: 4 }),
  );
  await app.ready();
  const ruled = Object.keys(RULES);
  const free = found.filter((route) => !ruled.includes(route) && !/^(?:HEAD|\w+ \/(?:admin|sso)\/)/.test(route));
  expect(free.toSorted()).toEqual([
    "DELETE /factors/:id",
    "DELETE /user/identities/:id",
    "GET /.well-known/jwks.json",
    "GET /.well-known/openid-configuration",
    "GET /health",
    "GET /settings",
    "GET /user",
    "POST /invite",
    "POST /logout",
  ]);
});

describe("password hashes", () => {
  test.for([
    ["/token?grant_type=password", 400],
    ["/signup", 200],
  ] as const)("are queued for each IP address: %s", async ([path, answered]) => {
    // A high cost, so that simultaneous requests have to wait for each other.
    const slow = await startAuthServer({ passwordCost: 10 });
    const ask = async (ip: string, count: number): Promise<number[]> =>
      Promise.all(
        Array.from({ length: count }, async (_, i) => {
          const email = `${ip}-${i}@example.org`;
          return (await slow.post(path, { email, password: "correct horse" }, from(ip))).status;
        }),
      );
    const [flood, neighbour] = await Promise.all([ask("203.0.113.40", 30), ask("203.0.113.41", 2)]);
    expect(Object.keys(counts(flood)).toSorted()).toEqual([String(answered), "429"]);
    expect(counts(neighbour)).toEqual({ [answered]: 2 });
    await slow.close();
  });
});
