import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callEndpoint } from "../../../lib/call-endpoint.ts";
import { isReadable, NONE_HEARD } from "./topic-readings.ts";
import { confirming, useHeard } from "./use-heard.ts";

vi.mock("../../../lib/call-endpoint.ts", { spy: true });

const READING = { key: "grief.self", heard: "Your father has died.", passage: null };

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(callEndpoint).mockResolvedValue({ readings: [READING], possible: [], audience: "self", language: null });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function heard(topic: string) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(useHeard, { wrapper, initialProps: topic });
}
async function pass(milliseconds: number): Promise<void> {
  // React renders at the end of each; the answer comes to what the first has rendered.
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const asked = () => vi.mocked(callEndpoint).mock.calls.map(([, body]) => (body as { prompt: string }).prompt);

test("a topic is asked for when nobody has typed for 400 ms", async () => {
  const { result, rerender } = heard("");
  for (const topic of ["my", "my fat", "my father", "my father died"]) {
    rerender(topic);
    await pass(399);
  }
  expect(asked()).toEqual([]);
  await pass(1);
  expect(asked()).toEqual(["my father died"]);
  expect(result.current.heard?.reading).toEqual(READING);
});

test("text that is the same again is not asked for again", async () => {
  const { rerender } = heard("");
  for (const topic of ["my father died", " my father died  ", "my father", "my father died"]) {
    rerender(topic);
    await pass(500);
  }
  expect(asked()).toEqual(["my father died", "my father"]);
});

test("nothing is asked for while offline", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { rerender } = heard("");
  rerender("my father died");
  await pass(10_000);
  expect(asked()).toEqual([]);
  rerender("");
  await pass(500);
  online.mockReturnValue(true);
  rerender("my father died in spring");
  await pass(500);
  expect(asked()).toEqual(["my father died in spring"]);
});

test("what was chosen holds while offline, and for a topic that is there when the form opens", async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const made = { audience: "other" } as const;
  const { result, rerender } = renderHook((topic: string) => useHeard(topic, made), {
    wrapper,
    initialProps: "my father died",
  });
  await pass(399);
  expect(asked()).toEqual([]);
  await pass(1);
  // Then as it is told for the other audience.
  await pass(10);
  await pass(10);
  expect(result.current.heard?.reading.key).toBe("grief.other");
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  rerender("my father died in spring");
  await pass(500);
  expect(result.current.heard).toBeNull();
  online.mockReturnValue(true);
  rerender("my father died in the spring");
  await pass(500);
  await pass(10);
  await pass(10);
  expect(result.current.heard?.reading.key).toBe("grief.other");
  rerender("");
  await pass(500);
  expect(result.current.choice).toEqual({});
});

test("what was confirmed stays for other words, and ends with an emptied topic", async () => {
  const { result, rerender } = heard("the bakery shut");
  await pass(400);
  act(() => result.current.confirm("sleepless", true));
  rerender("the bakery shut after 22 years");
  await pass(400);
  expect(result.current.choice.confirmed).toEqual(["sleepless"]);
  expect(result.current.heard?.reading.key).toBe("grief.self+sleepless");
  rerender("");
  await pass(400);
  rerender("something else entirely");
  await pass(400);
  expect(result.current.choice.confirmed).toBeUndefined();
});

test("the oldest of too many confirmed facts goes", () => {
  const facts = ["a", "b", "c", "d", "e", "f", "g"];
  expect(facts.reduce<string[]>((all, fact) => confirming(all, fact, true), [])).toEqual(facts.slice(1));
});

test("what was heard goes when the topic is emptied", async () => {
  const { result, rerender } = heard("");
  rerender("my father died");
  await pass(500);
  expect(result.current.heard).not.toBeNull();
  rerender("");
  await pass(500);
  expect(result.current.heard).toBeNull();
  // Nor does it come back while other words are being read.
  const answer = Promise.withResolvers<never>();
  vi.mocked(callEndpoint).mockReturnValue(answer.promise);
  rerender("hope and peace");
  await pass(500);
  expect(asked()).toEqual(["my father died", "hope and peace"]);
  expect(result.current.heard).toBeNull();
});

test("what was heard stays while somebody writes on", async () => {
  const { result, rerender } = heard("");
  rerender("my father died");
  await pass(500);
  vi.mocked(callEndpoint).mockReturnValue(Promise.withResolvers<never>().promise);
  rerender("my father died in spring");
  await pass(500);
  expect(asked()).toHaveLength(2);
  expect(result.current.heard?.reading).toEqual(READING);
});

test("two words or six letters are enough", () => {
  for (const topic of ["my father", "anxiety", "désert", "Psalm 23"]) expect(isReadable(topic), topic).toBe(true);
  for (const topic of ["", "grief", "123456", "hope!", "x".repeat(2001)]) expect(isReadable(topic), topic).toBe(false);
});

test("what it could be instead is not said in the words of what is heard", async () => {
  const homily = { key: "homily.congregation", heard: "A homily for a congregation, on Philippians 4:4–9.", passage: null };
  vi.mocked(callEndpoint).mockResolvedValue({
    readings: [homily, { ...homily, key: "worry.congregation" }, { ...READING, key: "money.congregation" }],
    audience: "congregation",
    language: null,
  });
  const { result } = heard("a sermon on Philippians 4:4-9");
  await pass(500);
  expect(result.current.heard?.others.map((other) => other.heard)).toEqual([READING.heard, NONE_HEARD]);
});
