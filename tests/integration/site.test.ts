import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PRERENDERED_SCREENS } from "../../shared/site.ts";
import { startApp } from "../support/app.ts";
import { raw as rawRequest } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// What the server shows to everybody, and what only to this machine.

let app: TestApp;

const raw = (path: string, headers?: Record<string, string>) => rawRequest(app, path, headers);

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test("development surfaces answer only this machine: no other host name (DNS rebinding), and not through a proxy", async () => {
  for (const path of ["/inbox", "/inbox/messages.json", "/sandbox/stripe/"]) {
    expect((await raw(path)).status, path).toBe(200);
    for (const host of ["example.com", "localhost.example.com", "127.0.0.1.example.com", "localhost@example.com", "0.0.0.0"])
      expect([400, 404], host).toContain((await raw(path, { host })).status);
    for (const header of ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"])
      expect((await raw(path, { [header]: "127.0.0.1" })).status, header).toBe(404);
  }
  const settings = JSON.parse((await raw("/config.json", { host: "example.com" })).body) as object;
  expect(Object.keys(settings)).toEqual(["supabaseUrl", "supabaseAnonKey", "inboxUrl", "paymentsMode"]);
  expect(settings).toMatchObject({ supabaseUrl: app.url, supabaseAnonKey: app.keys.anonKey });
});

test("a foreign Host header does not change the addresses that the browser calls", async () => {
  const publicUrlFor = async (host: string) =>
    (JSON.parse((await raw("/config.json", { host })).body) as { supabaseUrl: string }).supabaseUrl;
  const { port } = new URL(app.url);
  expect(await publicUrlFor(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`);
  for (const host of [`localhost:${port}@example.com`, "localhost@example.com", "localhost:x", "example.com", "[::1"])
    expect(await publicUrlFor(host), host).toBe(app.url);
});

test("no path reads files outside of the built site", async () => {
  const paths = [
    "/../package.json",
    "/%2e%2e/package.json",
    "/..%2f..%2fserver%2fmain.ts",
    "/..%5cpackage.json",
    "/assets/../../client-csp.json",
    "/client-csp.json",
    "/.env",
    "/.data/keys.json",
    "/%00",
    "/%",
    "//example.com/%2e%2e",
  ];
  for (const path of paths) {
    const { status, body } = await raw(path);
    expect(status, path).toBe(404);
    expect(body.length, path).toBeLessThan(300);
  }
});

test("every unknown address shows the not-found page, which does not quote it", async () => {
  const paths = [
    "/100%",
    "/%ff",
    "/%3Cscript%3E%zz",
    "//about",
    "/about//",
    "/\\about",
    "/.well-known/none",
    `/${"a".repeat(9000)}`,
  ];
  for (const path of paths) {
    const { status, headers, body } = await raw(path, { accept: "text/html" });
    expect([status, headers["content-type"], headers["x-content-type-options"]], path).toEqual([
      404,
      "text/html; charset=utf-8",
      "nosniff",
    ]);
    expect(body, path).not.toMatch(/zz|a{99}|FST_/);
  }
  // The APIs answer in their own formats.
  for (const path of ["/rest/v1/%zz", "/functions/v1/%zz", "/auth/v1/%zz", "/storage/v1/object/public/avatars/%zz"]) {
    const { status, headers } = await raw(path, { apikey: app.keys.anonKey });
    expect([400, 404], path).toContain(status);
    expect([headers["content-type"], headers["access-control-allow-origin"]], path).toEqual([
      "application/json; charset=utf-8",
      "*",
    ]);
  }
});

test("a page is served at its address only, not under its file name", async () => {
  for (const path of [
    "/__spa-fallback.html",
    "/__spa-fallback.html.br",
    "/about/index.html.br",
    "/about/index.html.gz",
    "/404/index.html",
  ])
    expect((await raw(path)).status, path).toBe(404);
  const { status, headers } = await raw("/about/index.html");
  expect([status, headers["location"]]).toEqual([301, "/about"]);
});

test("every answer has nosniff and a referrer policy, and every page a content security policy for scripts", async () => {
  const apis = [
    "/rest/v1/health_check",
    "/auth/v1/health",
    "/storage/v1/bucket",
    "/functions/v1/x",
    "/config.json",
    "/healthz",
    "/audio-cors-proxy",
  ];
  const pages = ["/", "/login", "/dashboard", "/no/such/page", "/inbox", "/sandbox/stripe/"];
  for (const path of [...apis, ...pages]) {
    const { headers } = await raw(path, { accept: pages.includes(path) ? "text/html" : "application/json" });
    expect(headers["x-content-type-options"], path).toBe("nosniff");
    expect(["no-referrer", "same-origin"], path).toContain(headers["referrer-policy"]);
    expect(headers["x-powered-by"] ?? headers["server"], path).toBeUndefined();
    const policy = String(headers["content-security-policy"] ?? "");
    if (pages.includes(path)) {
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).toContain("frame-ancestors 'none'");
      expect(/script-src([^;]*)/.exec(policy)?.[1] ?? "", path).not.toMatch(/unsafe|\*|https?:|data:/);
    }
    // Other origins may call the API, without cookies, but not read a page, a mail or a setting.
    expect(headers["access-control-allow-origin"], path).toBe(/\/v1\//.test(path) ? "*" : undefined);
    expect(headers["access-control-allow-credentials"], path).toBeUndefined();
  }
});

test("the sign-in screens are HTML with their form, and answer a form that the browser sends by itself without reading it", async () => {
  for (const path of ["/login", "/sign-up", "/signup", "/reset-request"]) {
    const { status, body } = await raw(path, { accept: "text/html" });
    expect(status, path).toBe(200);
    expect(body, path).toMatch(/<header[\s\S]*<form[^>]*method="post"[\s\S]*<button[^>]*type="submit"[^>]*disabled/);
    const sent = await fetch(app.url + path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "email=ruth%40example.org&password=a+secret",
    });
    expect([sent.status, sent.headers.get("allow")], path).toEqual([405, "GET, HEAD"]);
    expect(await sent.text(), path).toMatch(/^Nothing was read and nothing was kept\./);
  }
});

test("the dashboard is HTML with its form, and knows nobody", async () => {
  const { status, body } = await raw("/dashboard", { accept: "text/html" });
  expect(status).toBe(200);
  expect(body).toMatch(/<header[\s\S]*<h1[^>]*>Create Your Sermon<[\s\S]*<textarea[\s\S]*<button[^>]*type="submit"[^>]*disabled/);
  expect(body).not.toMatch(/Loading\.\.\.|Initializing|Sign In|Start Free Trial/);
  expect((await raw("/sitemap.xml")).body).not.toContain("dashboard");
});

test("what a screen of HTML is fetched with stays small: the page, and the scripts that take it over", async () => {
  const client = join(import.meta.dirname, "../../build/client");
  const sent = async (file: string) => (await stat(join(client, `${file}.br`))).size;
  for (const path of PRERENDERED_SCREENS) {
    const html = await readFile(join(client, path, "index.html"), "utf8");
    const scripts = [...html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, file = ""]) => file);
    expect(scripts.length, path).toBeGreaterThan(10);
    const sizes = await Promise.all([...new Set(scripts)].map(sent));
    // It was 17 and 171 kB. A line of 400 kbit/s brings 50 kB in a second (docs/decisions/077-the-dashboard-before-scripts.md).
    expect(await sent(`${path}/index.html`), path).toBeLessThan(20_000);
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThan(176_000);
  }
});

test("the service worker is asked for anew each time, may fetch from this origin alone, and its page is for nobody to find", async () => {
  const worker = await raw("/service-worker.js");
  expect([worker.status, worker.headers["cache-control"], worker.headers["content-security-policy"]]).toEqual([
    200,
    "no-cache",
    "default-src 'none'; connect-src 'self'",
  ]);
  const page = await raw("/offline");
  expect([page.status, page.headers["cache-control"]]).toEqual([200, "no-cache"]);
  expect(page.body).toContain('<meta name="robots" content="noindex"/>');
  expect((await raw("/sitemap.xml")).body).not.toContain("offline");
  for (const path of ["/login", "/dashboard", "/my-sermons"])
    expect((await raw(path)).headers["content-security-policy"], path).toContain("worker-src 'self'");
});

test("every file that the service worker is to keep is there under its name, and may be kept", async () => {
  const { body } = await raw("/service-worker.js");
  const addresses = [...body.matchAll(/"?url"?:\s*["`](\/[^"`]+)["`]/g)].map(([, address = ""]) => address);
  expect(addresses.length).toBeGreaterThan(50);
  expect(addresses.filter((address) => !address.startsWith("/assets/")).toSorted()).toEqual(["/my-sermons", "/offline"]);
  for (const address of addresses) expect((await raw(address)).status, address).toBe(200);
});

test("an unknown address under the API is never answered with a page", async () => {
  for (const path of ["/functions/v1/nope", "/auth/v1/nope", "/storage/v1/nope"]) {
    const answer = await raw(path, { accept: "text/html" });
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.headers["content-type"], path).toMatch(/^application\/json/);
  }
});
