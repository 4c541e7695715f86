import { describe, expect, it } from "vitest";
import { busiestDay, coresFor, HABITS, needs, percentile, waits, type Arrival } from "./scale-model.ts";

/** Arrivals at random, `aSecond` on average, each of one second. */
function steady(count: number, aSecond: number): Arrival[] {
  let state = 1;
  let at = 0;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    at += -Math.log(state / 2_147_483_647) / aSecond;
    return { at, cpuSeconds: 1 };
  });
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("waiting for a sermon", () => {
  it("agrees with the formula for one server of constant service time (Pollaczek and Khinchine)", () => {
    for (const load of [0.5, 0.8]) expect(mean(waits(steady(400_000, load), 1)) / (load / (2 * (1 - load)))).toBeCloseTo(1, 1);
  });

  it("is nothing where everybody has a core, and each core takes the next as soon as it is free", () => {
    const atOnce = Array.from({ length: 5 }, () => ({ at: 10, cpuSeconds: 4 }));
    expect(waits(atOnce, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(waits(atOnce, 2)).toEqual([0, 0, 4, 4, 8]);
    expect(
      waits(
        [
          { at: 0, cpuSeconds: 9 },
          { at: 1, cpuSeconds: 2 },
          { at: 2, cpuSeconds: 1 },
          { at: 3, cpuSeconds: 1 },
        ],
        2,
      ),
    ).toEqual([0, 0, 1, 1]);
  });

  it("is short with the cores that are counted, and too long with one fewer", () => {
    const day = busiestDay(20_000, "test");
    const cores = coresFor(day, 5);
    expect(cores).toBeGreaterThan(1);
    expect(percentile(waits(day, cores), 0.99)).toBeLessThanOrEqual(5);
    expect(percentile(waits(day, cores - 1), 0.99)).toBeGreaterThan(5);
  });
});

describe("the busiest day", () => {
  it("is the same for the same seed, and in order", () => {
    const day = busiestDay(1000, "test");
    expect(busiestDay(1000, "test")).toEqual(day);
    expect(day.map((one) => one.at)).toEqual(day.map((one) => one.at).toSorted((a, b) => a - b));
  });

  it("has as many sermons as the habits say, most of them in the evening", () => {
    const day = busiestDay(100_000, "test");
    expect(day.length / (((100_000 * HABITS.sermonsPerMonth) / 30) * HABITS.busiestDay)).toBeCloseTo(1, 1);
    const evening = day.filter((one) => one.at >= 20 * 3600).length / day.length;
    expect(evening).toBeGreaterThan(0.35);
    expect(evening).toBeLessThan(0.45);
  });
});

it("needs ten times the files and calls for ten times the members, and fewer than ten times the cores", () => {
  const [small, large] = [needs(100_000, 60_000), needs(1_000_000, 60_000)];
  expect(large.filesPerYear / small.filesPerYear).toBeCloseTo(10);
  expect(large.calls / small.calls).toBeCloseTo(10);
  expect(large.cores).toBeLessThan(10 * small.cores);
  expect(large.cores).toBeGreaterThan(8 * small.cores);
});

it("takes nothing as the percentile of nothing", () => {
  expect(percentile([], 0.99)).toBe(0);
  expect(percentile([3, 1, 2], 0.5)).toBe(2);
});
