import { useEffect, useState } from "react";

export type AudioStatus = "loading" | "ready" | "unavailable";

export interface Playback {
  /** Goes on the page's audio element. */
  attach: (audio: HTMLAudioElement | null) => void;
  audio: HTMLAudioElement | null;
  status: AudioStatus;
  playing: boolean;
  /** Seconds. */
  time: number;
  duration: number;
  rate: number;
  toggle: () => void;
  seek: (seconds: number) => void;
  setRate: (rate: number) => void;
}

/**
 * Plays one recording. `sign` gives an address that works for a while; when it stops working a new one is asked for once, and
 * playing goes on at the same place. Null: there is no recording.
 */
export function usePlayback(sign: (() => Promise<string>) | null, onUnavailable: () => void): Playback {
  const [audio, attach] = useState<HTMLAudioElement | null>(null);
  const [status, setStatus] = useState<AudioStatus>("loading");
  const [shown, setShown] = useState({ playing: false, time: 0, duration: 0, rate: 1 });

  useEffect(() => {
    if (!audio) return;
    let left = false;
    let renewed = false;
    let resumeAt: { time: number; playing: boolean } | null = null;
    const giveUp = () => {
      if (left) return;
      setStatus("unavailable");
      onUnavailable();
    };
    const load = async () => {
      if (!sign) return giveUp();
      try {
        const address = await sign();
        if (left) return;
        audio.src = address;
        audio.load();
      } catch {
        giveUp();
      }
    };
    const show = () =>
      setShown({
        playing: !audio.paused && !audio.ended,
        time: audio.currentTime,
        duration: Number.isFinite(audio.duration) ? audio.duration : 0,
        rate: audio.playbackRate,
      });
    const onLoaded = () => {
      setStatus("ready");
      if (resumeAt) {
        audio.currentTime = resumeAt.time;
        if (resumeAt.playing) void audio.play().catch(() => {}); // The browser wants a tap first: the button shows it paused.
        resumeAt = null;
      }
      show();
    };
    const onError = () => {
      if (left || renewed) return giveUp();
      renewed = true;
      resumeAt = { time: audio.currentTime, playing: !audio.paused };
      void load();
    };
    // The address works again, so the next failure may be another expiry.
    const onPlaying = () => {
      renewed = false;
      show();
    };
    const listeners: [string, () => void][] = [
      ["loadedmetadata", onLoaded],
      ["error", onError],
      ["playing", onPlaying],
      ...["play", "pause", "ended", "timeupdate", "seeked", "durationchange", "ratechange"].map((event): [string, () => void] => [event, show]),
    ];
    for (const [event, listener] of listeners) audio.addEventListener(event, listener);
    void load();
    return () => {
      left = true;
      for (const [event, listener] of listeners) audio.removeEventListener(event, listener);
      audio.pause();
      audio.removeAttribute("src");
    };
  }, [audio, sign, onUnavailable]);

  const seek = (seconds: number) => {
    if (audio && status === "ready") audio.currentTime = Math.min(Math.max(seconds, 0), shown.duration);
  };
  return {
    attach,
    audio,
    status,
    ...shown,
    seek,
    toggle: () => {
      if (!audio || status !== "ready") return;
      if (audio.paused) void audio.play().catch(() => {}); // An error of the file arrives as its own event.
      else audio.pause();
    },
    setRate: (rate) => {
      if (audio) audio.playbackRate = rate;
    },
  };
}
