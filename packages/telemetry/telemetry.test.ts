import { expect, test } from "vitest";
import { begin, currentTrace, observed, observers, tracePayload, withTrace, type Observer, type Outcome } from "./index.ts";

function recorder(): { observer: Observer; told: { name: string; parent: string | null; outcome: Outcome }[] } {
  const told: { name: string; parent: string | null; outcome: Outcome }[] = [];
  const observer: Observer = ({ name }, { traceparent: parent }) => ({
    traceparent: `within ${name}`,
    end: (outcome) => void told.push({ name, parent, outcome }),
  });
  return { observer, told };
}
const TRACE = { requestId: "one", traceparent: null };

test("what a request causes is told as its own, each part within the one that began it", async () => {
  const { observer, told } = recorder();
  await withTrace(TRACE, observer, () =>
    observed({ kind: "job", name: "outer" }, async (note) => {
      note({ jobs: 2 });
      await observed({ kind: "vendor", name: "inner", attributes: { of: "writer" } }, async () => {
        expect(currentTrace()).toMatchObject({ requestId: "one", traceparent: "within inner" });
        expect(tracePayload()).toEqual({ trace: { requestId: "one", traceparent: "within inner" } });
      });
    }),
  );
  expect(told).toMatchObject([
    { name: "inner", parent: "within outer", outcome: { result: "ok", attributes: { of: "writer" } } },
    { name: "outer", parent: null, outcome: { result: "ok", attributes: { jobs: 2 } } },
  ]);
});

test("an error is told by its code or its class, never by its words, and still thrown", async () => {
  const { observer, told } = recorder();
  const failing = (error: Error) =>
    withTrace(TRACE, observer, () =>
      observed({ kind: "step", name: "text" }, async () => {
        throw error;
      }),
    );
  const coded = Object.assign(new Error("my father"), { code: "unavailable" });
  await expect(failing(coded)).rejects.toBe(coded);
  await expect(failing(new RangeError("my father"))).rejects.toThrow("my father");
  await expect(failing(Object.assign(new Error("x"), { code: "a sentence with spaces" }))).rejects.toThrow("x");
  await expect(failing(new DOMException("my father", "AbortError"))).rejects.toThrow("my father");
  expect(told.map(({ outcome }) => [outcome.result, outcome.attributes])).toEqual([
    ["error", { code: "unavailable" }],
    ["error", { code: "RangeError" }],
    ["error", { code: "Error" }],
    ["interrupted", { code: "AbortError" }],
  ]);
});

test("outside of a request nothing is told and nothing kept", async () => {
  expect(await observed({ kind: "job", name: "any" }, async () => 7)).toBe(7);
  expect(begin({ kind: "job", name: "any" }).within(() => 8)).toBe(8);
  expect([currentTrace(), tracePayload()]).toEqual([null, {}]);
});

test("an operation ends once, for every observer", () => {
  const [one, other] = [recorder(), recorder()];
  withTrace(TRACE, observers([one.observer, other.observer]), () => {
    const running = begin({ kind: "request", name: "GET /" });
    running.end();
    running.end(new Error("late"));
  });
  expect([one.told.length, other.told.length]).toEqual([1, 1]);
});
