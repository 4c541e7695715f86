import { expect, test } from "vitest";
import { z } from "zod";
import { HELP_KINDS, HELPLINES, helplinesFor, regionOf } from "./helplines.ts";

const helpline = z.strictObject({
  name: z.string().min(1),
  contact: z.string().min(1),
  href: z.string().regex(/^(?:tel:[+*]?[\d-]+|sms:\+?\d+|https:\/\/\S+)$/u),
  note: z.string().min(1),
  kinds: z.array(z.enum(HELP_KINDS)).min(1),
  in: z
    .record(
      z.string().regex(/^[a-z]{2}$/u),
      z.strictObject({
        name: z.string().min(1),
        note: z.string().min(1),
        contact: z.string().min(1).optional(),
        href: z.string().min(1).optional(),
      }),
    )
    .optional(),
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
  ["fr-FR", "FR"],
  ["sv-SE", "001"],
  ["fr", "001"],
  ["de", "DE"],
] as const)("%s leads to the lines of %s", ([locale, region]) => {
  expect(regionOf(locale)).toBe(region);
});

test("a country has lines for each kind of crisis, and a longer list of all", () => {
  const all = helplinesFor("GB");
  expect(all[0]?.contact).toBe("999");
  expect(helplinesFor("GB", "abuse").length).toBeLessThan(all.length);
  expect(helplinesFor("XX")).toEqual(helplinesFor("001"));
});

test("where the browser names no country, the language of the topic may", () => {
  expect(regionOf(undefined, "ko")).toBe("KR");
  expect(regionOf("en-CA", "ko")).toBe("CA");
  expect(regionOf(undefined, "es")).toBe("US");
});

test("no country lists a line twice, and English names no line in another script", () => {
  for (const [region, lines] of Object.entries(HELPLINES)) {
    expect(new Set(lines.map(({ name, href }) => name + href)).size, region).toBe(lines.length);
    for (const { name, note, contact } of lines)
      expect(`${name} ${note} ${contact}`).not.toMatch(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Cyrillic}]/u);
  }
});
