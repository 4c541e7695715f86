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
  ["const a = <p>An AI writes it for you</p>;", "true with and without a model"],
  ['const a = "A new sermon daily";', "say whenever you want one"],
  ['const a = "Unlimited sermons";', "say whenever you want one"],
  ['const a = "This is our last mail to you.";', "say email"],
  ['const a = "Look into your mail";', "say email"],
  ['const a = "Choose a photo";', "say picture"],
  ['const a = "Ten credits are left";', "say minutes"],
])("%s is a problem", (code, advice) => {
  expect(problemsOf("a.tsx", code)).toEqual([expect.stringContaining(advice)]);
});

test.each([
  'import { a } from "./e-mail.ts";',
  '<p className="print:max-h-none!" />;',
  'const a = "Welcome back!";',
  "const a = <h1>Uplifting AI Sermons</h1>;",
  'const a = "Daily limit reached. Try again tomorrow.";',
  'const a = "We can mail you a code to go on.";',
  "if (!a) b();",
])("%s is none", (code) => {
  expect(problemsOf("a.tsx", code)).toEqual([]);
});
