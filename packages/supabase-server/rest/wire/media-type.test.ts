import { expect, test } from "vitest";
import { negotiate } from "./media-type.ts";

const JSON_ARRAY = { single: false, stripNulls: false, contentType: "application/json" };

test.each([
  [undefined, JSON_ARRAY],
  ["*/*", JSON_ARRAY],
  ["application/json", JSON_ARRAY],
  ["APPLICATION/JSON; charset=utf-8", JSON_ARRAY],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", JSON_ARRAY],
  ["application/vnd.pgrst.object+json", { single: true, stripNulls: false, contentType: "application/vnd.pgrst.object+json" }],
  [
    "application/vnd.pgrst.object+json;nulls=stripped",
    { single: true, stripNulls: true, contentType: "application/vnd.pgrst.object+json;nulls=stripped" },
  ],
  [
    "application/vnd.pgrst.array+json;nulls=stripped",
    { single: false, stripNulls: true, contentType: "application/vnd.pgrst.array+json;nulls=stripped" },
  ],
  [
    "application/json;q=0.5, application/vnd.pgrst.object+json",
    { single: true, stripNulls: false, contentType: "application/vnd.pgrst.object+json" },
  ],
])("Accept: %s", (accept, expected) => {
  expect(negotiate(accept)).toEqual(expected);
});

test.each([
  ["text/csv"],
  ["application/geo+json"],
  ['application/vnd.pgrst.plan+text; for="application/json"; options=;'],
  ["application/json;q=0"],
  ["nonsense"],
  ["constructor"],
  ["__proto__"],
  ["toString"],
])("Accept: %s is not available", (accept) => {
  expect(() => negotiate(accept)).toThrow(expect.objectContaining({ code: "PGRST107", status: 406 }));
});
