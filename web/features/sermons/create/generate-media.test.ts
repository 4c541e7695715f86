import { expect, test } from "vitest";
import { firstChunk } from "./generate-media.ts";

test("a text of 15,000 characters is voiced whole, a longer one to the end of a sentence before that", () => {
  const fits = "x".repeat(15_000);
  expect(firstChunk(fits)).toBe(fits);
  const sentence = "It is well with my soul. ";
  const chunk = firstChunk(sentence.repeat(700));
  expect(chunk.length).toBeGreaterThan(14_900);
  expect(chunk.length).toBeLessThanOrEqual(15_000);
  expect(chunk.endsWith("soul.")).toBe(true);
});
