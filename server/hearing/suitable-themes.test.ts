import { expect, test } from "vitest";
import { unsuitable } from "./suitable-themes.ts";

test.each([
  "my cousin has not been sober for a month",
  "she isn't clean any more",
  "I’m no longer sober",
  "dad is never sober on sundays",
])("sobriety that is denied is no joy: %s", (topic) => {
  expect([...unsuitable(topic).themes]).toEqual(["sober-today", "glad-for-another"]);
  expect(unsuitable(topic).facts).toContain("sober");
});

test.each([
  "I have been sober for a month",
  "I've never been sober this long",
  "not sober a month yet, and so thankful",
  "I'm not sober by my own strength",
  "he was not sober then and now he is ten years clean",
])("sobriety that is said stays a joy: %s", (topic) => {
  expect(unsuitable(topic).themes.size).toBe(0);
});

test.each(["harvest talk for the infants", "infant school leavers", "a teacher of infants at a village school", "infants"])(
  "infants at school are no newborn children: %s",
  (topic) => {
    for (const theme of ["new-life", "child-loss"]) expect(unsuitable(topic).themes).toContain(theme);
  },
);

test.each(["baptism of two infants in the school chapel", "one of our infants died, school assembly tomorrow", "our infant son"])(
  "other infants are: %s",
  (topic) => {
    expect(unsuitable(topic).themes.size).toBe(0);
  },
);

test("a son who marries his girlfriend is not gay", () => {
  expect(unsuitable("our son told us he is marrying the girlfriend we never warmed to").facts).toContain("other-gay");
  expect(unsuitable("our son came out to his girlfriend").facts).not.toContain("other-gay");
  expect(unsuitable("our son told us on Saturday, and my husband hugged him").facts).not.toContain("other-gay");
});

test("sobriety of somebody else is no addiction, unless there is a shadow on it", () => {
  expect(unsuitable("my cousin has been sober for a month").facts).toContain("other-addicted");
  expect(unsuitable("my cousin has been sober for a month but he lies again").facts).not.toContain("other-addicted");
  expect(unsuitable("my cousin has not been sober for a month").facts).not.toContain("other-addicted");
});
