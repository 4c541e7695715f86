import { isOnline } from "../../../lib/online.ts";

/** State shown by the player. Times in seconds. */
export interface PlaybackState {
  status: "loading" | "ready" | "unavailable";
  playing: boolean;
  time: number;
  duration: number;
  rate: number;
}

export const LOADING: PlaybackState = { status: "loading", playing: false, time: 0, duration: 0, rate: 1 };

export interface PlaybackSource {
  /** Creates a signed address, which expires. Null if there is no recording. */
  sign: (() => Promise<string>) | null;
  onUnavailable: () => void;
  /** Plays as soon as the recording is loaded. */
  startPlaying: boolean;
}

/** Audio events that change the displayed state. */
const STATE_EVENTS = ["play", "pause", "ended", "timeupdate", "seeked", "durationchange", "ratechange"];

/**
 * Plays one recording in one audio element. When its signed address expires, a new one is requested once and playback resumes at the same
 * position. If that fails too, or there is no recording, the status is "unavailable". Without a network it plays what it has, then is
 * "loading" until there is one.
 */
export class Playback {
  readonly audio: HTMLAudioElement;
  #state = LOADING;
  readonly #source: PlaybackSource;
  readonly #listeners = new Set<() => void>();
  readonly #closed = new AbortController();
  #renewed = false;
  #resumeAt: { time: number; playing: boolean } | null = null;

  constructor(audio: HTMLAudioElement, source: PlaybackSource) {
    this.audio = audio;
    this.#source = source;
    if (source.startPlaying) this.#resumeAt = { time: 0, playing: true };
    const on = (event: string, listener: () => void) => audio.addEventListener(event, listener, { signal: this.#closed.signal });
    for (const event of STATE_EVENTS) on(event, () => this.#updateState());
    on("loadedmetadata", () => this.#onLoaded());
    on("error", () => this.#renew());
    // The address works, so a later error may be its expiry: allow one more renewal.
    on("playing", () => (this.#renewed = false));
    const { signal } = this.#closed;
    window.addEventListener("online", () => this.#loadAgain(), { signal });
    void this.#load();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): PlaybackState => this.#state;

  toggle(): void {
    if (this.#state.status !== "ready") return;
    if (this.audio.paused) this.#play();
    else this.audio.pause();
  }

  seek(seconds: number): void {
    if (this.#state.status === "ready") this.audio.currentTime = Math.min(Math.max(seconds, 0), this.#state.duration);
  }

  setRate(rate: number): void {
    this.audio.playbackRate = rate;
  }

  close(): void {
    this.#closed.abort();
    this.audio.pause();
    this.audio.removeAttribute("src");
  }

  async #load(): Promise<void> {
    try {
      if (!this.#source.sign) return this.#giveUp();
      const address = await this.#source.sign();
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
    if (this.#resumeAt) {
      const { time, playing } = this.#resumeAt;
      this.#resumeAt = null;
      this.audio.currentTime = time;
      if (playing) this.#play();
    }
    this.#updateState("ready");
  }

  #renew(): void {
    if (this.#renewed && isOnline()) return this.#giveUp();
    this.#renewed = true;
    const { paused, playbackRate } = this.audio;
    this.#resumeAt = { time: this.audio.currentTime, playing: !paused };
    // Setting a new source resets the speed to `defaultPlaybackRate`.
    this.audio.defaultPlaybackRate = playbackRate;
    void this.#load();
  }

  #play(): void {
    // A browser may refuse when it has seen no tap or key: the button then shows "paused". A broken file fires `error`.
    this.audio.play().catch(() => {});
  }

  #giveUp(): void {
    if (this.#closed.signal.aborted) return;
    if (this.#source.sign && !isOnline()) return this.#waitForNetwork();
    this.#updateState("unavailable");
    this.#source.onUnavailable();
  }

  #waitForNetwork(): void {
    this.#updateState("loading");
    this.#renewed = false;
    window.addEventListener("online", () => void this.#load(), { once: true, signal: this.#closed.signal });
  }

  #updateState(status = this.#state.status): void {
    const { paused, ended, currentTime, duration, playbackRate } = this.audio;
    this.#state = {
      status,
      playing: !paused && !ended,
      time: currentTime,
      duration: Number.isFinite(duration) ? duration : 0,
      rate: playbackRate,
    };
    for (const listener of this.#listeners) listener();
  }
}
