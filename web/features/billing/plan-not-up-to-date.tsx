import { useEffect, useRef, useState } from "react";
import { PLAN_READING } from "../../../shared/messages/billing.ts";
import { Button } from "../../ui/button.tsx";
import type { PlanReading } from "./subscription-status.ts";

/** Says that the plan beside it is of an earlier time, or not known at all, with a button to read it again. Nothing while it is up to date. */
export function PlanNotUpToDate({ reading: { status, failed, isFetching, retry } }: { reading: PlanReading }) {
  const [wasRetried, setRetried] = useState(false);
  const done = useRef<HTMLOutputElement>(null);
  const isMended = wasRetried && !failed;
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (isMended && document.activeElement === document.body) done.current?.focus();
  }, [isMended]);
  if (isMended) {
    return (
      <output ref={done} tabIndex={-1} className="sr-only">
        {PLAN_READING.upToDate}
      </output>
    );
  }
  if (!failed) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-l-2 border-lamp pl-3">
      <output>{status ? PLAN_READING.outdated : PLAN_READING.unknown}</output>
      <Button
        variant="outline"
        aria-disabled={isFetching}
        onClick={() => {
          if (isFetching) return;
          setRetried(true);
          retry();
        }}
      >
        {isFetching ? PLAN_READING.trying : PLAN_READING.tryAgain}
      </Button>
    </div>
  );
}
