import type { CSSProperties, KeyboardEvent } from "react";
import { chapterAt, type Chapter } from "../../../../shared/chapters.ts";
import { formatClock } from "../../../lib/clock.ts";
import { nextChapter, previousChapter } from "./moves.ts";
import type { Playback, PlaybackState } from "./playback.ts";

// React's type of `style` does not know custom properties.
const playedStyle = (time: number, duration: number) =>
  ({ "--played": `${duration > 0 ? (time / duration) * 100 : 0}%` }) as CSSProperties;

const spoken = (seconds: number) => `${Math.floor(seconds / 60)} minutes ${Math.floor(seconds % 60)} seconds`;

// A thin track with a round thumb; the played part is coloured.
const rangeClass =
  "relative h-11 w-full cursor-pointer bg-transparent accent-primary [&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full " +
  "[&::-webkit-slider-runnable-track]:bg-border [&::-webkit-slider-runnable-track]:bg-[linear-gradient(var(--color-primary))] " +
  "[&::-webkit-slider-runnable-track]:[background-size:var(--played)_100%] [&::-webkit-slider-runnable-track]:bg-no-repeat " +
  "[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none " +
  "[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-primary supports-[selector(::-webkit-slider-thumb)]:appearance-none";

interface PlaceBarProps {
  playback: Playback;
  state: PlaybackState;
  chapters: readonly Chapter[];
}

/** The place in the recording, with a mark for each chapter. Page Up and Page Down go from chapter to chapter. */
export function PlaceBar({ playback, state: { time, duration }, chapters }: PlaceBarProps) {
  const chapter = chapters[chapterAt(chapters, time)];
  const onKeyDown = (event: KeyboardEvent) => {
    const to =
      event.key === "PageUp" ? nextChapter(chapters, time) : event.key === "PageDown" ? previousChapter(chapters, time) : null;
    if (to === null || chapters.length === 0) return;
    event.preventDefault();
    playback.seek(to);
  };
  return (
    <div className="flex items-center gap-3 short:min-w-0 short:flex-1">
      <span className="w-10 text-right text-sm text-muted-foreground tabular-nums short:max-sm:hidden">{formatClock(time)}</span>
      <div className="relative grid min-w-0 flex-1 items-center">
        <input
          type="range"
          aria-label="Place in the recording"
          aria-valuetext={`${spoken(time)} of ${spoken(duration)}${chapter ? `, ${chapter.name}` : ""}`}
          min={0}
          max={Math.ceil(duration)}
          step={1}
          value={Math.floor(time)}
          onChange={(event) => playback.seek(event.target.valueAsNumber)}
          onKeyDown={onKeyDown}
          style={playedStyle(time, duration)}
          className={rangeClass}
        />
        {chapters.slice(1).map(({ name, start }) => (
          <span
            key={start}
            title={name}
            aria-hidden
            // The thumb, 16 px wide, stands within the bar at both ends.
            style={{ left: `calc(8px + (100% - 16px) * ${duration > 0 ? start / duration : 0})` }}
            className="pointer-events-none absolute h-2.5 w-0.5 -translate-x-1/2 rounded-full bg-muted-foreground"
          />
        ))}
      </div>
      <span className="w-10 text-sm text-muted-foreground tabular-nums short:max-sm:hidden">{formatClock(duration)}</span>
    </div>
  );
}
