import { cn } from "../../../lib/cn.ts";
import { Candle } from "./candle.tsx";
import { STEPS, type StepStatus, type StepStatuses } from "./steps.ts";

const WORDS: Record<StepStatus, string> = {
  pending: "Waiting",
  "in-progress": "In progress",
  completed: "Done",
  error: "Did not succeed",
};

/** The progress of a sermon: three candles, lit one after another. */
export function StepList({ steps }: { steps: StepStatuses }) {
  return (
    <ol aria-label="Progress" aria-live="polite" className="grid gap-4 sm:grid-cols-3 sm:gap-6">
      {STEPS.map(([name, label]) => {
        const status = steps[name];
        return (
          <li key={name} data-status={status} className="flex items-center gap-3 sm:items-end">
            <Candle status={status} />
            <div className={cn("grid transition-colors", status === "pending" && "text-muted-foreground")}>
              <span className="leading-snug font-semibold">{label}</span>
              <span className={cn("text-sm text-muted-foreground", status === "error" && "font-medium text-destructive")}>
                {WORDS[status]}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
