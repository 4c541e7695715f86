import { expect, test } from "vitest";
import { lockVerses } from "../../../scripture/verse-lock.ts";
import { createVerseCheck } from "./verse-check.ts";

const SERMON = `# A Title

Paul writes, “love is a warm house”, in 1 Corinthians 13.

- Read Psalm 23:1 aloud.
- Read Psalm 23:99 aloud.

> For God so loved the sun.
>
> — John 3:16

---

Scripture: John 3:16; John 25:3.

A note.`;

test("the verse check reports what the verse lock would change, also in blocks that it has seen before", () => {
  const changesIn = createVerseCheck();
  const { changes } = lockVerses(SERMON);
  expect(changes.length).toBeGreaterThanOrEqual(4);
  expect(changesIn(SERMON)).toEqual(changes);
  expect(changesIn(SERMON.replace("A Title", "Another"))).toEqual(changes);
});
