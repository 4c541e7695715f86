import { expect, test } from "vitest";
import { checkWords, problemsOf } from "./words.ts";

test("the texts of the screens and mails keep to the words of docs/voice-and-words.md", async () => {
  expect(await checkWords()).toEqual([]);
});

test.each([
  ['const a = "Write an e-mail to us";', "say email"],
  ["const a = <p>Your sermon is ready!</p>;", "no exclamation marks"],
  ["const a = `Oops, ${b} is gone`;", "say what happened"],
  ["const a = <p>A sermon — yours</p>;", "no dash between clauses"],
])("%s is a problem", (code, advice) => {
  expect(problemsOf("a.tsx", code)).toEqual([expect.stringContaining(advice)]);
});

test.each([
  'import { a } from "./e-mail.ts";',
  '<p className="print:max-h-none!" />;',
  'const a = "Welcome back!";',
  "if (!a) b();",
])("%s is none", (code) => {
  expect(problemsOf("a.tsx", code)).toEqual([]);
});
