import { expect, test } from "vitest";
import { z } from "zod";
import { HELPLINES, helplinesFor, regionOf } from "./helplines.ts";

const helpline = z.strictObject({
  name: z.string().min(1),
  contact: z.string().min(1),
  href: z.string().regex(/^(?:tel:\+?[\d-]+|sms:\+?\d+|https:\/\/\S+)$/u),
  note: z.string().min(1),
  kinds: z.array(z.enum(["self-harm", "abuse", "medical", "harm-to-others"])).min(1),
});

test("every line of the directory can be called, and says what for", () => {
  expect(z.record(z.string().regex(/^[A-Z]{2}$|^001$/u), z.array(helpline).min(3)).safeParse(HELPLINES).error).toBeUndefined();
});

test.for([
  ["en-GB,en;q=0.9", "GB"],
  ["en", "US"],
  ["", "US"],
  [undefined, "US"],
  ["not a locale;;", "US"],
  ["fr-CA", "CA"],
  ["fr-FR", "001"],
  ["de", "001"],
] as const)("%s leads to the lines of %s", ([locale, region]) => {
  expect(regionOf(locale)).toBe(region);
});

test("a country has lines for each kind of crisis, and a longer list of all", () => {
  const all = helplinesFor("GB");
  expect(all[0]?.contact).toBe("999");
  expect(helplinesFor("GB", "abuse").length).toBeLessThan(all.length);
  expect(helplinesFor("XX")).toEqual(helplinesFor("001"));
});
