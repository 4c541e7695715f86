import { useEffect, useState } from "react";
import type { ReadingPosition } from "../../../../shared/reading-position.ts";
import type { Timings } from "../../../../shared/timings.ts";
import type { Playback } from "../listening/playback.ts";
import { NO_POSITION } from "./highlight.ts";

/** The current position, updated every frame while it plays, and after each seek. */
export function useReadingPosition(playback: Playback | null, timings: Timings | null): ReadingPosition {
  const [position, setPosition] = useState(NO_POSITION);
  useEffect(() => {
    if (!playback || !timings) return;
    let frame = 0;
    const onFrame = () => {
      cancelAnimationFrame(frame);
      const next = playback.position(timings);
      setPosition((now) => (now.sentence === next.sentence && now.word === next.word ? now : next));
      if (playback.state().playing) frame = requestAnimationFrame(onFrame);
    };
    onFrame();
    const unsubscribe = playback.subscribe(onFrame);
    return () => {
      cancelAnimationFrame(frame);
      unsubscribe();
    };
  }, [playback, timings]);
  return playback && timings ? position : NO_POSITION;
}
