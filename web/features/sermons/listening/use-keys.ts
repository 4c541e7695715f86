import { useEffect } from "react";
import { SKIP_SECONDS, STEP_SECONDS } from "./moves.ts";
import { toggle, type Playback } from "./playback.ts";
import { changeListening, listeningSettings } from "./settings.ts";

const VOLUME_STEP = 0.1;
/** Where a key has a meaning of its own. */
const TAKES_KEYS = "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]";
/** Where Space and Enter press. */
const PRESSES = "button, a, summary";

/** What the help says of them. */
export const KEYS: [keys: string, what: string][] = [
  ["Space", "play and pause"],
  ["← →", `${STEP_SECONDS} seconds back and on`],
  ["J L", `${SKIP_SECONDS} seconds back and on`],
  ["M", "sound off and on"],
  ["+ −", "louder and softer"],
];

function changeVolume(playback: Playback, by: number): void {
  const volume = Math.round(Math.min(Math.max(playback.state().volume + by, 0), 1) * 10) / 10;
  playback.setVolume(volume);
  changeListening({ volume });
}

function act(playback: Playback, key: string): boolean {
  const { time, muted } = playback.state();
  const actions: Record<string, () => void> = {
    " ": () => toggle(playback),
    arrowleft: () => playback.seek(time - STEP_SECONDS),
    arrowright: () => playback.seek(time + STEP_SECONDS),
    j: () => playback.seek(time - SKIP_SECONDS),
    l: () => playback.seek(time + SKIP_SECONDS),
    m: () => playback.setMuted(!muted),
    "+": () => changeVolume(playback, VOLUME_STEP),
    "-": () => changeVolume(playback, -VOLUME_STEP),
  };
  const action = actions[key];
  action?.();
  return action !== undefined;
}

/** Single keys for the player, where no field has the focus. `playback` is null while nothing can play. */
export function useKeys(playback: Playback | null): void {
  useEffect(() => {
    if (!playback) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, altKey, ctrlKey, metaKey, defaultPrevented } = event;
      if (altKey || ctrlKey || metaKey || defaultPrevented || !listeningSettings().keys) return;
      const element = target instanceof Element ? target : document.body;
      if (element.closest(TAKES_KEYS) || (event.key === " " && element.closest(PRESSES))) return;
      if (act(playback, event.key.toLowerCase())) event.preventDefault();
    };
    // In the capture phase: before Space counts as scrolling (use-auto-scroll.ts).
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [playback]);
}
