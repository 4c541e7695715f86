import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { estimateTimings } from "../../../../shared/estimated-timings.ts";
import { readSermon, spokenSentences } from "../../../../shared/sermon-text.ts";
import { DeviceVoice } from "./device-voice.ts";

const blocks = readSermon("# The Door\n\nIt is open. Come in, and sit down.\n\nStay.");
const timeline = estimateTimings(blocks);
const startOf = (sentence: number) => timeline.sentences[sentence]?.start ?? 0;

/** A synthesiser that says nothing until the test fires the utterance's events. */
class FakeUtterance extends EventTarget {
  text: string;
  rate = 1;
  volume = 1;
  voice: unknown = null;
  lang = "";
  constructor(text: string) {
    super();
    this.text = text;
  }
  tell(event: "boundary" | "end" | "error", details: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(event), details));
  }
}
let spoken: FakeUtterance[] = [];
const cancel = vi.fn<() => void>();
const last = () => spoken.at(-1) ?? new FakeUtterance("");

beforeEach(() => {
  spoken = [];
  cancel.mockClear();
  vi.stubGlobal("SpeechSynthesisUtterance", FakeUtterance);
  vi.stubGlobal("speechSynthesis", { speak: (utterance: FakeUtterance) => spoken.push(utterance), cancel });
});
afterEach(() => vi.unstubAllGlobals());

async function open(startAt = 0) {
  const playback = new DeviceVoice({
    sentences: spokenSentences(blocks),
    timeline: async () => timeline,
    voice: { voiceURI: "v", lang: "en-US" } as SpeechSynthesisVoice,
    startPlaying: false,
    startAt: async () => startAt,
    rate: 1.5,
    volume: 0.8,
  });
  await expect.poll(() => playback.state().status).toBe("ready");
  return playback;
}

test("each sentence is an utterance of its own, at the chosen speed, until the end", async () => {
  const playback = await open();
  playback.play();
  expect(last()).toMatchObject({ text: "The Door", rate: 1.5, volume: 0.8, lang: "en-US" });
  for (const text of ["It is open.", "Come in, and sit down.", "Stay."]) {
    last().tell("end");
    expect(last().text).toBe(text);
  }
  last().tell("end");
  expect(playback.state()).toMatchObject({ playing: false, ended: true });
  expect(playback.position()).toEqual({ sentence: -1, word: -1 });
});

test("words light up as the voice tells of them, and where it tells nothing the sentence does", async () => {
  const playback = await open();
  expect(playback.position().sentence).toBe(-1);
  playback.play();
  expect(playback.position()).toEqual({ sentence: 0, word: -1 });
  last().tell("end");
  last().tell("end");
  last().tell("boundary", { name: "word", charIndex: 0 });
  expect(playback.position()).toEqual({ sentence: 2, word: 0 });
  last().tell("boundary", { name: "word", charIndex: "Come in, and sit".indexOf("sit") });
  expect(playback.position()).toEqual({ sentence: 2, word: 3 });
});

test("a pause ends the utterance, and playing on begins its sentence again; the events of what was ended count no more", async () => {
  const playback = await open();
  playback.play();
  last().tell("end");
  const ended = last();
  playback.pause();
  expect(playback.state().playing).toBe(false);
  ended.tell("end");
  ended.tell("error", { error: "interrupted" });
  expect(spoken).toHaveLength(2);
  playback.play();
  expect(last().text).toBe("It is open.");
});

test("seeking leads to the sentence of that time, and on by less than a sentence to the next one", async () => {
  const playback = await open(startOf(1));
  playback.play();
  expect(last().text).toBe("It is open.");
  playback.seek(startOf(1) + 0.1);
  expect(last().text).toBe("Come in, and sit down.");
  playback.seek(0);
  expect(last().text).toBe("The Door");
  expect(playback.state().time).toBe(0);
  playback.setRate(2);
  expect(last()).toMatchObject({ text: "The Door", rate: 2 });
});

test("a voice that fails is unavailable, and closing silences it", async () => {
  const playback = await open();
  playback.play();
  last().tell("error", { error: "synthesis-failed" });
  expect(playback.state().status).toBe("unavailable");
  playback.close();
  expect(cancel).toHaveBeenCalled();
});
