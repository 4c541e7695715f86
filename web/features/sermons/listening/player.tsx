import { Ellipsis, LocateFixed, Pause, Play, RotateCcw, RotateCw, Timer, Volume2, VolumeX } from "lucide-react";
import { Suspense, useState } from "react";
import { chapterAt, type Chapter } from "../../../../shared/chapters.ts";
import { formatClock } from "../../../lib/clock.ts";
import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { SKIP_SECONDS } from "./moves.ts";
import { NoRecording } from "./no-recording.tsx";
import { PlaceBar } from "./place-bar.tsx";
import { toggle, type Playback, type PlaybackState } from "./playback.ts";
import { changeListening, RATES } from "./settings.ts";
import { useSleep } from "./sleep-timer.ts";

const loadSheet = () => import("./player-sheet.tsx");
const PlayerSheet = lazyPart(loadSheet);

interface PlayerProps {
  /** Null until it is opened. */
  playback: Playback | null;
  state: PlaybackState;
  chapters: readonly Chapter[];
  /** Set when the text no longer scrolls with the voice: resumes it. */
  onFollow?: (() => void) | undefined;
}

/** Play button, place, speed and what else a listener needs. The landing page has its own without React (routes/marketing/sample-player.ts). */
export function Player(props: PlayerProps) {
  const { playback, state, chapters } = props;
  const [sheet, setSheet] = useState<"none" | "open" | "closed">("none");
  return (
    <>
      <Shown {...props} onMore={() => setSheet("open")} />
      <Suspense>
        {/* It stays while another voice is loaded that was chosen in it. */}
        {playback && sheet !== "none" ? (
          <PlayerSheet
            open={sheet === "open"}
            playback={playback}
            state={state}
            chapters={chapters}
            onClose={() => setSheet("closed")}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function Shown({ playback, ...props }: PlayerProps & { onMore: () => void }) {
  const { status } = props.state;
  if (status === "unavailable") return <NoRecording />;
  if (!playback || status === "loading") return <Spinner label="Loading the recording..." className="py-3" />;
  return <Controls playback={playback} {...props} />;
}

type ControlsProps = PlayerProps & { playback: Playback; onMore: () => void };

function Controls({ playback, state, chapters, onFollow, onMore }: ControlsProps) {
  const { playing, time, rate, muted } = state;
  const sleep = useSleep();
  const nextRate = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1;
  const setRate = () => {
    playback.setRate(nextRate);
    changeListening({ rate: nextRate });
  };
  const isResumed = !playing && playback.beganAt() > 0 && time === playback.beganAt();
  const chapter = chapters[chapterAt(chapters, time)];
  const prepare = () => void loadSheet().catch(() => {});
  return (
    <section aria-label="Audio player" className="short:flex short:items-center short:gap-2">
      <PlaceBar playback={playback} state={state} chapters={chapters} />
      <div className="grid grid-cols-[1fr_auto_1fr] items-center short:flex short:gap-1">
        <div>
          <Button
            variant="ghost"
            size="sm"
            className="min-h-11 min-w-11 tabular-nums"
            aria-label={`Speed ${rate}, change to ${nextRate}`}
            onClick={setRate}
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
            onClick={() => toggle(playback)}
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
        <div className="flex items-center justify-self-end">
          <Button
            variant="ghost"
            size="icon"
            className="max-sm:hidden"
            aria-label={muted ? "Turn the sound on" : "Turn the sound off"}
            onClick={() => playback.setMuted(!muted)}
          >
            {muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="More for listening and reading"
            aria-haspopup="dialog"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={onMore}
          >
            <Ellipsis aria-hidden />
          </Button>
        </div>
      </div>
      {chapter || sleep || onFollow || isResumed ? (
        <div className="flex min-h-11 items-center justify-between gap-2 text-sm lg:min-h-9 short:min-h-0">
          <Button
            variant="ghost"
            size="sm"
            className={cn(
              "min-h-11 min-w-0 shrink justify-start font-normal text-muted-foreground lg:min-h-9 short:hidden",
              !chapter && "hidden",
            )}
            aria-label={`Chapter ${chapter?.name ?? ""}. Show all`}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={onMore}
          >
            <span className="truncate">{chapter?.name}</span>
          </Button>
          <span className="ml-auto flex shrink-0 items-center">
            {isResumed ? (
              <Button variant="ghost" size="sm" className="min-h-11 lg:min-h-9" onClick={() => playback.seek(0)}>
                From the beginning
              </Button>
            ) : null}
            {sleep ? (
              <Button
                variant="ghost"
                size="sm"
                className="min-h-11 tabular-nums lg:min-h-9"
                aria-label={`Sleep timer, ${Math.max(1, Math.round(sleep.remaining / 60))} minutes left. Change`}
                onClick={onMore}
              >
                <Timer aria-hidden />
                {formatClock(Math.max(0, sleep.remaining))}
              </Button>
            ) : null}
            {onFollow ? (
              <Button variant="ghost" size="sm" className="min-h-11 lg:min-h-9" onClick={onFollow}>
                <LocateFixed aria-hidden />
                <span className="short:sr-only">Back to the voice</span>
              </Button>
            ) : null}
          </span>
        </div>
      ) : null}
    </section>
  );
}
