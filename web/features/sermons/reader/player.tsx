import { LocateFixed, Pause, Play, RotateCcw, RotateCw } from "lucide-react";
import type { CSSProperties } from "react";
import { formatClock } from "../../../lib/clock.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { Playback, PlaybackState } from "./playback.ts";

export const SKIP_SECONDS = 10;
const RATES = [1, 1.25, 1.5, 0.75];

// React's type of `style` does not know custom properties.
const playedStyle = (time: number, duration: number) =>
  ({ "--played": `${duration > 0 ? (time / duration) * 100 : 0}%` }) as CSSProperties;

const spoken = (seconds: number) => `${Math.floor(seconds / 60)} minutes ${Math.floor(seconds % 60)} seconds`;

// A thin track with a round thumb; the played part is coloured.
const rangeClass =
  "h-8 w-full cursor-pointer accent-primary [&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full " +
  "[&::-webkit-slider-runnable-track]:bg-border [&::-webkit-slider-runnable-track]:bg-[linear-gradient(var(--color-primary))] " +
  "[&::-webkit-slider-runnable-track]:[background-size:var(--played)_100%] [&::-webkit-slider-runnable-track]:bg-no-repeat " +
  "[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none " +
  "[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-primary supports-[selector(::-webkit-slider-thumb)]:appearance-none";

interface PlayerProps {
  /** Null until the audio element is attached. */
  playback: Playback | null;
  state: PlaybackState;
  /** Set when the text no longer scrolls with the voice: resumes it. */
  onFollow?: (() => void) | undefined;
}

/** Play button, position and speed. The landing page has its own without React (routes/marketing/sample-player.ts). */
export function Player({ playback, state, onFollow }: PlayerProps) {
  const { status, playing, time, duration, rate } = state;
  if (status === "unavailable") {
    return (
      <p className="py-3 text-muted-foreground">
        The audio file is currently unavailable. You can still read the sermon content.
      </p>
    );
  }
  if (!playback || status === "loading") return <Spinner label="Loading the recording..." className="py-3" />;
  const nextRate = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
  return (
    <section aria-label="Audio player" className="grid gap-1 short:flex short:items-center short:gap-4">
      <div className="flex items-center gap-3 short:min-w-0 short:flex-1">
        <span className="w-10 text-right text-sm text-muted-foreground tabular-nums short:max-sm:hidden">
          {formatClock(time)}
        </span>
        <input
          type="range"
          aria-label="Place in the recording"
          aria-valuetext={`${spoken(time)} of ${spoken(duration)}`}
          min={0}
          max={Math.ceil(duration)}
          step={1}
          value={Math.floor(time)}
          onChange={(event) => playback.seek(event.target.valueAsNumber)}
          style={playedStyle(time, duration)}
          className={rangeClass}
        />
        <span className="w-10 text-sm text-muted-foreground tabular-nums short:max-sm:hidden">{formatClock(duration)}</span>
      </div>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 short:flex short:gap-1">
        <div>
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11 tabular-nums"
            aria-label={`Speed ${rate}, change to ${nextRate}`}
            onClick={() => playback.setRate(nextRate)}
          >
            {rate}×
          </Button>
        </div>
        <div className="flex items-center gap-2 short:gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Back ${SKIP_SECONDS} seconds`}
            onClick={() => playback.seek(time - SKIP_SECONDS)}
          >
            <RotateCcw aria-hidden />
          </Button>
          <Button
            size="icon"
            className="size-14 rounded-full short:size-11 [&_svg]:size-6"
            aria-label={playing ? "Pause" : "Play"}
            onClick={() => playback.toggle()}
          >
            {playing ? (
              <Pause className="fill-current" aria-hidden />
            ) : (
              <Play className="translate-x-0.5 fill-current" aria-hidden />
            )}
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Forward ${SKIP_SECONDS} seconds`}
            onClick={() => playback.seek(time + SKIP_SECONDS)}
          >
            <RotateCw aria-hidden />
          </Button>
        </div>
        <div className="justify-self-end">
          {onFollow ? (
            <Button variant="ghost" size="sm" className="min-h-11" aria-label="Follow the voice" onClick={onFollow}>
              <LocateFixed aria-hidden />
              <span className="max-sm:sr-only">Follow</span>
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  );
}
