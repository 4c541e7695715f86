import { useEffect, useState } from "react";
import type { ReadingPosition } from "../../../../shared/reading-position.ts";
import { spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import type { Timings } from "../../../../shared/timings.ts";
import type { Playback } from "../listening/playback.ts";
import { NO_POSITION } from "./highlight.ts";

/** The timings if they match this text (one entry for each spoken sentence), else null: then nothing is highlighted. */
export function matchingTimings(timings: Timings | undefined, blocks: readonly Block[]): Timings | null {
  const sentences = spokenSentences(blocks);
  if (timings?.sentences.length !== sentences.length) return null;
  return {
    ...timings,
    // Word times that do not match are dropped; the sentence is still highlighted.
    sentences: timings.sentences.map((times, i) =>
      times.words.length === sentences[i]?.words.length ? times : { ...times, words: [] },
    ),
  };
}

/** The current position, updated every frame while it plays, and after each seek. */
export function useReadingPosition(playback: Playback | null, timings: Timings | null): ReadingPosition {
  const [position, setPosition] = useState(NO_POSITION);
  useEffect(() => {
    if (!playback || !timings) return setPosition(NO_POSITION);
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
  return position;
}
