import { expect, test } from "vitest";
import { fold, sentences } from "./fold.ts";

test.for([
  ["¡Ya NO puedo más!", "¡ya no puedo mas!"],
  ["Ich weiß", "ich weiss"],
  ["Łódź", "lodz"],
  ["Đau đớn", "dau don"],
  ["أُرِيدُ أَنْ أَمُوتَ", "اريد ان اموت"],
  ["죽고 싶어", "죽고 싶어"],
  ["nooooo", "noo"],
  ["d’accord\u200b", "d'accord"],
] as const)("%s is read as %s", ([topic, folded]) => {
  expect(fold(topic)).toBe(folded);
});

test("sentences end at the marks of every script", () => {
  expect(sentences(fold("我累了。你呢？ هل؟ نعم؛ ok."))).toEqual(["我累了", "你呢", "هل", "نعم", "ok"]);
});
