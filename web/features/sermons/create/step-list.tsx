import { cn } from "../../../lib/cn.ts";
import { Button } from "../../../ui/button.tsx";
import { Candle } from "./candle.tsx";
import { FAILURES } from "./failures.ts";
import { STEPS, type StepName, type StepStatuses } from "./steps.ts";

const STILL = { text: "In progress", voice: "The recording is still being made", image: "The picture is still being made" };

/** What a step does now, in words. */
function wordsFor(name: StepName, steps: StepStatuses): string {
  const status = steps[name];
  if (status === "completed") return "Done";
  if (status === "error") return "Did not succeed";
  if (status === "pending") {
    if (name === "text" || steps.text === "completed") return "Waiting";
    return steps.text === "error" ? "Not begun" : "Waits for the text";
  }
  const isAnotherOver = STEPS.some(([other]) => other !== name && (steps[other] === "completed" || steps[other] === "error"));
  return isAnotherOver ? STILL[name] : "In progress";
}

interface StepListProps {
  steps: StepStatuses;
  /** Why the text failed. */
  reason?: string | null;
  /** Retries a failed text. */
  onTryAgain?: (() => void) | undefined;
}

/** The progress of a sermon: three steps, each with a candle. The only message about a failed text. */
export function StepList({ steps, reason, onTryAgain }: StepListProps) {
  return (
    <ol
      data-keep-clear=""
      aria-label="Progress"
      aria-live="polite"
      className={cn("grid gap-4 sm:grid-cols-3 sm:gap-6", steps.text === "error" && "items-start")}
    >
      {STEPS.map(([name, label]) => {
        const status = steps[name];
        const failed = status === "error";
        const why = failed && name === "text" ? reason : null;
        return (
          <li key={name} data-status={status} className={cn("flex items-center gap-3", why ? "items-start" : "sm:items-end")}>
            <Candle status={status} />
            <div className={cn("grid transition-colors", status === "pending" && "text-muted-foreground")}>
              <span className="leading-snug font-semibold">{label}</span>
              {why ? (
                <>
                  <span className="text-sm font-semibold text-destructive">{FAILURES.text.title}</span>
                  <span className="text-sm font-medium text-destructive">{why}</span>
                </>
              ) : (
                <span className={cn("text-sm text-muted-foreground", failed && "font-medium text-destructive")}>
                  {wordsFor(name, steps)}
                </span>
              )}
              {why && onTryAgain ? (
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-2 justify-self-start"
                  aria-label={`Try again: ${label}`}
                  onClick={onTryAgain}
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
