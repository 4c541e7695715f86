import { expect, test } from "vitest";
import { closest } from "./closest.ts";

test("the most similar name is suggested, if it is similar enough", () => {
  expect(closest("sermon", ["profiles", "sermons", "services"])).toBe("sermons");
  expect(closest("prfoiles", ["profiles", "sermons"])).toBe("profiles");
  expect(closest("xyz", ["profiles", "sermons"])).toBeNull();
  expect(closest("sermons", [])).toBeNull();
  expect(closest("s".repeat(64), ["s".repeat(63)])).toBeNull();
});
