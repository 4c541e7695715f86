import { expect, test } from "vitest";
import { isDayNear } from "./day-near.ts";

test("a day that is near is heard", () => {
  for (const topic of ["gcse maths tmrw", "Uni tomorrow.", "she is due in 3 weeks", "our wedding next Saturday"])
    expect(isDayNear(topic), topic).toBe(true);
});

test("a day that is over is not", () => {
  for (const topic of ["took three funerals this week", "he died on Tuesday", "last Sunday", "two weeks sober"])
    expect(isDayNear(topic), topic).toBe(false);
});
