import { afterEach, expect, test, vi } from "vitest";
import { getConfig, parseConfig } from "./config.ts";

const OWN = "http://127.0.0.1:3000";
const KEY = "aaa.bbb.ccc";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("parseConfig returns a valid configuration unchanged", () => {
  const config = { supabaseUrl: OWN, supabaseAnonKey: KEY, inboxUrl: "/inbox", paymentsMode: "sandbox" };
  expect(parseConfig(config, OWN)).toEqual(config);
  const hosted = { supabaseUrl: "https://abc.supabase.co", supabaseAnonKey: "sb_publishable_abc" };
  expect(parseConfig(hosted, OWN)).toEqual(hosted);
});

test.each([
  ["null instead of an object", null],
  ["an address with another scheme", { supabaseUrl: "javascript:alert(1)", supabaseAnonKey: KEY }],
  ["another origin over plain http", { supabaseUrl: "http://example.com", supabaseAnonKey: KEY }],
])("%s is logged and replaced by the page's origin", (_, input) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(parseConfig(input, OWN).supabaseUrl).toBe(OWN);
  expect(log).toHaveBeenCalledOnce();
});

test("an invalid key is replaced by one that every backend refuses, and is not logged", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(parseConfig({ supabaseUrl: OWN, supabaseAnonKey: "sb_secret_x" }, OWN).supabaseAnonKey).toBe("unconfigured");
  expect(log.mock.calls.flat().join(" ")).not.toContain("sb_secret_x");
});

test("getConfig caches the configuration after the first success and retries after a failure", async () => {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockRejectedValueOnce(new TypeError("offline"))
    .mockImplementation(() => Promise.resolve(Response.json({ supabaseUrl: location.origin, supabaseAnonKey: KEY })));
  vi.stubGlobal("fetch", fetch);
  await expect(getConfig()).rejects.toThrow("offline");
  await expect(getConfig()).resolves.toMatchObject({ supabaseAnonKey: KEY });
  await getConfig();
  expect(fetch).toHaveBeenCalledTimes(2);
});
