import { useEffect } from "react";
import { startBackground } from "./background.ts";
import { useListeningSettings } from "./settings.ts";

/** The quiet sound that was chosen, as long as something plays. */
export function useBackground(playing: boolean): void {
  const { background } = useListeningSettings();
  useEffect(() => {
    if (playing && background !== "None" && "AudioContext" in globalThis) return startBackground(background);
  }, [playing, background]);
}
