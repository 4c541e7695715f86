import { expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "@lampstand/database";
import { withDefaults } from "./options.ts";
import { checkNewPassword, hashPassword, createPasswordChecker, weakness, hashThreads } from "./passwords.ts";

const matches = createPasswordChecker(4);
const RULES = { passwordMinLength: 8, passwordCharacters: [] };

test("a password matches its own hash only, and nothing matches no hash", async () => {
  const hash = await hashPassword("correct horse", 4);
  expect(await matches("correct horse", hash)).toBe(true);
  expect(await matches("correct horsE", hash)).toBe(false);
  expect(await matches("nobody has this password", null)).toBe(false);
  expect(await matches("anything", "not a hash")).toBe(false);
});

test("without a setting a hash costs 2,048 rounds, about 100 ms", () => {
  const options = {
    db: {} as Database,
    keys: { jwtSecret: "a secret of the tests" },
    publicUrl: "http://localhost:3000",
    productName: "App",
  };
  expect(withDefaults(options).passwordCost).toBe(11);
});

test("without a hash a dummy of the same cost is compared, so that the time is the same", async () => {
  const run = vi.spyOn(hashThreads, "run");
  onTestFinished(() => run.mockRestore());
  for (const cost of [4, 6]) expect(await createPasswordChecker(cost)("correct horse", undefined)).toBe(false);
  const compared = run.mock.calls.flatMap(([task]) => ("hash" in task ? [task.hash] : []));
  expect(compared.map((hash) => hash.slice(0, 7))).toEqual(["$2b$04$", "$2b$06$"]);
});

test("bcrypt's cut at 72 bytes lets no longer password in", async () => {
  const hash = await hashPassword("p".repeat(72), 4);
  expect(await matches("p".repeat(72), hash)).toBe(true);
  expect(await matches("p".repeat(73), hash)).toBe(false);
  expect(() => checkNewPassword(RULES, "ü".repeat(37))).toThrow(expect.objectContaining({ code: "validation_failed" }));
});

test("with a sibling's salt equal passwords have equal hashes, and different ones do not", async () => {
  const sibling = await hashPassword("correct horse", 4);
  expect(await hashPassword("correct horse", 4)).not.toBe(sibling);
  expect(await hashPassword("correct horse", 4, sibling)).toBe(sibling);
  expect(await hashPassword("another horse", 4, sibling)).not.toBe(sibling);
});

test("many passwords are hashed in turn, and those beyond the queue are refused at once", async () => {
  const hash = await hashPassword("correct horse", 4);
  const rush = await Promise.allSettled(Array.from({ length: 300 }, () => matches("correct horse", hash)));
  const refused = rush.filter((each) => each.status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(197);
  expect(refused[0]?.reason).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect(rush.filter((each) => each.status === "fulfilled" && each.value)).toHaveLength(300 - refused.length);
  expect(await matches("correct horse", hash)).toBe(true);
});

test("one network fills a tenth of the queue, and leaves the rest to others", async () => {
  const hash = await hashPassword("correct horse", 4);
  const from = (network: string | null, count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => matches("correct horse", hash, network)));
  const [flood, neighbour, here] = await Promise.all([from("203.0.113.1/32", 80), from("203.0.113.2/32", 8), from(null, 20)]);
  const refused = flood.filter((each) => each.status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(67);
  expect(refused[0]?.reason).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  expect([...neighbour, ...here].every((each) => each.status === "fulfilled" && each.value)).toBe(true);
  await expect(matches("correct horse", hash, "203.0.113.1/32")).resolves.toBe(true);
  const hashes = Array.from({ length: 80 }, () => hashPassword("correct horse", 4, undefined, "203.0.113.1/32"));
  expect((await Promise.allSettled(hashes)).filter((each) => each.status === "rejected").length).toBeGreaterThanOrEqual(67);
});

test("networks take turns: a single request does not wait for all of another network's", async () => {
  const hash = await hashPassword("correct horse", 4);
  const done: string[] = [];
  const from = async (network: string) => {
    await matches("correct horse", hash, network);
    done.push(network);
  };
  const flood = Array.from({ length: 10 }, () => from("203.0.113.1/32"));
  await Promise.all([...flood, from("203.0.113.2/32")]);
  expect(done.indexOf("203.0.113.2/32")).toBeLessThan(3);
});

test("networks that ask often queue apart, a hundred at most, and those that ask once find a place beside them", async () => {
  const hash = await hashPassword("correct horse", 4);
  const from = (network: string) => matches("correct horse", hash, network);
  const often = Array.from({ length: 150 }, (_, i) => `198.51.${i}.1/32`);
  // One after the other within a network, so that no network's own queue is full.
  for (let i = 0; i < 2; i++) for (const network of often) await from(network);
  const rush = Promise.allSettled(often.map(from));
  await expect(from("203.0.113.3/32")).resolves.toBe(true);
  const refused = (await rush).filter((each) => each.status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(40);
  expect(refused[0]?.reason).toMatchObject({ status: 429, code: "over_request_rate_limit" });
});

test("length is counted in characters, not in code units", () => {
  expect(weakness(RULES, "🕯".repeat(7))).toEqual({
    message: "Password should be at least 8 characters.",
    reasons: ["length"],
  });
  expect(weakness(RULES, "🕯".repeat(8))).toBeNull();
});
