import { afterEach, expect, test, vi } from "vitest";
import { createEphemeralClient, getSupabase } from "./supabase.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the page's client", getSupabase],
  ["an ephemeral client", createEphemeralClient],
])("%s does not retry failed requests", async (_title, client) => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
    if (pathname === "/config.json") return Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "a.b.c" });
    requests.push(pathname);
    throw new TypeError("Failed to fetch");
  });
  const { error } = await (await client()).from("profiles").select("avatar_url");
  expect(error?.message).toContain("Failed to fetch");
  expect(requests).toEqual(["/rest/v1/profiles"]);
});
