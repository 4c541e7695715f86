import { expect, test } from "vitest";
import { careFor } from "./care.ts";

const content = "# Rest\n\nCome to me, all you who labour.";

test.for([
  ["My brother took his own life last spring", null, "danger"],
  ["My husband has been drinking every night again", null, "danger"],
  ["My mother died in May and the house is so quiet", null, "memory"],
  ["Hope for the winter", "In loving memory of Ruth", "memory"],
  ["Hope for the winter", "For Ruth, on her birthday", null],
  ["Patience with my children", null, null],
] as const)("%s, dedicated as %s, is asked about twice: %s", ([topic, dedication, care]) => {
  expect(careFor({ topic, content, dedication })).toBe(care);
});

test("a sermon that names a crisis line is asked about twice, whatever its topic", () => {
  const named = `${content}\n\nIf you cannot go on living, please call a suicide hotline today.`;
  expect(careFor({ topic: "Hope", content: named, dedication: null })).toBe("danger");
});
