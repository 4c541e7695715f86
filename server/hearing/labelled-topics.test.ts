import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { heardAspects, rankThemes } from "./choose-theme.ts";
import { suitableThemes } from "./suitable-themes.ts";
import { readThemes } from "../themes/themes.ts";

/** Each topic with the themes that would be right, and which aspects of each should be heard; "spouse?" may be heard or not. */
const labelled = z
  .array(z.strictObject({ topic: z.string(), themes: z.record(z.string(), z.array(z.string())) }))
  .parse(JSON.parse(readFileSync(new URL("./labelled-topics.json", import.meta.url), "utf8")));

const themes = readThemes();

const judged = labelled.map(({ topic, themes: right }) => {
  const theme = rankThemes(topic, suitableThemes(topic, themes))[0]?.theme;
  if (!theme) return { topic, got: "none", theme: Object.keys(right).length === 0, aspects: true };
  const expected = right[theme.id] ?? [];
  const heard = [...heardAspects(topic, theme)];
  return {
    topic,
    got: `${theme.id}: ${heard.join(", ")}`,
    theme: theme.id in right,
    aspects:
      expected.every((aspect) => aspect.endsWith("?") || heard.includes(aspect)) &&
      heard.every((aspect) => expected.includes(aspect) || expected.includes(`${aspect}?`)),
  };
});
const missed = (wrong: typeof judged): string => wrong.map(({ topic, got }) => `“${topic}” reached ${got}`).join("\n");

test("labels name themes and aspects that there are", () => {
  const known = new Map(themes.map((theme) => [theme.id, Object.keys(theme.lexicon.aspects)]));
  for (const { themes: right } of labelled)
    for (const [id, aspects] of Object.entries(right))
      expect(known.get(id), id).toEqual(expect.arrayContaining(aspects.map((aspect) => aspect.replace("?", ""))));
});

test("topics as people type them reach their theme", () => {
  const wrong = judged.filter(({ theme }) => !theme);
  expect(1 - wrong.length / judged.length, missed(wrong)).toBeGreaterThanOrEqual(0.97);
});

test("and the side of it that they name, and no other", () => {
  const reached = judged.filter(({ theme }) => theme);
  const wrong = reached.filter(({ aspects }) => !aspects);
  expect(1 - wrong.length / reached.length, missed(wrong)).toBeGreaterThanOrEqual(0.94);
});
