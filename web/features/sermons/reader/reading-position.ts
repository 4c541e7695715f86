import { useEffect, useState } from "react";
import type { ReadingPosition } from "../../../../shared/reading-position.ts";
import { spokenSentences, type Block } from "../../../../shared/sermon-text.ts";
import type { Timings } from "../../../../shared/timings.ts";
import { highlightPosition, NO_POSITION } from "./highlight.ts";

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

/** The current position, updated every frame while the audio plays, and after each seek. */
export function useReadingPosition(audio: HTMLAudioElement | null, timings: Timings | null): ReadingPosition {
  const [position, setPosition] = useState(NO_POSITION);
  useEffect(() => {
    if (!audio || !timings) return;
    let frame = 0;
    const update = () => {
      const next = highlightPosition(audio, timings);
      setPosition((now) => (now.sentence === next.sentence && now.word === next.word ? now : next));
    };
    const onFrame = () => {
      cancelAnimationFrame(frame);
      update();
      if (!audio.paused && !audio.ended) frame = requestAnimationFrame(onFrame);
    };
    const events = ["play", "pause", "seeked", "ended", "loadedmetadata"] as const;
    for (const event of events) audio.addEventListener(event, onFrame);
    onFrame();
    return () => {
      cancelAnimationFrame(frame);
      for (const event of events) audio.removeEventListener(event, onFrame);
    };
  }, [audio, timings]);
  return position;
}
