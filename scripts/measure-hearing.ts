/**
 * `npm run measure:hearing [-- --held-out]`: how well the situations are heard: the facts that they say, for whom they are, and the
 * passages that they ask for; and of those for the person or somebody they love, what is heard once they confirm what is so among the
 * facts that are asked about. Prints numbers; with `--list` also the topics of the development set that are misread.
 */
import { overlapsRanges } from "../server/hearing/asked-passage.ts";
import { audienceOf } from "../server/hearing/audience.ts";
import { possibleFacts } from "../server/hearing/possible-facts.ts";
import { isSaid, readTopic, weighTopic } from "../server/hearing/reading.ts";
import { readRequest } from "../server/hearing/request.ts";
import { readSituations } from "../server/hearing/situations/situations.ts";
import { isTelling, withImplied } from "../server/themes/facts.ts";
import { readThemes } from "../server/themes/themes.ts";

const isHeldOut = process.argv.includes("--held-out");
const list = process.argv.includes("--list") && !isHeldOut;
const situations = readSituations(isHeldOut ? "held-out" : "development");
const count = { said: 0, heard: 0, right: 0, falsely: 0, audience: 0, asked: 0, honoured: 0, unasked: 0 };
const asking = { situations: 0, said: 0, heard: 0, falsely: 0, confirmed: 0, questions: 0, so: 0 };
const confusions = new Map<string, number>();
const themes = readThemes();

for (const { topic, facts, for: audience, passage } of situations) {
  const said = withImplied(facts);
  const likelihoods = weighTopic(topic, themes);
  const heard = new Set([...likelihoods.facts].filter(([one, likely]) => isSaid(one, likely)).map(([one]) => one));
  const telling = facts.filter(isTelling);
  const missed = telling.filter((one) => !withImplied(heard).has(one));
  const wrong = [...heard].filter((one) => isTelling(one) && !said.has(one));
  count.said += telling.length;
  count.heard += telling.length - missed.length;
  count.falsely += wrong.length;
  const request = readRequest(topic);
  const found = audienceOf(topic, request);
  if (found === audience) count.audience++;
  else confusions.set(`${audience} taken for ${found}`, (confusions.get(`${audience} taken for ${found}`) ?? 0) + 1);
  if (passage) count.asked++;
  if (passage && overlapsRanges(passage, request.passages)) count.honoured++;
  if (!passage && request.passages.length > 0) count.unasked++;
  if (audience === "self" || audience === "other") {
    const [best] = readTopic(topic, themes, { likelihoods });
    const before = withImplied([...heard, ...(best?.said ?? [])]);
    const questions = possibleFacts(likelihoods, audience);
    const confirmed = questions.filter((one) => said.has(one));
    const after = withImplied([...before, ...confirmed]);
    asking.situations++;
    asking.said += telling.length;
    asking.heard += telling.filter((one) => before.has(one)).length;
    asking.falsely += wrong.length;
    asking.confirmed += telling.filter((one) => after.has(one)).length;
    asking.questions += questions.length;
    asking.so += confirmed.length;
  }
  if (list && (missed.length > 0 || wrong.length > 0 || found !== audience))
    console.log(
      `${topic.slice(0, 160)}\n    missed ${missed.join(", ") || "-"}; wrong ${wrong.join(", ") || "-"}; ${audience} as ${found}`,
    );
}
console.log(`${situations.length} situations
facts: ${count.said} said, ${count.heard} heard; ${count.falsely} heard that were not said
audience: ${count.audience} right; ${[...confusions].map(([what, n]) => `${what} ${n}`).join(", ")}
asking, in the ${asking.situations} that are not for hearers: ${asking.said} facts said, ${asking.heard} heard (and ${asking.falsely} falsely), ${asking.confirmed} once what is so was confirmed; ${asking.questions} questions, ${asking.so} of them so
passages: ${count.asked} asked for, ${count.honoured} found; ${count.unasked} found that are not in the list`);
