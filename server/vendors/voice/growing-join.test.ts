import { expect, test } from "vitest";
import { growingJoin } from "./growing-join.ts";
import { frameBytes, silence } from "./mp3.ts";

const WORDS = 65;
/** At 130 words a minute. */
const SECONDS = 30;

/** A block that is spoken for so long, with one sentence of one word; without a length it is not spoken. */
const block = (seconds: number) => ({
  frames: new Uint8Array(silence(seconds)),
  sentences: [[[0, seconds] as [number, number]]],
});
const expected = (seconds: readonly number[]) => seconds.map((length) => ({ pause: 1, seconds: length }));

function join(lengths: readonly number[], expecting = lengths) {
  const joined = growingJoin(expected(expecting), WORDS);
  const parts = lengths.map((seconds) => joined.add(block(seconds)));
  return { parts, ...joined.finish() };
}
const bytesOf = (parts: readonly { frames: Uint8Array }[]): number => parts.reduce((sum, { frames }) => sum + frames.length, 0);
/** The pauses between the blocks, in seconds. */
const pausesOf = ({ sentences }: { sentences: readonly { start: number; end: number }[] }): number[] =>
  sentences.slice(1).map(({ start }, i) => start - (sentences[i]?.end ?? 0));

test("The parts together are the recording, as long as was told with the first, with the times of all sentences", () => {
  const { parts, mp3, timings } = join([5, 7, 6, 8]);
  expect(new Set(parts.map(({ bytes, seconds }) => `${bytes} ${seconds}`)).size).toBe(1);
  expect(parts[0]?.bytes).toBe(bytesOf(parts));
  expect(Buffer.concat(parts.map(({ frames }) => frames)).equals(mp3)).toBe(true);
  expect(parts.flatMap(({ sentences }) => sentences)).toEqual(timings.sentences);
  expect(timings.seconds).toBe(parts[0]?.seconds);
  expect(timings.seconds).toBeCloseTo(SECONDS, 0);
});

test("What is spoken more slowly or faster than was expected takes its time from the pauses that come, and gives it back", () => {
  const usual = [5, 7, 6, 8];
  for (const pace of [0.97, 1.03]) {
    const lengths = usual.map((seconds) => seconds * pace);
    const { parts, timings } = join(lengths, usual);
    expect(bytesOf(parts)).toBe(parts[0]?.bytes);
    for (const pause of pausesOf(timings)) {
      expect(pause).toBeGreaterThan(0.47);
      expect(pause).toBeLessThan(1.73);
    }
  }
});

test("It keeps to the byte what it told, also where half a frame decides and all speech is a little longer than was expected", () => {
  for (let n = 0; n < 400; n++) {
    const expecting = [5, 7, 6, 8].map((seconds) => seconds + n * 0.0031);
    const { parts } = join(
      expecting.map((seconds) => seconds * 1.004),
      expecting,
    );
    expect(bytesOf(parts), String(n)).toBe(parts[0]?.bytes);
  }
});

test("Speech that no pause can fit in is longer than was told, and whole", () => {
  const { parts, mp3, timings } = join([7, 9, 8, 10], [5, 7, 6, 8]);
  expect(bytesOf(parts)).toBeGreaterThan(parts[0]?.bytes ?? 0);
  expect(mp3.length).toBe(bytesOf(parts));
  expect(timings.sentences.at(-1)?.end).toBeLessThan(timings.seconds);
});

test("A single block has no silence but the end, whatever was expected of it", () => {
  const { timings } = join([2], [3]);
  expect(timings.seconds).toBeCloseTo(2.45, 1);
});

test("A sentence that nobody speaks has the moment at which the next one begins, also in the next part", () => {
  const joined = growingJoin(expected([5, 0, 6, 0]), WORDS);
  const silent = { frames: new Uint8Array(), sentences: [[[0, 0] as [number, number]]] };
  const known = [block(5), silent, block(6), silent].map((spoken) => joined.add(spoken).sentences);
  expect(known.map((sentences) => sentences.length)).toEqual([1, 0, 2, 1]);
  const { timings } = joined.finish();
  expect(timings.sentences[1]).toMatchObject({ start: timings.sentences[2]?.start, end: timings.sentences[2]?.start });
  expect(timings.sentences[3]?.start).toBe(timings.seconds);
  expect(frameBytes(timings.seconds)).toBeGreaterThan(0);
});
