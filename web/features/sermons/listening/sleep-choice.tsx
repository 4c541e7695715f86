import { chapterAt, type Chapter } from "../../../../shared/chapters.ts";
import { formatClock } from "../../../lib/clock.ts";
import { ChoiceGroup } from "./choice-group.tsx";
import { cancelSleep, SLEEP_MINUTES, startSleep, useSleep, type Sleep } from "./sleep-timer.ts";

interface SleepChoiceProps {
  time: number;
  chapters: readonly Chapter[];
}

type Choice = number | "off" | "chapter";

function chosenOf(sleep: Sleep | undefined): Choice {
  if (!sleep) return "off";
  return "minutes" in sleep ? sleep.minutes : "chapter";
}

/** When to stop by itself. */
export function SleepChoice({ time, chapters }: SleepChoiceProps) {
  const sleep = useSleep();
  const chapter = chapters[chapterAt(chapters, time)];
  const options: { value: Choice; label: string }[] = [
    { value: "off", label: "Off" },
    ...(chapter ? [{ value: "chapter" as const, label: "End of this chapter" }] : []),
    ...SLEEP_MINUTES.map((minutes) => ({ value: minutes, label: `${minutes} minutes` })),
  ];
  const choose = (value: Choice) => {
    if (value === "off") cancelSleep();
    else if (value !== "chapter") startSleep({ minutes: value });
    else if (chapter) startSleep({ chapterEnd: chapter.end });
  };
  return (
    <div className="grid gap-2">
      <ChoiceGroup legend="Sleep timer" options={options} value={chosenOf(sleep?.chosen)} onChange={choose} />
      {sleep ? (
        <p className="text-sm text-muted-foreground tabular-nums">
          Stops quietly in {formatClock(Math.max(0, sleep.remaining))}.
        </p>
      ) : null}
    </div>
  );
}
