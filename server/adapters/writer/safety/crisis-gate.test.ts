import { describe, expect, test } from "vitest";
import { assessText, assessTopic, crisisAnswer, resourceNote } from "./crisis-gate.ts";
import { helplineDirectory, helplinesFor } from "./helplines.ts";
// Topics with the outcome that a careful reader gives them. They prove the gate; they do not feed it.
import labelled from "./labelled-topics.json" with { type: "json" };

const EXPECTED = {
  "self-harm": { outcome: "crisis", kind: "self-harm" },
  abuse: { outcome: "crisis", kind: "abuse" },
  medical: { outcome: "crisis", kind: "medical" },
  "harm-to-others": { outcome: "crisis", kind: "harm-to-others" },
  resources: { outcome: "proceed_with_resources" },
  declined: { outcome: "declined" },
} as const;

describe.each(Object.entries(EXPECTED))("a topic labelled %s", (label, expected) => {
  test.each(labelled[label as keyof typeof EXPECTED])("“%s”", (topic) => {
    expect(assessTopic(topic)).toEqual(expected);
  });
});

describe("an ordinary topic is answered with a sermon", () => {
  test.each(labelled.proceed)("“%s”", (topic) => {
    expect(["proceed", "proceed_with_resources"]).toContain(assessTopic(topic).outcome);
  });
});

test("a danger in the middle of a long topic is found", () => {
  const long = "My week was full of small things and I am grateful for the garden. ".repeat(12);
  expect(assessTopic(`${long} I have the pills next to my bed. ${long}`)).toEqual({ outcome: "crisis", kind: "self-harm" });
});

test("capitals, line breaks, zero-width signs and typographic apostrophes hide nothing", () => {
  expect(assessTopic("I DON’T WANT\nTO LIVE ANYMORE").outcome).toBe("crisis");
  expect(assessTopic("kill\u200b myself").outcome).toBe("crisis");
});

test("a finished text that endangers its hearer is stopped, and one that names the danger is not", () => {
  expect(assessText("Trust God and stop taking your medication.")).toEqual({ outcome: "crisis", kind: "medical" });
  expect(assessText("Go back to your abusive husband and be patient.")).toEqual({ outcome: "crisis", kind: "abuse" });
  expect(assessText("They would be better off without you.")).toEqual({ outcome: "crisis", kind: "self-harm" });
  expect(assessText("Nothing in these lines asks you to stay with a man who hits you.").outcome).toBe("proceed");
  expect(assessText("> Judas went away and hanged himself.\n>\n> — Matthew 27:5").outcome).toBe("proceed");
});

test("the answer to a crisis names help in the person's country, the emergency number first", () => {
  expect(crisisAnswer("self-harm", "en-GB,en;q=0.9").helplines[0]?.contact).toBe("999");
  expect(crisisAnswer("self-harm").helplines.map((l) => l.contact)).toContain("Call or text 988");
  expect(crisisAnswer("abuse", "en").helplines[1]?.contact).toBe("1-800-799-7233");
  expect(crisisAnswer("medical", "fr-FR").helplines[0]?.href).toBe("tel:112");
  expect(crisisAnswer("self-harm", "not a locale;;").helplines[0]?.contact).toBe("911");
});

test("every country in the directory has an emergency number first, and somebody for each kind of crisis", () => {
  for (const [region, lines] of Object.entries(helplineDirectory()))
    for (const kind of ["self-harm", "abuse", "medical", "harm-to-others"] as const) {
      const found = helplinesFor(region, kind);
      expect(found[0]?.name, `${region}, ${kind}`).toMatch(/emergency/iu);
      expect(found.length, `${region}, ${kind}`).toBeGreaterThan(kind === "medical" ? 0 : 1);
      expect(lines.every(({ note }) => note.length > 0)).toBe(true);
    }
});

test("the note beside a sermon names a helpline", () => {
  expect(resourceNote()).toContain("Call or text 988");
});
