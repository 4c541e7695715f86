// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { watchTexts, type Report } from "./shown-texts.ts";

const LITERALS = ["Error", "Daily limit reached. Try again tomorrow.", "Refresh List", "Sending..."];
const PATTERNS = ["Reply sent to .*?"];

/** The numbers of what is told, in order, while the document becomes this. */
async function shown(html: string): Promise<number[]> {
  document.body.innerHTML = "";
  const told: number[] = [];
  const report: Report = ({ texts }) => told.push(...texts);
  watchTexts({ literals: LITERALS, patterns: PATTERNS }, report, true);
  document.body.innerHTML = html;
  await new Promise((resolve) => setTimeout(resolve));
  return told;
}

test.each([
  ["a word is the whole text of an element", "<p>Error</p>", [0]],
  ["a word within another text is not that word", "<p>Sign Up Error</p>", []],
  ["a sentence may be part of a longer text", "<p>Sorry. Daily limit reached. Try again tomorrow.</p>", [1]],
  ["an accessible name is a text", '<button aria-label="Refresh List"></button>', [2]],
  ["how a text is set does not matter", "<p>\n  <b>Sending</b>…</p>", [3]],
  ["what is filled in can be anything", "<p>Reply sent to ruth@example.com</p>", [4]],
  ["what a script says is not shown", "<script>Error</script>", []],
])("%s", async (_what, html, numbers) => {
  expect(await shown(html)).toEqual(numbers);
});

test("what goes at once has been shown, and is told once", async () => {
  const told = shown("<p>Error</p><p>Error</p>");
  document.body.innerHTML = "";
  expect(await told).toEqual([0]);
});
