import { afterEach, expect, test, vi } from "vitest";
import { getConfig, parseConfig } from "./config.ts";

const OWN = "http://127.0.0.1:3000";
const KEY = "aaa.bbb.ccc";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a right configuration is taken as it is", () => {
  const config = { supabaseUrl: OWN, supabaseAnonKey: KEY, inboxUrl: "/inbox", paymentsMode: "sandbox" };
  expect(parseConfig(config, OWN)).toEqual(config);
  const hosted = { supabaseUrl: "https://abc.supabase.co", supabaseAnonKey: "sb_publishable_abc" };
  expect(parseConfig(hosted, OWN)).toEqual(hosted);
});

test.each([
  ["no object", null],
  ["a strange address", { supabaseUrl: "javascript:alert(1)", supabaseAnonKey: KEY }],
  ["another origin without TLS", { supabaseUrl: "http://example.com", supabaseAnonKey: KEY }],
])("%s falls back to the own origin and is logged", (_, input) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(parseConfig(input, OWN).supabaseUrl).toBe(OWN);
  expect(log).toHaveBeenCalledOnce();
});

test("a key without three parts falls back to one that is refused, and the key is not logged", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(parseConfig({ supabaseUrl: OWN, supabaseAnonKey: "sb_secret_x" }, OWN).supabaseAnonKey).toBe("unconfigured");
  expect(log.mock.calls.flat().join(" ")).not.toContain("sb_secret_x");
});

test("the configuration is fetched once, and again after a failure", async () => {
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
