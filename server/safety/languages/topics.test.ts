import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const FOLDER = join(import.meta.dirname, "topics");
const FILES = readdirSync(FOLDER);

const topic = z
  .strictObject({
    topic: z.string().min(1).max(2000),
    /** The kind of danger; `lines`: a sermon with helplines under it; `proceed`: an ordinary topic. */
    expect: z.enum(["self-harm", "abuse", "harm-to-others", "medical", "lines", "proceed"]),
    way: z.enum(["plain", "misspelled", "hinted", "ordinary"]),
  })
  .refine((entry) => (entry.way === "ordinary") === (entry.expect === "proceed"));
/** `heldOut` is not looked at while the gate is worked on. */
const file = z.strictObject({ language: z.string(), development: z.array(topic).length(20), heldOut: z.array(topic).length(20) });

test.for(FILES)("%s has twenty topics to work with and twenty held out, none of them twice", (name) => {
  const { language, development, heldOut } = file.parse(JSON.parse(readFileSync(join(FOLDER, name), "utf8")));
  expect(`${language}.json`).toBe(name);
  const topics = [...development, ...heldOut].map((entry) => entry.topic);
  expect(new Set(topics).size).toBe(topics.length);
});
