import { expect, test } from "vitest";
import { readRequest } from "./request.ts";

test.for([
  ["Homily for a funeral on Thursday", "funeral", "homily"],
  ["3 points on Philippians 4:4-9", null, "points"],
  ["outline for ash wednesday evening", "lent", "outline"],
  ["Sunday school lesson about sharing", null, "lesson"],
  ["Easter morning on a care home ward", "easter", null],
  ["harvest festival, rural parish", "thanksgiving", null],
  ["my sister does not speak to me", null, null],
] as const)("“%s” asks for the occasion %s and the form %s", ([topic, occasion, form]) => {
  expect(readRequest(topic)).toMatchObject({ occasion, form });
});
