import { expect, test } from "vitest";
import type { Fact } from "../themes/facts.ts";
import { readThemes } from "../themes/themes.ts";
import { readingFor } from "./reading.ts";
import { supportedFacts, unsupportedIn, type Voice } from "./unsupported.ts";

const NOTHING: ReadonlySet<Fact> = new Set();
// A few themes are enough, and faster.
const themes = readThemes().filter(({ id }) => ["grief", "illness", "in-everything"].includes(id));
const supportedBy = (topic: string, key?: string) => supportedFacts(topic, readingFor(topic, themes, key));

const STATED: readonly string[] = [
  "You buried your mother in spring, and the house still smells of her.",
  "Since your husband left, the evenings have been long.",
  "Your son is drinking again, and you lie awake listening for the door.",
  "You lost your job in the autumn, and nobody at the table says the word.",
  "The baby you lost had a name already.",
  "You have not spoken to your brother for years.",
  "You cannot sleep, and at three in the morning you are looking at the ceiling.",
  "Your mother no longer knows your name.",
  "Your marriage is over, and the papers lie on the kitchen table.",
  "You are pregnant, and you did not plan it.",
  "Your daughter no longer goes to church, and it grieves you.",
  "You are deep in debt.",
  "Your grandson is in prison, and you have not told the neighbours.",
  "You have told your parents that you are gay, and they have not called since.",
];

const PRAYED: readonly string[] = [
  "Lord, my son drinks and I do not know how to reach him.",
  "My daughter is sick, and I cannot make her well.",
  "Lord, I have not forgiven my father for what he did to me as a child.",
  "Lord, I have cheated on my wife.",
];

const HARMLESS: readonly string[] = [
  // Of everybody
  "You are held by somebody who does not sleep.",
  "You are tired, and he does not scold you for it.",
  "You are not the sum of your failures.",
  "You have a Father who sees in secret.",
  "You are inside that sentence, and you are expected.",
  "What you could not carry, he has carried.",
  "Nothing you have done can separate you from the love of God.",
  "Your fear is not the whole truth about tomorrow.",
  // Conditions, questions, some among many
  "If you have buried someone this year, the words may sound thin.",
  "Perhaps you lie awake at night and count the hours.",
  "Maybe your marriage is not what you hoped it would be.",
  "Some of you have lost your mother, and some your work.",
  "Whoever has sat beside your dying friend knows how slow a clock can be.",
  "Has your husband left you?",
  // Requests
  "Tell your sister, who is ill, what you have not said to her.",
  "This week, call your mother, who has lost her memory.",
  "Before you go to bed, write to the brother you have not spoken to for years.",
  // Scripture, told or quoted
  "Hannah wept because she had no child, and you may sit beside her.",
  "Martha tells him to his face that her brother died, and he hears you as he heard her.",
  "He has borne your griefs and carried your sorrows.",
  "He knows your name, and he calls you by it.",
  "It says, “Your brother is dead”, and you are to hear it.",
];

const HARMLESS_PRAYERS: readonly string[] = [
  "Lord, I bring you what I cannot carry.",
  "I come to you with empty hands.",
  "I do not know what tomorrow holds, but you are there already.",
  "You know me better than I know myself.",
  "I am poor and needy, and you think of me.",
  "Teach me to number my days. Amen.",
];

const found = (sentences: readonly string[], voice: Voice, supported = NOTHING): string[] =>
  sentences.filter((sentence) => unsupportedIn(sentence, voice, supported).length > 0);

test("a fact about the listener that the topic does not say is found, in the sermon and in the prayer", () => {
  expect(found(STATED, "preacher")).toEqual(STATED);
  expect(found(PRAYED, "prayer")).toEqual(PRAYED);
});

test("what is true of everybody, supposed, asked, requested or told of others is never accused", () => {
  expect(found(HARMLESS, "preacher")).toEqual([]);
  expect(found(HARMLESS_PRAYERS, "prayer")).toEqual([]);
});

test("only the sentences that state it are named, as they stand", () => {
  const text = "The kettle is on. *Your wife died*, and half the bed stays cold. You are held.";
  expect(unsupportedIn(text, "preacher", NOTHING)).toEqual(["*Your wife died*, and half the bed stays cold."]);
});

test.for([
  ["My mother died in March", "You buried your mother in spring, and the house still smells of her."],
  ["my son is back on the bottle and i wait up for him", "Your son is drinking again, and the hall light stays on."],
  ["My husband walked out on me", "Since your husband left, the evenings have been long."],
  ["I owe everybody money", "You are deep in debt."],
])("a topic supports what it says in other words: %s", ([topic = "", sentence = ""]) => {
  expect(unsupportedIn(sentence, "preacher", supportedBy(topic) ?? NOTHING)).toEqual([]);
});

test.for([
  ["another bereavement", "My mother died in March", "Your wife died, and half the bed stays cold."],
  ["a worse illness", "My father is ill", "Your father is dying."],
  ["somebody else’s addiction", "My son drinks", "You relapsed last night, after two good years."],
])("a fact does not support %s", ([, topic = "", sentence = ""]) => {
  expect(unsupportedIn(sentence, "preacher", supportedBy(topic) ?? NOTHING)).toEqual([sentence]);
});

test("of hearers nothing is known, whatever the person says who will preach", () => {
  const supported = supportedBy("My wife died in March", "grief.congregation");
  expect(supported).toEqual(NOTHING);
});

test.for(["Ich kann nicht schlafen, weil meine Frau gestorben ist", "我的妻子去世了", "Моя жена умерла в марте"])(
  "a topic in another language cannot be read, so nothing is accused: %s",
  (topic) => {
    expect(supportedBy(topic)).toBeNull();
  },
);
