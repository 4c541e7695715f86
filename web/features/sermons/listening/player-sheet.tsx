import { Volume2, VolumeX } from "lucide-react";
import { chapterAt, type Chapter } from "../../../../shared/chapters.ts";
import { formatClock } from "../../../lib/clock.ts";
import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet, SheetContent } from "../../../ui/sheet.tsx";
import { ChoiceGroup } from "./choice-group.tsx";
import type { Playback, PlaybackState } from "./playback.ts";
import { ReaderChoice } from "./reader-choice.tsx";
import { BACKGROUNDS, changeListening, TEXT_SIZES, useListeningSettings } from "./settings.ts";
import { SleepChoice } from "./sleep-choice.tsx";
import { KEYS } from "./use-keys.ts";

interface PlayerSheetProps {
  open: boolean;
  playback: Playback;
  state: PlaybackState;
  chapters: readonly Chapter[];
  onClose: () => void;
}

const AT_END = [
  { value: false, label: "Stop, or play the next" },
  { value: true, label: "Begin again" },
];
const NIGHT = [
  { value: false, label: "As the app" },
  { value: true, label: "Dimmed for the night" },
];

/** Everything of the player that is not needed all the time: chapters, sleep timer, sound, how the text looks, keys. */
export default function PlayerSheet({ open, playback, state, chapters, onClose }: PlayerSheetProps) {
  const { textSize, night, repeat, background } = useListeningSettings();
  return (
    <Sheet open={open} onOpenChange={(isOpen) => isOpen || onClose()}>
      <SheetContent title="Listening and reading" className="w-96 max-w-[90vw]">
        <div className="grid gap-8 pb-4">
          <Chapters playback={playback} time={state.time} chapters={chapters} />
          <SleepChoice time={state.time} chapters={chapters} />
          <ReaderChoice />
          <Sound playback={playback} state={state} />
          <ChoiceGroup
            legend="Under the voice"
            options={BACKGROUNDS.map((value) => ({ value, label: value }))}
            value={background}
            onChange={(value) => changeListening({ background: value })}
          />
          <ChoiceGroup
            legend="At the end"
            options={AT_END}
            value={repeat}
            onChange={(value) => changeListening({ repeat: value })}
          />
          <ChoiceGroup
            legend="Size of the text"
            options={TEXT_SIZES.map((value) => ({ value, label: value }))}
            value={textSize}
            onChange={(value) => changeListening({ textSize: value })}
          />
          <ChoiceGroup legend="Light" options={NIGHT} value={night} onChange={(value) => changeListening({ night: value })} />
          <Keys />
        </div>
      </SheetContent>
    </Sheet>
  );
}

function Chapters({ playback, time, chapters }: { playback: Playback; time: number; chapters: readonly Chapter[] }) {
  if (chapters.length === 0) return null;
  const now = chapterAt(chapters, time);
  return (
    <section aria-labelledby="player-chapters">
      <h3 id="player-chapters" className="mb-1 font-sans text-base font-semibold">
        Chapters
      </h3>
      <ol>
        {chapters.map(({ name, start }, i) => (
          <li key={start} className={cn("border-l-2 border-transparent", i === now && "border-lamp")}>
            <button
              type="button"
              aria-current={i === now || undefined}
              className="flex min-h-11 w-full items-center justify-between gap-3 pl-3 text-left hover:bg-muted"
              onClick={() => playback.seek(start)}
            >
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="text-sm text-muted-foreground tabular-nums">{formatClock(start)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sound({ playback, state: { volume, muted } }: { playback: Playback; state: PlaybackState }) {
  return (
    <section aria-labelledby="player-sound" className="grid gap-1">
      <h3 id="player-sound" className="font-sans text-base font-semibold">
        Sound
      </h3>
      <div className="flex items-center gap-2">
        <Button
          variant="ghost"
          size="icon"
          className="-ml-3"
          aria-label={muted ? "Turn the sound on" : "Turn the sound off"}
          onClick={() => playback.setMuted(!muted)}
        >
          {muted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        </Button>
        {playback.canSetVolume ? (
          <input
            type="range"
            aria-label="Volume"
            aria-valuetext={`${Math.round(volume * 100)} percent`}
            min={0}
            max={1}
            step={0.05}
            value={volume}
            onChange={({ target: { valueAsNumber } }) => {
              playback.setVolume(valueAsNumber);
              changeListening({ volume: valueAsNumber });
            }}
            className="h-11 w-full cursor-pointer accent-primary"
          />
        ) : (
          <p className="text-sm text-muted-foreground">The buttons of this device set the volume.</p>
        )}
      </div>
    </section>
  );
}

/** Hidden where nothing but a finger points: a phone has no keys. */
function Keys() {
  const { keys } = useListeningSettings();
  return (
    <section aria-labelledby="player-keys" className="grid gap-2 pointer-coarse:hidden">
      <h3 id="player-keys" className="font-sans text-base font-semibold">
        Keys
      </h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt className="font-semibold">{key}</dt>
            <dd className="text-muted-foreground">{what}</dd>
          </div>
        ))}
        <dt className="font-semibold">Page Up, Page Down</dt>
        <dd className="text-muted-foreground">on the bar: from chapter to chapter</dd>
        <dt className="font-semibold">↑ ↓, Enter</dt>
        <dd className="text-muted-foreground">on a sentence: to another one; hear it from there</dd>
      </dl>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={keys}
          onChange={({ target }) => changeListening({ keys: target.checked })}
          className="size-5 accent-primary"
        />
        Single keys work on the whole page
      </label>
    </section>
  );
}
