import { describe, expect, test } from "vitest";
import { readThemes, wordsOf } from "../themes/themes.ts";
import { retell } from "./retell.ts";

const known = wordsOf(readThemes());

describe("what a person wrote is told back in the second person", () => {
  test.for([
    ["I got the job. Tomasz trained me.", "You got the job. Tomasz trained you."],
    ["my husband has started coming to church", "Your husband has started coming to church."],
    [
      "My dad drives his last bus on friday, 38 years on the 42 route",
      "Your dad drives his last bus on Friday, 38 years on the 42 route.",
    ],
    ["i was baptised in the sea and im 34", "You were baptised in the sea and you are 34."],
    ["my hair is gray, people talk to the top of my head", "Your hair is gray, people talk to the top of your head."],
    ["Walked my daughter to her bride on Saturday.", "You walked your daughter to her bride on Saturday."],
    ["Since Mum went to live with my aunt I cook.", "Since your mum went to live with your aunt you cook."],
    ["My boss has MS. He named the stick Kevin.", "Your boss has MS. He named the stick Kevin."],
    ["me and my brother shared one wall", "You and your brother shared one wall."],
  ] as const)("“%s”", ([topic, told]) => {
    expect(retell(topic, known)).toBe(told);
  });
});

describe("nothing is told back", () => {
  test.for([
    ["of a subject", "grief"],
    ["of a half sentence", "my best friend of twenty years"],
    ["of a question", "Can I be angry at my pastor?"],
    ["of a request", "I want a sermon about hope"],
    ["of an opinion of God", "I think God has left my house"],
    ["that is misspelled", "my dougther moved to Leeds"],
    ["without an apostrophe", "my brother waited since dads will was read"],
    ["that shames", "I stole money from my employer"],
    ["that wounds", "My mother never loved me"],
    ["of somebody who was not named", "She packed his shirts. I watched from the door of my room."],
    ["that says only who somebody is", "I am a nurse. Tonight two people left us and nobody rang."],
    ["beside a wound", "I cooked for my sister on Friday. It was after the abortion."],
    ["of what others said about us", "my wife says we talk too little"],
  ] as const)("%s: “%s”", ([, topic]) => {
    expect(retell(topic, known)).toBeNull();
  });
});

test("at most two sentences are told back", () => {
  const told = retell("I bought a boat. My wife painted it. My son named it. My dog sleeps in it.", known);
  expect(told).toBe("You bought a boat. Your wife painted it.");
});
