import { readFileSync } from "node:fs";
import { z } from "zod";
import { assessTopic } from "../server/safety/crisis-gate.ts";
import { LANGUAGES } from "../server/safety/languages/codes.ts";

const USAGE = `node scripts/measure-gate.ts             prints what the gate makes of the topics that it is developed with, by language and way
node scripts/measure-gate.ts --held-out  of those that nobody may look at: figures only, and nothing is tuned by them afterwards`;

const topic = z.object({ topic: z.string(), expect: z.string(), way: z.enum(["plain", "misspelled", "hinted", "ordinary"]) });
const file = z.object({ development: z.array(topic), heldOut: z.array(topic) });
type Topic = z.infer<typeof topic>;

const story = z.object({ topic: z.string(), label: z.string(), way: z.enum(["plain", "hinted", "ordinary"]) });
/** Topics in English as people tell them, by details and at length. */
const stories = (): Topic[] =>
  readFileSync(new URL("../server/safety/meaning/held-out.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => story.parse(JSON.parse(line)))
    .map(({ topic: text, label, way }) => ({ topic: text, expect: label, way }));

const FOLDER = new URL("../server/safety/languages/topics/", import.meta.url);

interface Count {
  all: number;
  stopped: number;
  /** Whether somebody is in danger. */
  asked: number;
  /** With a sermon and a line about help. */
  lines: number;
}

function countOf(topics: readonly Topic[]): Count {
  const found = topics.map((one) => assessTopic(one.topic));
  const asked = found.filter((one) => one.outcome === "crisis" && !one.certain).length;
  return {
    all: topics.length,
    stopped: found.filter(({ outcome }) => outcome === "crisis" || outcome === "declined").length - asked,
    asked,
    lines: found.filter(({ outcome }) => outcome === "proceed_with_resources").length,
  };
}

/** What is counted apart: hinted topics that should be stopped, and those for which a line is right. */
const WAYS: readonly (readonly [string, (topic: Topic) => boolean])[] = [
  ["plain", ({ way }) => way === "plain"],
  ["misspelled", ({ way }) => way === "misspelled"],
  ["hinted", ({ way, expect }) => way === "hinted" && expect !== "lines"],
  ["weary", ({ way, expect }) => way === "hinted" && expect === "lines"],
  ["ordinary", ({ way }) => way === "ordinary"],
];

function row(name: string, topics: readonly Topic[]): string {
  const cells = WAYS.map(([way, belongs]) => {
    const { all, stopped, asked, lines } = countOf(topics.filter(belongs));
    return `${way} ${stopped}+${asked}+${lines} of ${all}`.padEnd(26);
  });
  return name.padEnd(7) + cells.join("");
}

if (process.argv.includes("--help")) console.log(USAGE);
else {
  const half = process.argv.includes("--held-out") ? "heldOut" : "development";
  console.log(`${half}: stopped + asked about + with a line, of all`);
  const read = LANGUAGES.map(
    (language) => file.parse(JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), "utf8")))[half],
  );
  for (const [i, topics] of read.entries()) console.log(row(LANGUAGES[i] ?? "", topics));
  console.log(row("all", read.flat()));
  if (half === "heldOut") console.log(row("stories", stories()));
}
