import { describe, expect, test } from "vitest";
import { readSituations, SITUATION_SETS } from "./situations.ts";

describe.for(SITUATION_SETS)("the %s situations", (set) => {
  test("are well formed, and no topic stands in them twice", () => {
    const topics = readSituations(set).map(({ topic }) => topic.toLowerCase());
    expect(new Set(topics).size).toBe(topics.length);
  });
});
