import { expect, test } from "vitest";
import { inWords } from "./waiting.ts";

test.each([
  [{ ahead: 0, seconds: 20 }, "Yours is the next. It begins in less than a minute."],
  [{ ahead: 1, seconds: 50 }, "There is one before you. It begins in about 1 minute."],
  [{ ahead: 3, seconds: 130 }, "There are three before you. It begins in about 2 minutes."],
  [{ ahead: 29, seconds: 400 }, "There are 29 before you. It begins in about 7 minutes."],
  [{ ahead: 3, seconds: null }, "There are three before you. It begins as soon as it is your turn."],
])("the place %o is told as: %s", (place, text) => {
  expect(inWords(place)).toBe(text);
});
