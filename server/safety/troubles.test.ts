import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linesNamedIn, troublesIn } from "./troubles.ts";

test.for([
  ["my brother took his own life last year", ["suicide-loss"]],
  ["we lost our baby at twenty weeks", ["baby-loss"]],
  ["a funeral for a baby", ["baby-loss"]],
  ["my husband bets. horses first, now it's the phone", ["gambling"]],
  ["my mum is an alcoholic and I do the lunches", ["addiction"]],
  ["I count every almond and I make myself sick", ["eating"]],
  ["I think I have an eating disorder", ["eating"]],
] as const)("“%s” is a reason for a line", ([topic, kinds]) => {
  expect(troublesIn(topic)).toEqual(kinds);
});

test.for([
  "the soldiers gambled for his clothes",
  "ten years sober today",
  "I am addicted to my phone",
  "Judas hanged himself",
  "our dog stopped eating",
  "a miscarriage of justice",
])("“%s” is none", (topic) => {
  expect(troublesIn(topic)).toEqual([]);
});

test.for([
  ["If you are afraid in your own house, ask a domestic violence line what a safe way out would be.", ["abuse"]],
  ["If the thought of dying comes, tell a person: a crisis line, a doctor.", ["self-harm"]],
  ["A line from a hymn, and the fear of God.", []],
] as const)("the line that a sermon names is known for what it is: “%s”", ([text, kinds]) => {
  expect(linesNamedIn(text)).toEqual(kinds);
});

test("every theme that names a violence line or a crisis line names one that has a number", () => {
  const themes = new URL("../themes/texts/", import.meta.url);
  const sentences = readdirSync(themes).flatMap((file) => readFileSync(new URL(file, themes), "utf8").split(/[".]/u));
  const naming = sentences.filter((sentence) => /\b(?:violence|crisis) line\b/u.test(sentence));
  expect(naming.length).toBeGreaterThan(5);
  expect(naming.filter((sentence) => linesNamedIn(sentence).length === 0)).toEqual([]);
});
