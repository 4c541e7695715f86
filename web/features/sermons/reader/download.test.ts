import { expect, test } from "vitest";
import { readSermon } from "../../../../shared/sermon-text.ts";
import { fileName, plainText } from "./download.ts";

test("the plain text of a sermon has its words and no Markdown", () => {
  const blocks = readSermon(
    "# Rest\n\n*Come.*\n\n## First\n\nSit *down*.\n\n> Come to me.\n>\n> — Matthew 11:28\n\n- Breathe.\n\n---\n\nSources.",
  );
  expect(plainText(blocks)).toBe(
    "Rest\n====\n\nCome.\n\n\nFirst\n\nSit down.\n\n    Come to me.\n\n    — Matthew 11:28\n\n- Breathe.\n\nSources.\n",
  );
});

test.each([
  ["When the Debt Is Not Paid", "when-the-debt-is-not-paid.mp3"],
  ["  What If? ../../etc/passwd ", "what-if-etc-passwd.mp3"],
  ["Ζωή & Hope", "ζωή-hope.mp3"],
  ["…", "sermon.mp3"],
  ["Con", "sermon-con.mp3"],
  ["हिम्मत", "हिम्मत.mp3"],
  ["𐐨".repeat(90), `${"𐐨".repeat(60)}.mp3`],
])("the title %s becomes the file name %s", (title, name) => {
  expect(fileName(title, "mp3")).toBe(name);
});
