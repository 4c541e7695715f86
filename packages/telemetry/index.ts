import { AsyncLocalStorage } from "node:async_hooks";

/** Work whose time and result are told. Nothing of it is what a person wrote: names are the code's, attributes are ids, codes and counts. */
export interface Operation {
  kind: "request" | "job" | "step" | "vendor";
  /** One of few: a route's pattern, a job's name. */
  name: string;
  attributes?: Attributes;
}

export type Attributes = Readonly<Record<string, string | number>>;

export interface Outcome {
  /** `interrupted`: it was asked to stop, and is done again. */
  result: "ok" | "error" | "interrupted";
  seconds: number;
  /** Those of the operation, and what its work has added. */
  attributes: Attributes;
}

/** Told of each operation when it begins; what it returns is called when it has ended. */
export type Observer = (
  operation: Operation,
  trace: Trace,
) => {
  /** The `traceparent` (W3C Trace Context) for the work within this operation; null when none is traced. */
  traceparent: string | null;
  end(outcome: Outcome): void;
};

/** What connects the work for one request: kept with the jobs that it queues. */
export interface Trace {
  requestId: string;
  traceparent: string | null;
}

interface Context extends Trace {
  observer: Observer;
}

const contexts = new AsyncLocalStorage<Context>();

/** The request that the running code works for; null outside of any. */
export const currentTrace = (): Trace | null => contexts.getStore() ?? null;

/** Runs `work` for that request; what it and its promises begin is told to `observer`. */
export const withTrace = <T>(trace: Trace, observer: Observer, work: () => T): T => contexts.run({ ...trace, observer }, work);

/** For a job's payload: the request that queues it, in the field `trace`, or nothing. */
export function tracePayload(): { trace?: Trace } {
  const trace = currentTrace();
  return trace ? { trace: { requestId: trace.requestId, traceparent: trace.traceparent } } : {};
}

export interface RunningOperation {
  /** Runs a part of the operation's work, so that operations within it are its children. */
  within<T>(work: () => T): T;
  /** `error`: what the work threw, if it did. Further calls do nothing. */
  end(error?: unknown, attributes?: Attributes): void;
}

/** Begins an operation of the current request; outside of any it is not told. The caller ends it. */
export function begin(operation: Operation): RunningOperation {
  const context = contexts.getStore();
  if (!context) return { within: (work) => work(), end: () => {} };
  const started = performance.now();
  const observed = context.observer(operation, context);
  let ended = false;
  return {
    within: (work) => contexts.run({ ...context, traceparent: observed.traceparent }, work),
    end(error, attributes) {
      if (ended) return;
      ended = true;
      const code = errorCode(error);
      observed.end({
        result: resultOf(error),
        seconds: (performance.now() - started) / 1000,
        attributes: { ...operation.attributes, ...attributes, ...(code !== null && { code }) },
      });
    },
  };
}

/** Runs `work` as one operation. What it calls `note` with is told as attributes. */
export async function observed<T>(
  operation: Operation,
  work: (note: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const running = begin(operation);
  let noted: Attributes = {};
  const note = (attributes: Attributes): void => {
    noted = { ...noted, ...attributes };
  };
  try {
    const result = await running.within(() => work(note));
    running.end(undefined, noted);
    return result;
  } catch (error) {
    running.end(error ?? new Error("unknown"), noted);
    throw error;
  }
}

/** Tells several observers of each operation; one of them may trace it. */
export function observers(each: readonly Observer[]): Observer {
  return (operation, trace) => {
    const begun = each.map((observer) => observer(operation, trace));
    return {
      traceparent: begun.find(({ traceparent }) => traceparent !== null)?.traceparent ?? null,
      end: (outcome) => {
        for (const observed of begun) observed.end(outcome);
      },
    };
  };
}

function resultOf(error: unknown): Outcome["result"] {
  if (error === undefined) return "ok";
  return error instanceof Error && error.name === "AbortError" ? "interrupted" : "error";
}

/** An error's code where it is one, or else its class. Never its message. */
function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? error.code : null;
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : error.name;
}
