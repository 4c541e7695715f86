import { expect, test } from "vitest";
import { parsePrefer, preferenceApplied } from "./prefer.ts";

const none = { return: null, count: null, resolution: null, missing: null, handling: null, tx: null, maxAffected: null };

test.each([
  [undefined, {}],
  ["", {}],
  ["return=minimal", { return: "minimal" }],
  ["return=representation,count=exact", { return: "representation", count: "exact" }],
  ["return=representation, count=planned , missing=default", { return: "representation", count: "planned", missing: "default" }],
  ["count=exact, count=planned", { count: "exact" }],
  ["resolution=merge-duplicates,return=headers-only", { resolution: "merge-duplicates", return: "headers-only" }],
  ["max-affected=3", {}],
  ["handling=strict, max-affected=3", { handling: "strict", maxAffected: 3 }],
  ["handling=strict, tx=rollback", { handling: "strict", tx: "rollback" }],
  ["tx=commit", { tx: "commit" }],
  ["tx=maybe", {}],
  ["handling=lenient, whatever", { handling: "lenient" }],
])("Prefer: %s", (header, expected) => {
  expect(parsePrefer(header)).toEqual({ ...none, ...expected });
});

test("strict handling reports unknown preferences", () => {
  expect(() => parsePrefer("handling=strict, return=all, x=y, count=exact")).toThrow(
    expect.objectContaining({ code: "PGRST122", details: "Invalid preferences: return=all, x=y" }),
  );
});

test("Preference-Applied names only the preferences that the verb supports", () => {
  const preferences = parsePrefer("handling=strict, return=minimal, count=exact, max-affected=2");
  expect(preferenceApplied(preferences, ["return", "count", "handling", "max-affected"])).toBe(
    "return=minimal, count=exact, handling=strict, max-affected=2",
  );
  expect(preferenceApplied(preferences, ["missing"])).toBeNull();
});
