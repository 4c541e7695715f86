import type { Page } from "@playwright/test";
import type { Timings } from "../../shared/timings.ts";
import { expect } from "./fixtures.ts";

/** What is asked of the highlight, in seconds of the listener, at every speed. */
const LATEST = 0.15;
const EARLIEST = -0.05;

interface Measured {
  /** For each word: the longest time for which the page knew that it was due and did not show it. */
  lags: number[];
  /** For each word: from its time in the recording to the first frame that has it. */
  delays: number[];
}

/** In the page: plays, and looks in every frame at the word that is lit and at the place of the audio element. */
async function measure({ times, rate, count }: { times: Timings; rate: number; count: number }): Promise<Measured> {
  const audio = document.querySelector("audio");
  if (!audio) throw new Error("nothing plays");
  const starts = times.sentences.flatMap(({ words }) => words.map(([start]) => start));
  const firstOf = times.sentences.map((_, i) => times.sentences.slice(0, i).reduce((sum, { words }) => sum + words.length, 0));
  function shown(): number {
    const sentence = document.querySelector("[data-lit]");
    const word = sentence?.querySelector(".bg-lamp-firm");
    if (!sentence || !word) return -1;
    const before = document.createRange();
    before.setStart(sentence, 0);
    before.setEndBefore(word);
    return (firstOf[Number(sentence.getAttribute("data-sentence"))] ?? 0) + before.toString().split(/\s+/).length - 1;
  }
  const startOf = (word: number): number => starts[word] ?? Infinity;
  const lags = new Map<number, number>();
  const delays = new Map<number, number>();
  audio.playbackRate = rate;
  await audio.play();
  await new Promise<void>((resolve) => {
    const first = shown();
    let known = audio.currentTime;
    function onFrame(): void {
      const word = shown();
      // What is shown now was decided in the frame before, by the place that was read there: a machine that stands still between two
      // frames makes a word late for the eye, but not this. A page that is late by itself is late in every frame.
      const late = startOf(word + 1) <= known ? word + 1 : word;
      const lag = Math.max(0, (known - startOf(word + 1)) / rate);
      lags.set(late, Math.max(lag, lags.get(late) ?? 0));
      known = audio?.currentTime ?? 0;
      if (word > first && !delays.has(word)) delays.set(word, (known - startOf(word)) / rate);
      if (delays.size < count) requestAnimationFrame(onFrame);
      else resolve();
    }
    requestAnimationFrame(onFrame);
  });
  audio.pause();
  const after = [...lags.keys()].toSorted((a, b) => a - b).slice(1);
  return { lags: after.map((word) => lags.get(word) ?? 0), delays: [...delays.values()] };
}

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b);
const percentile = (numbers: readonly number[], part: number): number =>
  sorted(numbers)[Math.ceil(numbers.length * part) - 1] ?? Infinity;

/**
 * Plays at these speeds, each from `from` seconds on, and expects every word but one in ten to be lit within 150 ms of its time. The bound
 * holds for what the page itself is late by; the delay that an eye sees, which a busy machine adds to, is bounded in its median and printed
 * with `SHOW_FIGURES=1`.
 */
export async function expectWordsInTime(page: Page, times: Timings, speeds: { rates: number[]; words: number; from: number }) {
  for (const rate of speeds.rates) {
    await page.getByLabel("Place in the recording").fill(String(speeds.from));
    const { lags, delays } = await page.evaluate(measure, { times, rate, count: speeds.words });
    const ms = (seconds: number): number => Math.round(seconds * 1000);
    if (process.env["SHOW_FIGURES"])
      console.log(
        `speed ${rate}: late by themselves, 90 % within ${ms(percentile(lags, 0.9))} ms; seen: earliest ${ms(Math.min(...delays))}, ` +
          `median ${ms(percentile(delays, 0.5))}, 90 % within ${ms(percentile(delays, 0.9))} ms`,
      );
    expect(Math.min(...delays), `the earliest at speed ${rate}`).toBeGreaterThan(EARLIEST);
    expect(percentile(lags, 0.9), `late by itself at speed ${rate}`).toBeLessThan(LATEST);
    expect(percentile(delays, 0.5), `seen late at speed ${rate}`).toBeLessThan(LATEST);
  }
}
