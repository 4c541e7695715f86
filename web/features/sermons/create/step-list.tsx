import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { Candle } from "./candle.tsx";
import { STEPS, type StepName, type StepReasons, type StepStatus, type StepStatuses } from "./steps.ts";

const WORDS: Record<StepStatus, string> = {
  pending: "Waiting",
  "in-progress": "In progress",
  completed: "Done",
  error: "Did not succeed",
};

interface StepListProps {
  steps: StepStatuses;
  reasons?: StepReasons;
  /** Retries a failed step. */
  onTryAgain?: Partial<Record<StepName, () => void>>;
}

/** The progress of a sermon: three steps, each with a candle. */
export function StepList({ steps, reasons, onTryAgain }: StepListProps) {
  return (
    <ol data-keep-clear="" aria-label="Progress" aria-live="polite" className="grid gap-4 sm:grid-cols-3 sm:gap-6">
      {STEPS.map(([name, label]) => {
        const status = steps[name];
        const failed = status === "error";
        const tryAgain = failed ? onTryAgain?.[name] : undefined;
        return (
          <li
            key={name}
            data-status={status}
            className={cn("flex items-center gap-3", failed ? "sm:items-start" : "sm:items-end")}
          >
            <Candle status={status} />
            <div className={cn("grid transition-colors", status === "pending" && "text-muted-foreground")}>
              <span className="leading-snug font-semibold">{label}</span>
              <span className={cn("text-sm text-muted-foreground", failed && "font-medium text-destructive")}>
                {(failed && reasons?.[name]) || WORDS[status]}
              </span>
              {tryAgain ? (
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-2 justify-self-start"
                  aria-label={`Try again: ${label}`}
                  onClick={tryAgain}
                >
                  Try again
                </Button>
              ) : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
