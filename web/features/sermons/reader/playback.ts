/** What the player shows. Times in seconds. */
export interface PlaybackState {
  status: "loading" | "ready" | "unavailable";
  playing: boolean;
  time: number;
  duration: number;
  rate: number;
}

export const LOADING: PlaybackState = { status: "loading", playing: false, time: 0, duration: 0, rate: 1 };

export interface PlaybackSource {
  /** Gives an address that works for a while. Null: there is no recording. */
  sign: (() => Promise<string>) | null;
  onUnavailable: () => void;
}

/** Events after which the player looks different. */
const SHOWN_AT = ["play", "pause", "ended", "timeupdate", "seeked", "durationchange", "ratechange"];

/**
 * One recording in one audio element. When its address stops working a new one is asked for once, and playing goes on at the same
 * place; when that fails too, or there is none, it is unavailable.
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
    const on = (event: string, listener: () => void) => audio.addEventListener(event, listener, { signal: this.#closed.signal });
    for (const event of SHOWN_AT) on(event, () => this.#show());
    on("loadedmetadata", () => this.#begin());
    on("error", () => this.#renew());
    // The address works, so the next failure may be another expiry.
    on("playing", () => (this.#renewed = false));
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

  #begin(): void {
    if (this.#resumeAt) {
      const { time, playing } = this.#resumeAt;
      this.#resumeAt = null;
      this.audio.currentTime = time;
      if (playing) this.#play();
    }
    this.#show("ready");
  }

  #renew(): void {
    if (this.#renewed) return this.#giveUp();
    this.#renewed = true;
    const { paused, playbackRate } = this.audio;
    this.#resumeAt = { time: this.audio.currentTime, playing: !paused };
    // A new address resets the speed to the default one.
    this.audio.defaultPlaybackRate = playbackRate;
    void this.#load();
  }

  #play(): void {
    // Refused until a tap, the button shows it paused; a broken file is told by its own event.
    this.audio.play().catch(() => {});
  }

  #giveUp(): void {
    if (this.#closed.signal.aborted) return;
    this.#show("unavailable");
    this.#source.onUnavailable();
  }

  #show(status = this.#state.status): void {
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
