import { afterEach, expect, test, vi } from "vitest";
import { checkHealth, probeHealthTable } from "./health.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the health check", async () => (await checkHealth()).healthy],
  ["the probe of the data store", probeHealthTable],
])("%s reads its answer to the end, so that no connection is held", async (_, ask) => {
  const answers: Response[] = [];
  vi.stubGlobal("fetch", async (input: string) => {
    if (input === "/config.json") return Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "a.b.c" });
    const answer = Response.json({ status: "ok" });
    answers.push(answer);
    return answer;
  });
  expect(await ask()).toBe(true);
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true]);
});
