import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import labelled from "../labelled-topics.json" with { type: "json" };
import { crisisAnswer, resourceNote } from "../answers.ts";
import { assessTopic } from "../crisis-gate.ts";
import { LANGUAGES } from "./codes.ts";
import { textsIn } from "./texts.ts";
import { topicLanguage } from "./topic-language.ts";

const file = z.object({ development: z.array(z.object({ topic: z.string(), expect: z.string(), way: z.string() })) });
/** The half that may be looked at. */
const development = (language: string) =>
  file.parse(JSON.parse(readFileSync(new URL(`./topics/${language}.json`, import.meta.url), "utf8"))).development;

test.for(LANGUAGES)("%s: a danger in plain words is heard, misspelled too, and ordinary topics are written about", (language) => {
  const wrong = development(language).filter(({ topic, expect: expected, way }) => {
    const { outcome } = assessTopic(topic);
    if (way === "plain" || way === "misspelled") return outcome !== "crisis";
    return expected === "proceed" && !outcome.startsWith("proceed");
  });
  expect(wrong).toEqual([]);
});

test.for(LANGUAGES)("%s is told from the others and from English", (language) => {
  const topics = development(language).map(({ topic }) => topic);
  const right = topics.filter((topic) => topicLanguage(topic)?.code === language);
  expect(right.length).toBeGreaterThanOrEqual(0.9 * topics.length);
});

test("a topic in English has no other language", () => {
  const taken = labelled.proceed.filter((topic) => topicLanguage(topic) !== null);
  expect(taken).toEqual([]);
  expect(topicLanguage("")).toBeNull();
  expect(topicLanguage("今日はとても疲れました")).toBeNull();
  expect(topicLanguage("Quiero dar gracias por mi familia")).toEqual({ code: "es", name: "Spanish" });
});

test.for([
  "Thank you for the lovely service on Sunday. Ya no quiero vivir.",
  "please help me pastor, ich will nicht mehr leben",
  "God please, je veux mourir tonight",
])("a danger is heard where the topic changes its language: “%s”", (topic) => {
  expect(assessTopic(topic)).toMatchObject({ outcome: "crisis", kind: "self-harm" });
});

test.for(LANGUAGES)("the answers to a crisis are there in %s", (language) => {
  const texts = textsIn(language);
  expect(texts.language).toBe(language);
  const { message, helplines, words, language: said } = crisisAnswer({ kind: "abuse", certain: true }, undefined, language);
  expect([message, words?.back, said]).toEqual([texts.messages.abuse, texts.back, language]);
  expect(helplines.length).toBeGreaterThan(1);
  expect(resourceNote("001", ["self-harm"], language)).toContain("findahelpline.com");
});

test("the lines are those of the country, in the language of the topic where the directory has it", () => {
  const [emergency, line] = crisisAnswer({ kind: "self-harm", certain: true }, undefined, "ko").helplines;
  expect(emergency?.name).toBe("긴급 신고");
  expect(line?.contact).toBe("109");
  expect(crisisAnswer({ kind: "self-harm", certain: true }, "en-US", "es").helplines[1]?.contact).toBe("Llama al 988 y marca 2");
  expect(crisisAnswer({ kind: "self-harm", certain: true }, "en-US").helplines[1]?.contact).toBe("Call or text 988");
  expect(crisisAnswer({ kind: "self-harm", certain: true }, "en-KR").helplines[1]?.name).toBe("Suicide prevention line");
});
