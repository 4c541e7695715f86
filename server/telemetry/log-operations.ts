import type { Observer, Operation, Outcome } from "@lampstand/telemetry";
import type { Logger } from "pino";

const BEGUN: Partial<Record<Operation["kind"], string>> = { job: "a job began", step: "a step began" };
const ENDED: Record<Operation["kind"], string> = {
  request: "answered",
  job: "a job was done",
  step: "a step was completed",
  vendor: "a vendor answered",
};

/** One line for the end of each operation; a step's at level `info`, those of the rest, and each beginning, at `debug`. */
export function logOperations(log: Logger): Observer {
  return (operation) => {
    const { kind, attributes } = operation;
    const begun = BEGUN[kind];
    if (begun !== undefined) log.debug({ ...attributes }, begun);
    return { traceparent: null, end: (outcome) => tell(log, kind, outcome) };
  };
}

function tell(log: Logger, kind: Operation["kind"], { result, seconds, attributes }: Outcome): void {
  const ms = Math.round(seconds * 1000);
  // server/http/server.ts tells of requests, the queue of jobs that failed.
  if (kind === "request" || (kind === "job" && result === "error")) return;
  if (result === "error") log.warn({ ...attributes, ms }, kind === "step" ? "a step failed" : "a vendor failed");
  else if (result === "interrupted") log.info({ ...attributes, ms }, "interrupted: it is done again");
  else log[kind === "step" ? "info" : "debug"]({ ...attributes, ms }, ENDED[kind]);
}
