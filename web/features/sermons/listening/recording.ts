import type { ReadingPosition } from "../../../../shared/reading-position.ts";
import type { Timings } from "../../../../shared/timings.ts";
import { waitForNetwork } from "../../../lib/ask-again.ts";
import { isOnline } from "../../../lib/online.ts";
import { highlightPosition } from "../reader/highlight.ts";
import { LOADING, type Playback, type PlaybackState } from "./playback.ts";

interface RecordingSource {
  /** Creates a signed address, which expires. Null if there is no recording. */
  sign: (() => Promise<string>) | null;
  onUnavailable: () => void;
  /** Plays as soon as the recording is loaded. */
  startPlaying: boolean;
  /** Where to begin, in seconds. */
  startAt?: () => Promise<number>;
  rate?: number;
  volume?: number;
}

/** Audio events that change the displayed state. */
const STATE_EVENTS = ["play", "pause", "ended", "timeupdate", "seeked", "durationchange", "ratechange", "volumechange"];

/** Before each further attempt to load what broke off: at first it may only be that the address has expired. */
const PAUSES_MS = [0, 1000, 2000, 4000];

/** Whether setting an element's volume has an effect. */
function canSetVolume(): boolean {
  const probe = document.createElement("audio");
  probe.volume = 0.5;
  return probe.volume === 0.5;
}

/**
 * Plays one recording in one audio element. When it breaks off, since its signed address expired or a connection was lost, a new address is
 * requested, four times at most, and playback resumes at the same position. If that fails too, or there is no recording, the status is
 * "unavailable". Without a network it plays what it has, then is "loading" until there is one.
 */
export class Recording implements Playback {
  readonly audio: HTMLAudioElement;
  readonly canSetVolume = canSetVolume();
  #state = LOADING;
  readonly #source: RecordingSource;
  readonly #listeners = new Set<() => void>();
  readonly #closed = new AbortController();
  readonly #placed: Promise<void>;
  #failures = 0;
  #beganAt = 0;
  #volume: number;
  #resumeAt: { time: number; playing: boolean } | null = null;

  constructor(audio: HTMLAudioElement, source: RecordingSource) {
    this.audio = audio;
    this.#source = source;
    this.#volume = source.volume ?? 1;
    audio.volume = this.#volume;
    audio.preservesPitch = true;
    // Setting a new source resets the speed to this one.
    audio.defaultPlaybackRate = source.rate ?? 1;
    audio.playbackRate = source.rate ?? 1;
    if (source.startPlaying) this.#resumeAt = { time: 0, playing: true };
    const on = (event: string, listener: () => void) => audio.addEventListener(event, listener, { signal: this.#closed.signal });
    for (const event of STATE_EVENTS) on(event, () => this.#updateState());
    // Without an address it is told of the recording before, which the element goes on loading after it was closed.
    const onOwn = (event: string, listener: () => void) =>
      on(event, () => {
        if (audio.hasAttribute("src")) listener();
      });
    onOwn("loadedmetadata", () => this.#onLoaded());
    onOwn("error", () => void this.#renew());
    // The address works, so a later error may be its expiry.
    on("playing", () => (this.#failures = 0));
    const { signal } = this.#closed;
    window.addEventListener("online", () => this.#loadAgain(), { signal });
    this.#placed = this.#findPlace();
    void this.#load();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): PlaybackState => this.#state;
  readonly beganAt = (): number => this.#beganAt;

  play(): void {
    // A browser may refuse when it has seen no tap or key: the button then shows "paused". A broken file fires `error`.
    if (this.#state.status === "ready") {
      this.audio.play().catch(() => {});
      // Before the element's event: what plays is not let go of (use-sermon-listening.ts).
      this.#updateState();
    } else this.#resumeAt = { time: this.#resumeAt?.time ?? 0, playing: true };
  }

  pause(): void {
    if (this.#resumeAt) this.#resumeAt.playing = false;
    this.audio.pause();
  }

  seek(seconds: number): void {
    if (this.#state.status === "ready") this.audio.currentTime = Math.min(Math.max(seconds, 0), this.#state.duration);
  }

  setRate(rate: number): void {
    this.audio.defaultPlaybackRate = rate;
    this.audio.playbackRate = rate;
  }

  setVolume(volume: number): void {
    this.#volume = Math.min(Math.max(volume, 0), 1);
    this.audio.volume = this.#volume;
  }

  setMuted(muted: boolean): void {
    this.audio.muted = muted;
  }

  fade(part: number): void {
    this.audio.volume = this.#volume * part;
  }

  position(timings: Timings): ReadingPosition {
    return highlightPosition(this.audio, timings, this.#beganAt);
  }

  close(): void {
    this.#closed.abort();
    this.audio.pause();
    this.audio.muted = false;
    this.audio.removeAttribute("src");
  }

  async #findPlace(): Promise<void> {
    const time = (await this.#source.startAt?.().catch(() => 0)) ?? 0;
    if (time > 0) this.#resumeAt = { time, playing: this.#resumeAt?.playing ?? false };
    this.#beganAt = time;
  }

  async #load(): Promise<void> {
    try {
      if (!this.#source.sign) return this.#giveUp();
      const [address] = await Promise.all([this.#source.sign(), this.#placed]);
      if (this.#closed.signal.aborted) return;
      this.audio.src = address;
      this.audio.load();
    } catch {
      this.#giveUp();
    }
  }

  /** What was out of reach may be there when the network is. */
  #loadAgain(): void {
    if (this.#state.status !== "unavailable" || !this.#source.sign) return;
    this.#updateState("loading");
    void this.#load();
  }

  #onLoaded(): void {
    const resumeAt = this.#resumeAt;
    this.#resumeAt = null;
    if (resumeAt) this.audio.currentTime = resumeAt.time;
    this.#updateState("ready");
    if (resumeAt?.playing) this.play();
  }

  async #renew(): Promise<void> {
    const { paused, playbackRate } = this.audio;
    // An address that failed before it was loaded leaves the place where it was to begin.
    this.#resumeAt ??= { time: this.audio.currentTime, playing: !paused };
    this.audio.defaultPlaybackRate = playbackRate;
    const pause = PAUSES_MS[this.#failures++];
    if (pause === undefined && isOnline()) return this.#giveUp();
    if (pause) await waitForNetwork(pause, this.#closed.signal);
    void this.#load();
  }

  #giveUp(): void {
    if (this.#closed.signal.aborted) return;
    if (this.#source.sign && !isOnline()) return this.#waitForNetwork();
    this.#updateState("unavailable");
    this.#source.onUnavailable();
  }

  #waitForNetwork(): void {
    this.#updateState("loading");
    this.#failures = 0;
    window.addEventListener("online", () => void this.#load(), { once: true, signal: this.#closed.signal });
  }

  #updateState(status = this.#state.status): void {
    const { paused, ended, currentTime, duration, playbackRate, muted } = this.audio;
    this.#state = {
      status,
      playing: !paused && !ended,
      // A new address puts the element at 0 until it is loaded.
      time: this.#resumeAt?.time ?? currentTime,
      duration: Number.isFinite(duration) ? duration : 0,
      rate: playbackRate,
      volume: this.#volume,
      muted,
      ended,
    };
    for (const listener of this.#listeners) listener();
  }
}
