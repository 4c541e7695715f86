import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LANGUAGES } from "./codes.ts";
import { fold } from "./fold.ts";
import { compileRules, dangerByRules, expressionOf, readPatterns } from "./rules.ts";

const spanish = compileRules(
  readPatterns("# self-harm\n// a comment\nquiero … morir\n# idioms\nmuero de risa\n# not\nhace anos"),
  "es",
);
const danger = (topic: string) => dangerByRules(fold(topic), undefined, [spanish]);

test("a pattern finds its words with up to three others between them, and whole words only", () => {
  expect(danger("quiero morir")).toBe("self-harm");
  expect(danger("Quiero, de una vez, morir")).toBe("self-harm");
  expect(danger("quiero que mi gato pueda morir")).toBeNull();
  expect(danger("quiero morirme")).toBeNull();
});

test("a story of long ago is no danger, unless another part of the sentence is", () => {
  expect(danger("Hace años dije quiero morir")).toBeNull();
  expect(danger("Hace años murió ella, y yo quiero morir")).toBe("self-harm");
});

test("a sentence that is left out is not read", () => {
  expect(dangerByRules("quiero morir", () => false, [spanish])).toBeNull();
});

test("in Chinese there are no words between, only characters", () => {
  expect(new RegExp(expressionOf("想…死", "zh"), "u").test("我真的很想要去死")).toBe(true);
  expect(new RegExp(expressionOf("想…死", "zh"), "u").test("想了很久很久很久的死")).toBe(false);
});

test.for(LANGUAGES)("every pattern of %s is an expression, and no kind of danger is without one", (language) => {
  const patterns = readPatterns(readFileSync(new URL(`./rules/${language}.txt`, import.meta.url), "utf8"));
  const rules = compileRules(patterns, language);
  for (const kind of ["self-harm", "abuse", "harm-to-others", "medical"] as const) expect(rules[kind], kind).not.toBeNull();
  for (const section of Object.values(patterns).flat())
    expect(new RegExp(expressionOf(section, language), "u").test(""), section).toBe(false);
});

test("a section that is none is refused", () => {
  expect(() => readPatterns("# danger\nx")).toThrow("no section");
});
