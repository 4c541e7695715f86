import { expect, test } from "vitest";
import { withImplied } from "../themes/facts.ts";
import { readThemes } from "../themes/themes.ts";
import { audienceOf } from "./audience.ts";
import { isHandedOver } from "./handed-over.ts";
import { readTopic } from "./reading.ts";
import { readRequest } from "./request.ts";

const themes = readThemes();

test("a sermon that somebody else will read or hear is given to them", () => {
  for (const topic of [
    "For my friend, I want to read it to him at the shop",
    "something that my son can listen to, he listens when he runs",
    "She agreed to listen to one sermon",
    "My wife starts chemotherapy on Thursday. She would like something to read in the chair.",
    "to read to my mother in the nursing home",
  ])
    expect(isHandedOver(topic), topic).toBe(true);
  for (const topic of ["my brother is ill and I worry", "pray for my sister Ada", "for my neighbour, whose dog was put down"])
    expect(isHandedOver(topic), topic).toBe(false);
});

test("who will leave it on somebody's desk asks for somebody else", () => {
  const topic = "Something for my boss, who shouts since his wife left. I'd leave it on his desk.";
  expect(audienceOf(topic, readRequest(topic))).toBe("other");
});

test("the wife of a drinker, a prisoner or a dying man is not told that she is one", () => {
  for (const topic of [
    "For my sister, her husband drinks every night. She'll read it on the bus.",
    "For my mum, whose husband is in prison since May. She listens to sermons when she irons.",
    "For my friend at her father's deathbed, I want to read it to her",
  ]) {
    const [reading] = readTopic(topic, themes, { audience: "other" });
    expect(["addiction", "behind-bars"], topic).not.toContain(reading?.theme.id);
    for (const one of ["addicted", "in-prison", "dying"] as const) expect(reading?.facts, topic).not.toContain(one);
  }
});

test("whoever is given a sermon is not taken for the one who stands beside them", () => {
  const topic = "For my colleague Judith at the library, on chemo till August. She'll read it on the bus.";
  const [reading] = readTopic(topic, themes);
  expect(reading?.audience).toBe("other");
  expect(reading?.theme.id).toBe("illness");
  for (const one of withImplied(["other-ill"])) expect(reading?.facts).not.toContain(one);
  const [asker] = readTopic("For my colleague Judith at the library, on chemo till August.", themes, { audience: "other" });
  expect(asker?.facts).toContain("worried-for-other");
});
