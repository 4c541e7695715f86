import { afterEach, expect, test, vi } from "vitest";
import { checkHealth, probeHealthTable } from "./health.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["the health check", async () => (await checkHealth()).healthy],
  ["the database probe", probeHealthTable],
])("%s reads the whole response body, so that the connection is released", async (_, check) => {
  const answers: Response[] = [];
  vi.stubGlobal("fetch", async (input: string) => {
    if (input === "/config.json") return Response.json({ supabaseUrl: location.origin, supabaseAnonKey: "a.b.c" });
    const answer = Response.json({ status: "ok" });
    answers.push(answer);
    return answer;
  });
  expect(await check()).toBe(true);
  expect(answers.map(({ bodyUsed }) => bodyUsed)).toEqual([true]);
});
