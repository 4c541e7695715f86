import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startAuthServer, signedIn, SITE, type AuthServer } from "./auth-fixture.ts";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await signedIn(server, "victim@example.org");
});
afterAll(() => server.close());

/** Redirect targets that an attacker could put into a link. None may lead away from the site. */
const EVIL_TARGETS = [
  "https://evil.example",
  "http://evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example/%2f..",
  "\\\\evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "http:evil.example",
  "http:/evil.example",
  "http:\\\\evil.example",
  "https:///evil.example",
  "http://localhost:3000@evil.example",
  "http://localhost:3000%40evil.example",
  "http://localhost:3000.evil.example",
  "http://localhost.evil.example",
  "http://evil.example#@localhost:3000",
  "http://evil.example?@localhost:3000/",
  "http://evil.example\\@localhost:3000",
  "http://evil.example%2f@localhost:3000",
  "http://user:pass@localhost:3000",
  "http://evil.example%00.localhost:3000",
  "http://localhost%00.evil.example",
  "https://localhost:3000",
  "ftp://localhost:3000",
  "ws://localhost:3000",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)//http://localhost:3000",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:http://localhost:3000/x",
  "about:blank",
  "view-source:http://localhost:3000",
  "mailto:x@evil.example",
  "intent://evil.example#Intent;scheme=http;end",
  "http://127.0.0.1:3000",
  "http://2130706433:3000",
  "http://[::ffff:127.0.0.1]:3000",
  "http://10.0.0.1",
  "http://l\u043ecalhost:3000",
  "http://localhost:99999",
  "http://localhost:3000/\r\nSet-Cookie: a=b",
  "http://localhost:3000/%0d%0aSet-Cookie:%20a=b",
  "http://localhost:3000/?x=\u2028\u0000",
  " http://evil.example",
  "\u0000http://evil.example",
  "evil.example",
  "http://",
  "x".repeat(3000),
];

describe("no redirect leads away from the site", () => {
  test.for(EVIL_TARGETS.map((target) => [target.slice(0, 60), target] as const))("with the target %j", async ([, target]) => {
    const query = new URLSearchParams({ token: "pkce_x", type: "recovery", redirect_to: target });
    const headers = /^[\x21-\x7e]*$/.test(target)
      ? { redirect_to: target, referer: target }
      : { redirect_to: "http://evil.example" };
    for (const url of [`/auth/v1/verify?${query}`, "/auth/v1/verify?token=x&type=signup"]) {
      const answer = await fetch(server.url + url, { redirect: "manual", headers });
      expect(answer.status).toBe(303);
      const location = answer.headers.get("location") ?? "";
      expect(location).toMatch(/^http:\/\/localhost:3000\/[\x21-\x7e]*$/);
      expect(new URL(location)).toMatchObject({ origin: SITE, username: "", password: "" });
      expect(answer.headers.has("set-cookie")).toBe(false);
    }
    const asked = await server.post(
      `/recover?${new URLSearchParams({ redirect_to: target })}`,
      { email: "victim@example.org" },
      headers,
    );
    expect(asked.status).toBe(200);
    const link = await server.latestLink("victim@example.org");
    expect(new URL(link.href).origin).toBe(SITE);
    // Nor if the target in the mailed link is replaced.
    const given = new URLSearchParams({ token: link.token_hash, type: "recovery", redirect_to: target });
    const opened = await fetch(`${server.url}/auth/v1/verify?${given}`, { redirect: "manual" });
    expect(opened.headers.get("location")).toMatch(/^http:\/\/localhost:3000\/[\x21-\x7e]*#access_token=/);
  });
});

describe("a mail", () => {
  test("goes only to the stored address, and contains no text that a stranger typed", async () => {
    const before = (await server.deliver()).length;
    const injected = "\r\nBcc: eve@example.org\r\nSubject: You won\r\n\r\nhttps://evil.example";
    for (const email of [
      `a@example.org${injected}`,
      `a@example.org\nBcc:eve@example.org`,
      "a@example.org,eve@example.org",
      "a@example.org;eve@example.org",
      "a@example.org eve@example.org",
      '"a@example.org\r\nBcc: eve@example.org"@example.org',
      "<a@example.org>",
      "A <a@example.org>",
      "a@example.org%0aBcc:eve@example.org",
      "a@example.org>",
      "=?utf-8?q?=0d=0aBcc:eve=40example.org?=@example.org",
    ])
      for (const path of ["/signup", "/recover", "/otp"])
        expect((await server.post(path, { email, password: "correct horse" })).status, `${path} ${email}`).toBe(400);
    expect(await server.deliver()).toHaveLength(before);

    const data = { full_name: `Ruth${injected}`, email: "eve@example.org", "<b>": "<a href=https://evil.example>" };
    expect((await server.post("/signup", { email: "new@example.org", password: "correct horse", data })).status).toBe(200);
    const mails = (await server.deliver()).slice(before);
    expect(mails.map((mail) => mail.to)).toEqual(["new@example.org"]);
    expect(JSON.stringify(mails)).not.toMatch(/evil|eve@|You won|Bcc/);
    expect(mails[0]?.subject).toMatch(/^[\x20-\x7e]+$/);
  });
});
