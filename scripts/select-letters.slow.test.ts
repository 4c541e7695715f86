import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { selectLetters } from "./select-letters.ts";

test("the font files are those that `npm run fonts` makes of today's packages", async () => {
  for (const [name, content] of Object.entries(await selectLetters())) {
    if (!name.endsWith(".woff2")) continue;
    const kept = await readFile(join(import.meta.dirname, "../web/fonts", name));
    expect(kept.equals(content), name).toBe(true);
  }
});
