import { expect, test } from "vitest";
import { tinyEncoder } from "../../tests/support/tiny-encoder.ts";
import { tokenizer, UNKNOWN } from "./tokens.ts";

const { pieces } = tinyEncoder();
const cut = tokenizer(pieces);
const read = (text: string): string[] => cut(text).map((number) => pieces[number]?.piece ?? "");

test("a text is cut into the likeliest pieces", () => {
  expect(read("the suns")).toEqual(["▁the", "▁sun", "s"]);
});

test("characters that follow each other and are in no piece are one unknown piece", () => {
  expect(cut("sun 喜喜")).toEqual([6, 14, UNKNOWN]);
  expect(cut("")).toEqual([14]);
});

test("forms of a character that look the same are the same", () => {
  expect(read("ｓｕｎ")).toEqual(["▁sun"]);
});
