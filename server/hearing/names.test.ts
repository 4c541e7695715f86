import { expect, test } from "vitest";
import { namesIn } from "./names.ts";

test("people whom a topic says to be somebody's are named", () => {
  expect(namesIn("Pray for my brother Lamin in Italy")).toEqual(["Lamin"]);
  expect(namesIn("something for our little neighbour Tom and his sister Grace")).toEqual(["Tom", "Grace"]);
  expect(namesIn("our Ruthie who has Downs got her first pay slip today")).toEqual(["Ruthie"]);
  expect(namesIn("Stillborn at 31 weeks. We named her Wren.")).toEqual(["Wren"]);
});

test("other words with a capital are nobody's name", () => {
  for (const topic of [
    "my Bible study group",
    "our Father in heaven",
    "my neighbour Mr Gill prays at four",
    "the hospice gave us a leaflet called What To Expect",
    "her name was Lindsay, with two hearts",
    "MY BROTHER LAMIN",
    "my Mum is ill",
    "my daughter Sunday school",
  ])
    expect(namesIn(topic), topic).toEqual([]);
});

test("nobody is named where more are named than one sentence holds", () => {
  expect(namesIn("my sons Tom, my daughter Ada, my brother Ben and my sister Eve")).toEqual([]);
});
