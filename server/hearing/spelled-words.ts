import { readFileSync } from "node:fs";
import { z } from "zod";

/** A word counts as spelled right if so many topics have it. */
const FEWEST = 2;
/** Words that are not names, with letters and a plain apostrophe: "bandsaw", "choir's". Shorter ones are too often shorthand. */
const WORD = /(?<![\p{L}\p{N}'-])\p{Ll}{3,}(?:'\p{Ll}+)?(?![\p{L}\p{N}'])/gu;
const SHORTHAND = /(?:^|\s)i(?:\s|$|')|\b(?:dont|cant|wont|didnt|im|ive|u|n|ur|pls|thats|hes|shes)\b/u;

/** Whether whoever typed a topic cared for its spelling. */
const isCareful = (topic: string): boolean => /^["'“]?\p{Lu}/u.test(topic) && !SHORTHAND.test(topic);

const lesson = z.object({ topic: z.string() });
const TOPICS = new URL("./situations/lessons.jsonl", import.meta.url);

let found: readonly string[] | undefined;

/** Words that several carefully typed lessons have: people use many that no sermon has. */
export const spelledWords = (): readonly string[] => (found ??= readWords());

function readWords(): string[] {
  const counts = new Map<string, number>();
  for (const line of readFileSync(TOPICS, "utf8").trimEnd().split("\n")) {
    const topic = lesson.parse(JSON.parse(line)).topic.replaceAll("’", "'");
    if (!isCareful(topic)) continue;
    for (const word of new Set(topic.match(WORD))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].flatMap(([word, count]) => (count >= FEWEST ? [word] : []));
}
