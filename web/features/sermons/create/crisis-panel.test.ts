import { expect, test } from "vitest";
import { helplinesFor } from "../../../../shared/helplines.ts";
import { FALLBACK_CRISIS } from "./crisis-panel.tsx";

test("the lines named without the server are the world's lines of the directory", () => {
  const callable = (lines: ReturnType<typeof helplinesFor>) => lines.map(({ name, contact, href }) => ({ name, contact, href }));
  expect(callable(FALLBACK_CRISIS.helplines)).toEqual(callable(helplinesFor("001")).slice(0, FALLBACK_CRISIS.helplines.length));
});
