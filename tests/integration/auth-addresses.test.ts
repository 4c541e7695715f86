import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hashThreads } from "../../packages/supabase-server/auth/passwords.ts";
import { startAuthServer, signedIn, type AuthServer } from "./auth-fixture.ts";

// What a stranger can do who knows, or guesses, the email address of an account.

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await signedIn(server, "victim@example.org");
});
afterAll(() => server.close());

describe("a look-alike of an address", () => {
  const LIKE = [
    "victim@example.org\u0000",
    "victim\u0000@example.org",
    "vi\u0441tim@example.org",
    "victim@ex\u0430mple.org",
    "victim\u200b@example.org",
    "victim@example\u3002org",
    "\uff56ictim@example.org",
    "v\u0131ctim@example.org",
    "V\u0130CTIM@example.org",
    "victim\u00a0@example.org",
    "victim@example.org.",
    "victim@example..org",
    "victim.@example.org",
    "victim@example.org@evil.example",
    "victim@evil.example\t@example.org",
    '"victim"@example.org',
    "victim(comment)@example.org",
    "victim@[127.0.0.1]",
    "victim@example.org'--",
    "victim%@example.org",
    "vict_m@example.org",
  ];
  const OTHERS = ["victim+tag@example.org", "vic.tim@example.org", "victim@example.org.evil.example"];

  test.for([...LIKE, ...OTHERS])("%j neither signs in nor has the account's mails sent anywhere", async (email) => {
    const before = (await server.deliver()).length;
    const signIn = await server.post("/token?grant_type=password", { email, password: "correct horse" });
    expect(signIn.status).toBe(400);
    await server.post("/recover", { email });
    const sent = (await server.deliver()).slice(before);
    expect(sent).toEqual([]);
  });

  test("is another account if it is another mailbox, and the same account if only case or spaces differ", async () => {
    for (const email of OTHERS) {
      expect((await server.post("/signup", { email, password: "correct horse" })).status).toBe(200);
      expect((await server.latestLink(email)).type).toBe("signup");
    }
    for (const email of [" victim@example.org ", "VICTIM@Example.ORG", "\tvictim@example.org\n"]) {
      const { status } = await server.post("/token?grant_type=password", { email, password: "correct horse" });
      expect(status, email).toBe(200);
    }
    // U+212A, the Kelvin sign, becomes "k" in lower case: the mail must go to the account's address, not to the requested one.
    await signedIn(server, "kate@example.org");
    const before = (await server.deliver()).length;
    await server.post("/recover", { email: "\u212aate@example.org" });
    for (const mail of (await server.deliver()).slice(before)) expect(mail.to).toBe("kate@example.org");
    const { rows } = await server.db.owner.query(
      "select from auth.users where email ~ '[^\\x21-\\x7e]' or email <> lower(email)",
    );
    expect(rows).toEqual([]);
  });
});

describe("an attacker who signs up with somebody else's address first", () => {
  const ATTACKER = "the attacker's password";
  const OWNER = "the owner's own password";
  let count = 0;
  async function taken(): Promise<{ email: string; attackerId: string }> {
    const email = `prey${++count}@example.org`;
    const signUp = await server.browser().auth.signUp({ email, password: ATTACKER, options: { data: { full_name: "Not me" } } });
    expect(signUp.error).toBeNull();
    return { email, attackerId: signUp.data.user?.id ?? "" };
  }
  const attackerGetsIn = async (email: string): Promise<boolean> =>
    (await server.post("/token?grant_type=password", { email, password: ATTACKER })).status === 200;
  const openLink = async (email: string): Promise<Response> => {
    const { type, token_hash } = await server.latestLink(email);
    return server.post("/verify", { type, token_hash });
  };

  test("gains nothing when the owner signs up and confirms", async () => {
    const { email } = await taken();
    await server.browser().auth.signUp({ email, password: OWNER });
    const opened = (await (await openLink(email)).json()) as { user: { user_metadata: object } };
    expect(await attackerGetsIn(email)).toBe(false);
    // It is unknown whose sign-up the mail belongs to, so the owner has to choose a password again.
    expect(opened).toMatchObject({ password_needed: true });
    expect(opened.user.user_metadata).not.toHaveProperty("full_name");
  });

  test("gains nothing when the owner uses a magic link", async () => {
    const { email } = await taken();
    expect((await server.browser().auth.signInWithOtp({ email })).error).toBeNull();
    expect((await openLink(email)).status).toBe(200);
    expect(await attackerGetsIn(email)).toBe(false);
  });

  test("gains nothing when the owner resets the password", async () => {
    const { email } = await taken();
    await server.browser().auth.resetPasswordForEmail(email);
    const opened = (await (await openLink(email)).json()) as { user: { user_metadata: object } };
    expect(opened.user.user_metadata).not.toHaveProperty("full_name");
    expect(await attackerGetsIn(email)).toBe(false);
  });

  test("gains nothing when the owner is invited", async () => {
    const { email } = await taken();
    expect((await server.admin.auth.admin.inviteUserByEmail(email)).error).toBeNull();
    expect((await openLink(email)).status).toBe(200);
    expect(await attackerGetsIn(email)).toBe(false);
  });

  test("cannot exchange the PKCE challenge of their own browser", async () => {
    const { email } = await taken();
    const attacker = server.browser();
    await attacker.auth.signUp({ email, password: `${ATTACKER}!` });
    const { href } = await server.latestLink(email);
    // Mails link to our own page, which verifies in the browser that opens it; the browser that signed up gets no code.
    expect(new URL(href).pathname).toBe("/auth/confirm");
    await server.browser().auth.resetPasswordForEmail(email);
    expect((await openLink(email)).status).toBe(200);
    expect((await attacker.auth.refreshSession()).data.session).toBeNull();
    const { rows } = await server.db.owner.query(
      "select from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = $1 and token_type = 'signup'",
      [email],
    );
    expect(rows).toEqual([]);
  });
});

describe("no answer reveals whether an address has an account", () => {
  test.for([
    ["/recover", {}],
    ["/resend", { type: "signup" }],
    ["/otp", {}],
    ["/otp", { create_user: false }],
  ] as const)("%s %j answers the same for every address, after the same kind of work", async ([path, more]) => {
    await server.browser().auth.signUp({ email: "waiting@example.org", password: "correct horse" });
    const ask = async (email: string): Promise<unknown> => {
      const answer = await server.post(path, { email, ...more });
      const headers = [...answer.headers].filter(([name]) => name !== "date");
      return { status: answer.status, headers, body: await answer.text() };
    };
    const known = await ask("victim@example.org");
    expect(known).toMatchObject({ status: 200, body: "{}" });
    expect(await ask("waiting@example.org")).toEqual(known);
    expect(await ask("nobody.of.this.name@example.org")).toEqual(known);
  });

  test("recover, resend and otp answer at fixed intervals, so that the time of the answer does not reveal whether a mail was sent", async () => {
    const paced = await startAuthServer({ responseIntervalMs: 400 });
    try {
      await paced.browser().auth.signUp({ email: "waiting@example.org", password: "correct horse" });
      for (const path of ["/recover", "/resend", "/otp"]) {
        for (const email of ["waiting@example.org", "nobody@example.org"]) {
          const asked = performance.now();
          expect((await paced.post(path, { email, type: "signup", create_user: false })).status).toBe(200);
          // A timer may fire a millisecond early.
          expect(performance.now() - asked, `${path} ${email}`).toBeGreaterThan(398);
        }
      }
    } finally {
      await paced.close();
    }
  });

  test("signing in compares once with a hash of the same cost, whether or not the account exists", async () => {
    await server.admin.auth.admin.createUser({ email: "no.password@example.org", email_confirm: true });
    await server.browser().auth.signUp({ email: "waiting2@example.org", password: "correct horse" });
    const run = vi.spyOn(hashThreads, "run");
    const work = async (email: string): Promise<unknown> => {
      run.mockClear();
      const answer = await server.post("/token?grant_type=password", { email, password: "wrong horse" });
      const tasks = run.mock.calls.map(([task]) => task);
      const costs = tasks.flatMap((task) => ("hash" in task ? [task.hash.slice(0, 7)] : []));
      return { status: answer.status, body: await answer.text(), costs, hashed: tasks.length - costs.length };
    };
    const known = await work("victim@example.org");
    expect(known).toMatchObject({ status: 400, costs: ["$2b$04$"], hashed: 0 });
    for (const email of ["nobody@example.org", "no.password@example.org", "waiting2@example.org", "not an address"])
      expect(await work(email), email).toEqual(known);

    const sign = async (email: string): Promise<unknown> => {
      run.mockClear();
      const answer = await server.post("/signup", { email, password: "correct horse" });
      return {
        status: answer.status,
        keys: Object.keys((await answer.json()) as object).toSorted(),
        hashed: run.mock.calls.filter(([task]) => !("hash" in task)).length,
      };
    };
    const confirmed = await sign("victim@example.org");
    expect(confirmed).toMatchObject({ status: 200, hashed: 1 });
    expect(await sign("another.new@example.org")).toEqual(confirmed);
    vi.restoreAllMocks();
  });
});
