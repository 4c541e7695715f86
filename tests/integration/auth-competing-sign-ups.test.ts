import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAuthServer, SITE, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer({ redirectAllowList: ["https://*.partner.example/**"] });
});
afterAll(async () => server.close());

describe("with two unconfirmed sign-ups for one address", () => {
  const OURS = "victim password";
  const THEIRS = "attacker password";
  let count = 0;
  /** A stranger's sign-up, then the owner's, and the links of both mails. */
  async function twoSignUps(options: { ours?: object; theirs?: object; redirectTo?: string } = {}) {
    const email = `victim${++count}@example.org`;
    const { ours = { full_name: "Vera" }, theirs = { full_name: "Mallory" }, redirectTo } = options;
    const emailRedirectTo = redirectTo ?? `${SITE}/dashboard`;
    const attacker = server.browser();
    await attacker.auth.signUp({ email, password: THEIRS, options: { data: theirs, emailRedirectTo } });
    const theirLink = await server.latestLink(email);
    const owner = server.browser();
    await owner.auth.signUp({ email, password: OURS, options: { data: ours, emailRedirectTo } });
    return { email, attacker, owner, theirLink, ourLink: await server.latestLink(email) };
  }
  const getsIn = async (email: string, password: string): Promise<boolean> =>
    (await server.browser().auth.signInWithPassword({ email, password })).error === null;

  test.for(["theirLink", "ourLink"] as const)(
    "either mail (%s) confirms only the address: both passwords and data are dropped, and a new password is asked for",
    async (which) => {
      const { email, ...links } = await twoSignUps();
      const browser = server.browser();
      const { data, error } = await browser.auth.verifyOtp({ token_hash: links[which].token_hash, type: "signup" });
      expect(error).toBeNull();
      expect(data.session).toMatchObject({ password_needed: true });
      expect(data.user?.user_metadata).toEqual({ sub: data.user?.id, email, email_verified: true, phone_verified: false });
      expect([await getsIn(email, THEIRS), await getsIn(email, OURS)]).toEqual([false, false]);
      const waiting = await server.db.owner.query("select from auth.sign_up_attempts where user_id = $1", [data.user?.id]);
      expect(waiting.rowCount).toBe(0);
      const other = which === "theirLink" ? links.ourLink : links.theirLink;
      const late = await server.browser().auth.verifyOtp({ token_hash: other.token_hash, type: "signup" });
      expect(late.error?.code).toBe("otp_expired");

      expect((await browser.auth.updateUser({ password: "a new password" })).error).toBeNull();
      expect([await getsIn(email, "a new password"), await getsIn(email, THEIRS)]).toEqual([true, false]);
    },
  );

  test("the typed code of either mail does no more than its link", async () => {
    const { email, theirLink } = await twoSignUps();
    const { data } = await server.browser().auth.verifyOtp({ email, token: theirLink.code, type: "email" });
    expect(data.session).toMatchObject({ password_needed: true });
    expect([await getsIn(email, THEIRS), await getsIn(email, OURS)]).toEqual([false, false]);
  });

  test("a link that is opened as a page ends like one to reset the password", async () => {
    const email = "page@example.org";
    for (const password of [THEIRS, OURS])
      await server.post(`/signup?redirect_to=${encodeURIComponent(`${SITE}/dashboard`)}`, { email, password });
    const { token_hash } = await server.latestLink(email);
    const opened = await fetch(`${server.url}/auth/v1/verify?token=${token_hash}&type=signup`, { redirect: "manual" });
    const fragment = new URLSearchParams(new URL(opened.headers.get("location") ?? "").hash.slice(1));
    expect(Object.fromEntries(fragment)).toMatchObject({ type: "recovery", token_type: "bearer" });
    expect([await getsIn(email, THEIRS), await getsIn(email, OURS)]).toEqual([false, false]);
  });

  test("a link of the PKCE flow ends like one to reset the password", async () => {
    const { email, owner, ourLink } = await twoSignUps({ redirectTo: "https://app.partner.example/welcome" });
    const { pathname, search } = new URL(ourLink.href);
    const opened = await fetch(server.url + pathname + search, { redirect: "manual" });
    const code = new URL(opened.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const { data, error } = await owner.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    const claims = JSON.parse(Buffer.from(data.session?.access_token.split(".")[1] ?? "", "base64url").toString()) as object;
    expect(claims).toMatchObject({ amr: [{ method: "recovery" }] });
    expect([await getsIn(email, THEIRS), await getsIn(email, OURS)]).toEqual([false, false]);
  });

  test("user data that both sign-ups sent alike is kept", async () => {
    const { theirLink } = await twoSignUps({ ours: { full_name: "Vera" }, theirs: { full_name: "Vera" } });
    const { data } = await server.browser().auth.verifyOtp({ token_hash: theirLink.token_hash, type: "signup" });
    expect(data.user?.user_metadata.full_name).toBe("Vera");
  });

  test("a stranger who waits until the owner's link has expired gains nothing", async () => {
    const email = "patient@example.org";
    await server.browser().auth.signUp({ email, password: OURS });
    await server.db.owner.query(
      `update auth.sign_up_attempts a set created_at = now() - interval '25 hours' from auth.users u where u.id = a.user_id and u.email = $1`,
      [email],
    );
    await server.browser().auth.signUp({ email, password: THEIRS });
    const { token_hash } = await server.latestLink(email);
    expect((await server.browser().auth.verifyOtp({ token_hash, type: "signup" })).error).toBeNull();
    expect(await getsIn(email, THEIRS)).toBe(false);
  });

  test("a magic link, a reset or a resent mail activates nothing of the stranger's sign-up", async () => {
    for (const requestMail of [
      (email: string) => server.browser().auth.signInWithOtp({ email }),
      (email: string) => server.browser().auth.resetPasswordForEmail(email),
      (email: string) => server.browser().auth.resend({ type: "signup", email }),
    ]) {
      const { email } = await twoSignUps();
      await requestMail(email);
      const link = await server.latestLink(email);
      const { data, error } = await server.browser().auth.verifyOtp({ token_hash: link.token_hash, type: link.type });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).not.toHaveProperty("full_name");
      expect([await getsIn(email, THEIRS), await getsIn(email, OURS)]).toEqual([false, false]);
    }
  });

  test("an account that an administrator created with a password keeps it", async () => {
    const email = "made.before@example.org";
    await server.admin.auth.admin.createUser({ email, password: "administrator's password" });
    await server.browser().auth.signUp({ email, password: THEIRS });
    const { token_hash } = await server.latestLink(email);
    expect((await server.browser().auth.verifyOtp({ token_hash, type: "signup" })).error).toBeNull();
    expect([await getsIn(email, THEIRS), await getsIn(email, "administrator's password")]).toEqual([false, true]);
  });
});
