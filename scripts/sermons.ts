/**
 * `npm run sermons -- --topics FILE --minutes 5|10 --out DIR [--remember]`: writes one sermon per line of FILE with the built-in writer,
 * as 001.json, 002.json, ... of {topic, minutes, outcome, title, content, references, engine}. Blank lines are skipped.
 * The same file gives the same sermons. With --remember the lines are one person's days: each sermon avoids what came before.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { DURATIONS, TOPIC_MAX_CHARS } from "../shared/constants.ts";
import type { Duration } from "../shared/constants.ts";
import { createComposer } from "../server/vendors/writer/composer/composer.ts";
import { crisisAnswer, DECLINED_MESSAGE, resourceNote } from "../server/safety/answers.ts";
import { assessTopic, helpFor } from "../server/safety/crisis-gate.ts";
import type { WrittenSermon, Writer } from "../server/vendors/writer/writer.ts";

const options = z.object({
  topics: z.string().min(1),
  minutes: z.string().transform(Number).pipe(z.literal(DURATIONS)),
  out: z.string().min(1),
  remember: z.boolean().default(false),
});

const topic = z.string().min(1).max(TOPIC_MAX_CHARS);

interface SermonFile {
  topic: string;
  minutes: Duration;
  outcome: "sermon" | "crisis" | "declined";
  title: string;
  content: string;
  references: string[];
  engine: string;
}

async function write(writer: Writer, line: string, minutes: Duration, seed: string, memory: string[][]): Promise<WrittenSermon> {
  for await (const event of writer.write({ topic: line, minutes, seed, memory }, AbortSignal.timeout(60_000)))
    if (event.type === "done") return event.written;
  throw new Error("the writer ended without a sermon");
}

async function sermonFor(writer: Writer, line: string, minutes: Duration, seed: string, memory: string[][]): Promise<SermonFile> {
  const base = { topic: line, minutes, title: "", references: [], engine: writer.engine };
  const gate = assessTopic(line);
  if (gate.outcome === "crisis") return { ...base, outcome: "crisis", content: crisisAnswer(gate).message };
  if (gate.outcome === "declined") return { ...base, outcome: "declined", content: DECLINED_MESSAGE };
  const { sermon, content, memory: used } = await write(writer, line, minutes, seed, memory);
  memory.push(used);
  const help = resourceNote("US", helpFor(line));
  const note = help === "" ? "" : `\n\n${help}`;
  return { ...base, outcome: "sermon", title: sermon.title, content: content + note, references: sermon.references };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { topics: { type: "string" }, minutes: { type: "string" }, out: { type: "string" }, remember: { type: "boolean" } },
  });
  const parsed = options.safeParse(values);
  if (!parsed.success) {
    console.error(
      `usage: npm run sermons -- --topics FILE --minutes ${DURATIONS.join("|")} --out DIR [--remember]\n${z.prettifyError(parsed.error)}`,
    );
    process.exitCode = 2;
    return;
  }
  const { topics, minutes, out, remember } = parsed.data;
  const lines = (await readFile(topics, "utf8"))
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter(Boolean);
  await mkdir(out, { recursive: true });
  const writer = createComposer();
  const memory: string[][] = [];
  const counts = { sermon: 0, crisis: 0, declined: 0 };
  for (const [i, line] of lines.entries()) {
    if (!topic.safeParse(line).success)
      throw new Error(`line ${i + 1} of ${topics} is longer than ${TOPIC_MAX_CHARS} characters`);
    const file = await sermonFor(writer, line, minutes, `${i + 1}:${line}`, remember ? memory : []);
    counts[file.outcome]++;
    await writeFile(join(out, `${String(i + 1).padStart(3, "0")}.json`), `${JSON.stringify(file, null, 2)}\n`);
  }
  console.log(
    `${lines.length} topics: ${counts.sermon} sermons, ${counts.crisis} crisis, ${counts.declined} declined, in ${out}`,
  );
}

await main();
