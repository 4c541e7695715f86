import { expect, test } from "vitest";
import { readCard } from "./card-form.ts";

const NOW = new Date("2026-11-21T08:00:00Z");
const good = { number: "4242 4242 4242 4242", expiry: "12/34", cvc: "123", name: "Ada Lovelace" };

test("the test card is read, however its parts are spaced", () => {
  expect(readCard(good, NOW).holder).toEqual({ name: "Ada Lovelace", expMonth: 12, expYear: 2034 });
  expect(readCard({ ...good, number: "4242-4242-4242-4242", expiry: "1 / 2034" }, NOW).holder).toMatchObject({
    expMonth: 1,
    expYear: 2034,
  });
});

test("a card is good to the end of its month", () => {
  expect(readCard({ ...good, expiry: "11/26" }, NOW).errors).toBeNull();
  expect(readCard({ ...good, expiry: "10/26" }, NOW).errors).toHaveProperty("expiry");
});

test("a number that is not a test card's is refused, and never given back", () => {
  const read = readCard({ ...good, number: "4012 8888 8888 1881" }, NOW);
  expect(read.errors).toEqual({ number: "This is not a test card. Use 4242 4242 4242 4242." });
  expect(JSON.stringify(read)).not.toContain("1881");
});

test.each([
  [{ number: "" }, "number"],
  [{ expiry: "13/34" }, "expiry"],
  [{ expiry: "soon" }, "expiry"],
  [{ cvc: "12" }, "cvc"],
  [{ number: "3782 822463 10005", cvc: "123" }, "cvc"],
  [{ name: "  " }, "name"],
])("%o names the field that is wrong", (wrong, field) => {
  expect(Object.keys(readCard({ ...good, ...wrong }, NOW).errors ?? {})).toEqual([field]);
});

test("a form without any field names them all", () => {
  expect(Object.keys(readCard({}, NOW).errors ?? {}).toSorted()).toEqual(["cvc", "expiry", "name", "number"]);
});
