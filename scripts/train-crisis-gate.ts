import { writeFileSync } from "node:fs";
import { assessTopic, reachesCrisisThreshold } from "../server/safety/crisis-gate.ts";
import {
  allExamples,
  type Example,
  labelledExamples,
  strangerExamples,
  writtenExamples,
} from "../server/safety/meaning/examples.ts";
import { type Model, weigh, written } from "../server/safety/meaning/model.ts";
import { train } from "../server/safety/meaning/train.ts";

const USAGE = `npm run train:gate            writes the weights of the crisis gate anew from its topics
npm run train:gate -- --judge  first holds back situations in turn and prints what the model makes of them`;

const GROUPS = 5;
const rules = new Map<string, boolean>();

function stoppedByRules(topic: string): boolean {
  const known = rules.get(topic) ?? assessTopic(topic, null).outcome === "crisis";
  rules.set(topic, known);
  return known;
}

interface Count {
  of: number;
  rules: number;
  model: number;
  both: number;
}

function judge(model: Model, unseen: readonly Example[], counts: Record<"crises" | "ordinary", Count>): void {
  for (const { topic, label } of unseen) {
    if (label === "declined") continue;
    const count = counts[label === "ordinary" ? "ordinary" : "crises"];
    const byRules = stoppedByRules(topic);
    const byModel = reachesCrisisThreshold(topic, weigh(model, topic).danger);
    count.of++;
    if (byRules) count.rules++;
    if (byModel) count.model++;
    if (byRules || byModel) count.both++;
  }
}

const all = allExamples();

function heldBack(name: string, examples: readonly Example[]): void {
  const held = [...new Set(examples.map(({ situation }) => situation))];
  const counts = { crises: { of: 0, rules: 0, model: 0, both: 0 }, ordinary: { of: 0, rules: 0, model: 0, both: 0 } };
  for (let group = 0; group < GROUPS; group++) {
    const out = new Set(held.filter((_, i) => i % GROUPS === group));
    const model = train(all.filter(({ situation }) => !out.has(situation)));
    judge(
      model,
      examples.filter(({ situation }) => out.has(situation)),
      counts,
    );
  }
  for (const [what, { of, rules: byRules, model, both }] of Object.entries(counts))
    console.log(`${name}, ${what}: ${of}, stopped by the rules ${byRules}, by the model ${model}, by either ${both}`);
}

if (process.argv.includes("--help")) {
  console.log(USAGE);
} else {
  if (process.argv.includes("--judge")) {
    heldBack("a situation never met", writtenExamples());
    heldBack("a labelled topic never met", labelledExamples());
    heldBack("a stranger's topic", strangerExamples());
  }
  const model = train(all);
  writeFileSync(new URL("../server/safety/meaning/weights.txt", import.meta.url), written(model));
  console.log(`${all.length} topics, ${model.weights.size} features`);
}
