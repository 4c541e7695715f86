import { positionAt, type ReadingPosition } from "../../../../shared/reading-position.ts";
import { textOf, type Sentence } from "../../../../shared/sermon-text.ts";
import type { Timings } from "../../../../shared/timings.ts";
import { NO_POSITION } from "../reader/highlight.ts";
import { LOADING, type Playback, type PlaybackState } from "./playback.ts";

interface DeviceSource {
  sentences: readonly Sentence[];
  /** The times of the recording, or estimated ones: places and chapters are the same as with the recording. */
  timeline: () => Promise<Timings>;
  voice: SpeechSynthesisVoice;
  startPlaying: boolean;
  startAt: () => Promise<number>;
  rate: number;
  volume: number;
}

/** Ends that were asked for: not failures. */
const ENDED = new Set(["interrupted", "canceled"]);

/** Index of the word that begins at this character of the sentence, or contains it. */
function wordAt({ words }: Sentence, character: number): number {
  let end = -1;
  return words.findIndex(({ text }) => (end += text.length + 1) > character);
}

/**
 * Reads a sermon by a voice of the browser (Web Speech API), each sentence as an utterance of its own: some browsers stop long ones, and some
 * tell nothing of the words. A pause ends the utterance, since on some phones a paused one never goes on; its sentence is begun again.
 */
export class DeviceVoice implements Playback {
  readonly canSetVolume = true;
  readonly #source: DeviceSource;
  readonly #listeners = new Set<() => void>();
  #state: PlaybackState;
  #timeline: Timings | null = null;
  #beganAt = 0;
  #sentence = 0;
  #word = -1;
  #isStarted = false;
  #fade = 1;
  /** Counts the utterances: the events of an earlier one say nothing any more. */
  #turn = 0;

  constructor(source: DeviceSource) {
    this.#source = source;
    this.#state = { ...LOADING, rate: source.rate, volume: source.volume };
    void this.#load();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): PlaybackState => this.#state;
  readonly beganAt = (): number => this.#beganAt;

  play(): void {
    if (this.#state.status === "unavailable") return;
    if (this.#state.ended) this.#sentence = 0;
    this.#isStarted = true;
    this.#change({ playing: true, ended: false });
    if (this.#timeline) this.#speak();
  }

  pause(): void {
    this.#silence();
    this.#change({ playing: false });
  }

  seek(seconds: number): void {
    if (!this.#timeline) return;
    const { sentences } = this.#timeline;
    const found = Math.max(0, positionAt(this.#timeline, seconds).sentence);
    // On by less than the rest of the sentence: else it would be heard again.
    const isSame = found === this.#sentence && seconds > this.#state.time && this.#state.playing;
    this.#sentence = Math.min(found + (isSame ? 1 : 0), sentences.length - 1);
    this.#word = -1;
    this.#isStarted ||= this.#time() !== this.#beganAt;
    this.#change({ ended: false });
    this.#speakAgain();
  }

  setRate(rate: number): void {
    this.#change({ rate });
    this.#speakAgain();
  }

  setVolume(volume: number): void {
    this.#change({ volume });
  }

  setMuted(muted: boolean): void {
    this.#change({ muted });
    this.#speakAgain();
  }

  /** Heard from the next sentence on: the volume of an utterance is set when it begins. */
  fade(part: number): void {
    this.#fade = part;
  }

  position(): ReadingPosition {
    return this.#isStarted && !this.#state.ended ? { sentence: this.#sentence, word: this.#word } : NO_POSITION;
  }

  close(): void {
    this.#silence();
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    const [timeline, time] = await Promise.all([this.#source.timeline(), this.#source.startAt().catch(() => 0)]);
    this.#timeline = timeline;
    this.#sentence = Math.max(0, positionAt(timeline, time).sentence);
    this.#beganAt = this.#time();
    this.#change({ status: "ready", duration: timeline.seconds });
    if (this.#state.playing || this.#source.startPlaying) this.play();
  }

  #time(): number {
    const sentence = this.#timeline?.sentences[this.#sentence];
    return sentence?.words[this.#word]?.[0] ?? sentence?.start ?? 0;
  }

  #change(change: Partial<PlaybackState>): void {
    const time = change.ended ? this.#state.duration : this.#time();
    this.#state = { ...this.#state, ...change, time };
    for (const listener of this.#listeners) listener();
  }

  #silence(): void {
    this.#turn++;
    speechSynthesis.cancel();
  }

  #speakAgain(): void {
    if (this.#state.playing && this.#timeline) this.#speak();
  }

  #speak(): void {
    const sentence = this.#source.sentences[this.#sentence];
    this.#silence();
    if (!sentence) return this.#change({ playing: false, ended: true });
    const turn = this.#turn;
    const { voice } = this.#source;
    const { rate, volume, muted } = this.#state;
    const utterance = new SpeechSynthesisUtterance(textOf(sentence.words));
    Object.assign(utterance, { voice, lang: voice.lang, rate, volume: muted ? 0 : volume * this.#fade });
    this.#word = -1;
    utterance.addEventListener("boundary", ({ name, charIndex }) => {
      if (turn !== this.#turn || name !== "word") return;
      this.#word = wordAt(sentence, charIndex);
      this.#change({});
    });
    utterance.addEventListener("end", () => {
      if (turn !== this.#turn) return;
      this.#sentence++;
      this.#speak();
      this.#change({});
    });
    utterance.addEventListener("error", ({ error }) => {
      if (turn !== this.#turn || ENDED.has(error)) return;
      // Refused without a tap or key: the button shows that it waits. Anything else will fail again.
      this.#change({ playing: false, status: error === "not-allowed" ? "ready" : "unavailable" });
    });
    speechSynthesis.speak(utterance);
    this.#change({});
  }
}
