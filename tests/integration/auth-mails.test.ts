import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { EmailOtpType } from "@supabase/supabase-js";
import { sweepMails } from "../../packages/supabase-server/auth/sweep-mails.ts";
import { startAuthServer, signedIn, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ redirectAllowList: ["https://app.partner.example/**"] });
});
afterAll(async () => server.close());

const PASSWORD = "correct horse";
const EXPIRED_CODE = { status: 403, code: "otp_expired", message: "Token has expired or is invalid" };
const EXPIRED_LINK = { status: 403, code: "otp_expired", message: "Email link is invalid or has expired" };

const account = async (email: string): Promise<string> => {
  const { data, error } = await server.admin.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
  if (error) throw error;
  return data.user.id;
};
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const wrongTries = async (email: string, type: EmailOtpType, code: string, times: number): Promise<void> => {
  for (let i = 0; i < times; i++)
    expect((await server.browser().auth.verifyOtp({ email, token: otherThan(code), type })).error).toMatchObject(EXPIRED_CODE);
};

interface Way {
  /** Requests a mail to the address. */
  ask: (email: string) => Promise<unknown>;
  /** Verification type of its link and code. */
  type: EmailOtpType;
}
const WAYS: Record<string, Way> = {
  "sign-up": { ask: async (email) => server.browser().auth.signUp({ email, password: PASSWORD }), type: "signup" },
  "sign-up without a password": { ask: async (email) => server.browser().auth.signInWithOtp({ email }), type: "signup" },
  "magic link": {
    ask: async (email) => account(email).then(async () => server.browser().auth.signInWithOtp({ email })),
    type: "magiclink",
  },
  recovery: {
    ask: async (email) => account(email).then(async () => server.browser().auth.resetPasswordForEmail(email)),
    type: "recovery",
  },
  invitation: { ask: async (email) => server.admin.auth.admin.inviteUserByEmail(email), type: "invite" },
};
const ways = Object.entries(WAYS);
let people = 0;
const somebody = (): string => `somebody${++people}@example.org`;

test.for(ways)("%s: the typed code signs in once, and the link becomes invalid", async ([, { ask, type }]) => {
  const email = somebody();
  await ask(email);
  const link = await server.latestLink(email);
  expect(link.type).toBe(type);
  const { data, error } = await server.browser().auth.verifyOtp({ email: ` ${email.toUpperCase()} `, token: link.code, type });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, role: "authenticated", email_confirmed_at: expect.any(String) });
  const claims = JSON.parse(Buffer.from(data.session?.access_token.split(".")[1] ?? "", "base64url").toString()) as unknown;
  expect(claims).toMatchObject({ aal: "aal1", amr: [{ method: "otp" }] });
  expect((await server.browser().auth.verifyOtp({ email, token: link.code, type })).error).toMatchObject(EXPIRED_CODE);
  expect((await server.browser().auth.verifyOtp({ token_hash: link.token_hash, type })).error).toMatchObject(EXPIRED_LINK);
});

test.for(ways)("%s: the link signs in once, also with the type email", async ([, { ask, type }]) => {
  const email = somebody();
  await ask(email);
  const { token_hash, code } = await server.latestLink(email);
  expect((await server.browser().auth.verifyOtp({ token_hash, type: "email" })).data.user?.email).toBe(email);
  expect((await server.browser().auth.verifyOtp({ token_hash, type })).error).toMatchObject(EXPIRED_LINK);
  expect((await server.browser().auth.verifyOtp({ email, token: code, type: "email" })).error).toMatchObject(EXPIRED_CODE);
});

test.for(ways)("%s: two tabs that confirm at once open one session", async ([, { ask, type }]) => {
  const email = somebody();
  await ask(email);
  const { token_hash, code } = await server.latestLink(email);
  const tabs = await Promise.all(
    [
      { token_hash, type },
      { email, token: code, type },
      { token_hash, type },
      { email, token: code, type },
    ].map(async (proof) => server.browser().auth.verifyOtp(proof)),
  );
  expect(tabs.filter(({ data }) => data.session)).toHaveLength(1);
  expect(tabs.filter(({ error }) => error?.code === "otp_expired")).toHaveLength(3);
  const sessions = await server.db.owner.query(
    "select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1",
    [email],
  );
  expect(sessions.rowCount).toBe(1);
});

test.for(ways)("%s: codes and links of another type are refused, and expired ones too", async ([, { ask, type }]) => {
  const email = somebody();
  await ask(email);
  const { token_hash, code } = await server.latestLink(email);
  const others = ["signup", "magiclink", "recovery", "invite", "email_change", "reauthentication", "sms"].filter(
    (other) => other !== type,
  );
  for (const other of others) {
    expect((await server.browser().auth.verifyOtp({ token_hash, type: other })).error).toMatchObject(EXPIRED_LINK);
    expect((await server.browser().auth.verifyOtp({ email, token: code, type: other })).error).toMatchObject(EXPIRED_CODE);
  }
  await server.db.owner.query("update auth.one_time_tokens set expires_at = now() - interval '1 second' where email = $1", [
    email,
  ]);
  expect((await server.browser().auth.verifyOtp({ token_hash, type })).error).toMatchObject(EXPIRED_LINK);
  expect((await server.browser().auth.verifyOtp({ email, token: code, type })).error).toMatchObject(EXPIRED_CODE);
});

test("codes and links are stored in no readable form, neither in tables nor in jobs", async () => {
  const email = somebody();
  await server.browser().auth.signInWithOtp({ email });
  const jobs = await server.db.owner.query<{ payload: object }>("select payload from graphile_worker._private_jobs");
  expect(jobs.rows.map(({ payload }) => Object.keys(payload))).toEqual([["one_time_token_id"]]);
  const { code, token_hash } = await server.latestLink(email);
  const stored = await server.db.owner.query<{ row: string }>(
    "select t::text || u::text as row from auth.one_time_tokens t join auth.users u on u.id = t.user_id where t.email = $1",
    [email],
  );
  expect(stored.rows).toHaveLength(1);
  for (const secret of [code, token_hash, Buffer.from(token_hash).toString("hex")])
    expect(stored.rows[0]?.row).not.toContain(secret);

  const opened = await fetch(`${server.url}/auth/v1/verify?${new URLSearchParams({ token: token_hash, type: "signup" })}`, {
    redirect: "manual",
  });
  const issued = new URL(opened.headers.get("location") ?? "").searchParams.get("code") ?? "";
  expect(issued).toMatch(/^[0-9a-f-]{36}$/);
  const flows = await server.db.owner.query<{ row: string }>(
    "select f::text as row from auth.flow_state f where auth_code_hash is not null",
  );
  expect(flows.rows).not.toEqual([]);
  for (const secret of [issued, Buffer.from(issued).toString("hex")]) expect(JSON.stringify(flows.rows)).not.toContain(secret);
});

test("mails to sign up or change an address are valid for a day, those that open an account for an hour", async () => {
  const first = people;
  for (const { ask } of Object.values(WAYS)) await ask(somebody());
  const browser = await signedIn(server, somebody(), PASSWORD);
  await browser.auth.updateUser({ email: somebody() });
  await browser.auth.reauthenticate();
  const mailed = Array.from({ length: people - first }, (_, i) => `somebody${first + i + 1}@example.org`);
  const { rows } = await server.db.owner.query<{ token_type: string; seconds: number }>(
    "select distinct token_type, extract(epoch from expires_at - created_at)::int as seconds from auth.one_time_tokens where email = any($1)",
    [mailed],
  );
  expect(Object.fromEntries(rows.map((row) => [row.token_type, row.seconds]))).toEqual({
    signup: 86_400,
    invite: 86_400,
    magiclink: 3600,
    recovery: 3600,
    email_change_current: 86_400,
    email_change_new: 86_400,
    reauthentication: 3600,
  });
});

test("a code is invalid after five wrong tries, its link is not, and a new mail brings a new code", async () => {
  const email = somebody();
  await account(email);
  const browser = server.browser();
  await browser.auth.resetPasswordForEmail(email);
  const first = await server.latestLink(email);
  await wrongTries(email, "recovery", first.code, 5);
  expect((await browser.auth.verifyOtp({ email, token: first.code, type: "recovery" })).error).toMatchObject(EXPIRED_CODE);

  await browser.auth.resetPasswordForEmail(email);
  const second = await server.latestLink(email);
  await wrongTries(email, "recovery", second.code, 4);
  expect((await server.browser().auth.verifyOtp({ email, token: second.code, type: "recovery" })).error).toBeNull();

  await browser.auth.resetPasswordForEmail(email);
  const third = await server.latestLink(email);
  await wrongTries(email, "email", third.code, 5);
  expect((await browser.auth.verifyOtp({ email, token: third.code, type: "recovery" })).error).toMatchObject(EXPIRED_CODE);
  expect((await browser.auth.verifyOtp({ token_hash: third.token_hash, type: "recovery" })).error).toBeNull();
});

test("with any number of mails, codes of one type can be tried twenty times a day", async () => {
  const email = somebody();
  await account(email);
  for (let mail = 0; mail < 4; mail++) {
    await server.browser().auth.resetPasswordForEmail(email);
    await wrongTries(email, "recovery", (await server.latestLink(email)).code, 5);
  }
  await server.browser().auth.resetPasswordForEmail(email);
  const { code } = await server.latestLink(email);
  expect((await server.browser().auth.verifyOtp({ email, token: code, type: "recovery" })).error).toMatchObject(EXPIRED_CODE);
  await server.browser().auth.signInWithOtp({ email });
  const other = await server.latestLink(email);
  expect((await server.browser().auth.verifyOtp({ email, token: other.code, type: "magiclink" })).error).toBeNull();
  await server.db.owner.query("update auth.wrong_codes set tried_at = tried_at - interval '25 hours'");
  expect((await server.browser().auth.verifyOtp({ email, token: code, type: "recovery" })).error).toBeNull();
});

test("simultaneous wrong tries are counted one after the other", async () => {
  const email = somebody();
  await server.browser().auth.signInWithOtp({ email });
  const { code } = await server.latestLink(email);
  const waiting = async (count: number): Promise<void> =>
    vi.waitFor(async () => {
      const locks = await server.db.owner.query(
        `select from pg_locks where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      );
      expect(locks.rowCount).toBe(count);
    }, 10_000);
  const holder = await server.db.owner.connect();
  await holder.query("begin");
  await holder.query("select pg_advisory_xact_lock(hashtextextended('mailed-code:' || $1, 0))", [email]);
  const wrong = Array.from({ length: 5 }, async () => server.post("/verify", { type: "signup", email, token: otherThan(code) }));
  await waiting(5);
  const right = server.post("/verify", { type: "signup", email, token: code });
  await waiting(6);
  await holder.query("commit");
  holder.release();
  expect((await Promise.all([...wrong, right])).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 403));
});

test("a wrong code gets the same answer whether or not the address has an account or a mail was sent", async () => {
  const known = somebody();
  await account(known);
  const waiting = somebody();
  await server.browser().auth.signInWithOtp({ email: waiting });
  const { code } = await server.latestLink(waiting);
  const answers = await Promise.all(
    [known, waiting, "nobody@example.org"].map(async (email) => {
      const answer = await server.post("/verify", { type: "email", email, token: otherThan(code) });
      return [answer.status, await answer.json()];
    }),
  );
  expect(answers).toEqual(
    Array.from({ length: 3 }, () => [403, { code: "otp_expired", message: "Token has expired or is invalid" }]),
  );
});

test.for<[string, Record<string, unknown>, string]>([
  ["no type", { token_hash: "x" }, "type is missing"],
  ["an unknown type", { type: "hello", token_hash: "x" }, "type is not valid"],
  ["no proof", { type: "signup", email: "a@example.org" }, "Verify requires a token or a token hash"],
  ["nobody", { type: "signup", token: "123456" }, "Only an email address or phone number should be provided on verify"],
  [
    "both ways to reach somebody",
    { type: "signup", token: "123456", email: "a@example.org", phone: "1" },
    "Only an email address or phone number should be provided on verify",
  ],
  [
    "a hash and an address",
    { type: "signup", token_hash: "x", email: "a@example.org" },
    "Only the token_hash and type should be provided",
  ],
  ["no address", { type: "signup", token: "123456", email: "nobody" }, "Unable to validate email address"],
])("verify refuses %s", async ([, body, message]) => {
  const answer = await server.post("/verify", body);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: "validation_failed", message: expect.stringContaining(message) },
  ]);
});

test.for(ways.filter(([name]) => name !== "invitation"))(
  "%s: a link opened as a page brings a code for the browser that asked",
  async ([, { type }]) => {
    const email = somebody();
    const browser = server.browser();
    const to = "https://app.partner.example/in";
    if (type !== "signup") await account(email);
    if (type === "recovery") await browser.auth.resetPasswordForEmail(email, { redirectTo: to });
    else await browser.auth.signInWithOtp({ email, options: { emailRedirectTo: to } });
    const { href, code } = await server.latestLink(email);
    const opened = await fetch(server.url + new URL(href).pathname + new URL(href).search, { redirect: "manual" });
    const target = new URL(opened.headers.get("location") ?? "");
    expect(target.origin + target.pathname).toBe(to);
    const { data } = await browser.auth.exchangeCodeForSession(target.searchParams.get("code") ?? "");
    expect(data.user?.email).toBe(email);
    expect((await server.browser().auth.verifyOtp({ email, token: code, type })).error).toMatchObject(EXPIRED_CODE);
  },
);

test("stored counts of mails and tries can't be matched with guessed addresses", async () => {
  const email = somebody();
  await server.browser().auth.resetPasswordForEmail(email);
  await server.browser().auth.verifyOtp({ email, token: "000000", type: "recovery" });
  const { rows } = await server.db.owner.query<{ known: boolean }>(
    `select address_hash = sha256(convert_to($1, 'UTF8')) as known from auth.mail_requests
     union all select address_hash = sha256(convert_to($1, 'UTF8')) from auth.wrong_codes`,
    [email],
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.filter(({ known }) => known)).toEqual([]);
});

test("expired tokens, counts and flows are deleted, the others stay", async () => {
  const [over, alive] = [somebody(), somebody()];
  for (const email of [over, alive]) await server.browser().auth.signInWithOtp({ email });
  const { code } = await server.latestLink(alive);
  await wrongTries(alive, "signup", code, 1);
  await wrongTries(over, "signup", code, 1);
  const count = async (what: string): Promise<number> => (await server.db.owner.query(`select from auth.${what}`)).rowCount ?? 0;
  await sweepMails(server.db);
  const before = await Promise.all(["one_time_tokens", "wrong_codes", "mail_requests", "flow_state"].map(count));
  await server.db.owner.query("update auth.one_time_tokens set expires_at = now() - interval '1 second' where email = $1", [
    over,
  ]);
  await server.db.owner.query(
    "update auth.flow_state set created_at = created_at - interval '61 minutes' where user_id = (select id from auth.users where email = $1)",
    [over],
  );
  await server.db.owner.query(
    "update auth.wrong_codes set tried_at = tried_at - interval '1 day' where id = (select max(id) from auth.wrong_codes)",
  );
  // The second newest.
  await server.db.owner.query(
    `update auth.mail_requests set requested_at = requested_at - interval '1 day'
     where requested_at = (select requested_at from auth.mail_requests order by requested_at desc offset 1 limit 1)`,
  );
  await sweepMails(server.db);
  const after = await Promise.all(["one_time_tokens", "wrong_codes", "mail_requests", "flow_state"].map(count));
  expect(before.map((n, i) => n - (after[i] ?? 0))).toEqual([1, 1, 1, 1]);
  expect((await server.browser().auth.verifyOtp({ email: alive, token: code, type: "signup" })).error).toBeNull();
});

test("mails to one address need a minute between them, magic links too", async () => {
  const strict = await startAuthServer({ mailInterval: 60 });
  try {
    const browser = strict.browser();
    expect((await browser.auth.signInWithOtp({ email: "often@example.org" })).error).toBeNull();
    expect((await browser.auth.signInWithOtp({ email: "often@example.org" })).error).toMatchObject({
      status: 429,
      code: "over_email_send_rate_limit",
    });
    const person = await signedIn(strict, "person@example.org");
    expect((await person.auth.reauthenticate()).error).toBeNull();
    expect((await person.auth.reauthenticate()).error?.code).toBe("over_email_send_rate_limit");
    expect((await person.auth.updateUser({ email: "one@example.org" })).error).toBeNull();
    expect((await person.auth.updateUser({ email: "two@example.org" })).error?.code).toBe("over_email_send_rate_limit");
    expect((await person.auth.getUser()).data.user?.new_email).toBe("one@example.org");
  } finally {
    await strict.close();
  }
});
