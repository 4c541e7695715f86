import { expect, test } from "vitest";
import { voiceablePart } from "./speak-sermon.privileged.ts";

test("a text of 15,000 characters is voiced whole, a longer one to the end of a sentence before that", () => {
  const fits = "x".repeat(15_000);
  expect(voiceablePart(fits)).toBe(fits);
  const part = voiceablePart("It is well with my soul. ".repeat(700));
  expect(part.length).toBeGreaterThan(14_900);
  expect(part.length).toBeLessThanOrEqual(15_000);
  expect(part.endsWith("soul.")).toBe(true);
});
