import type { z } from "zod";
import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { begin } from "@lampstand/telemetry";
import { LEASE, RENEW_MS } from "../jobs/lease.privileged.ts";
import { GENERATION_CHANNEL, type StepKind } from "./generation.ts";

/**
 * A step is given up after so many tries that ended with a crash of the process or an error that is not the step's, since it may be what
 * crashes. Those that a stopping process gave back don't count, and asking for the step again (`reopenStep`) starts the count anew.
 */
const MAX_TRIES = 10;

/** A step's failure with the code that is stored; the endpoints turn it into a message for the person. */
export class StepError extends Error {
  override readonly name = "StepError";
  readonly code: string;
  /** Runs in the transaction that stores the failure. */
  readonly alsoInTransaction: ((tx: Transaction) => Promise<void>) | undefined;
  constructor(code: string, options: ErrorOptions & { alsoInTransaction?: (tx: Transaction) => Promise<void> } = {}) {
    super(code, options);
    this.code = code;
    this.alsoInTransaction = options.alsoInTransaction;
  }
}

/** Another process has the step; the queue tries again later. */
export class StepBusyError extends Error {
  override readonly name = "StepBusyError";
}

export interface StepRun {
  generationId: string;
  kind: StepKind;
  /** Every write names its attempt, so a runner that lost its lease changes nothing. */
  attempt: number;
  /** Aborts when the process stops or the lease is lost. */
  signal: AbortSignal;
}

/** A step's output; `alsoInTransaction` runs in the transaction that stores it. */
export interface StepResult<Output> {
  output: Output;
  alsoInTransaction?: (tx: Transaction) => Promise<void>;
}

export async function notify(tx: Transaction, generationId: string): Promise<void> {
  await tx.query("select pg_notify($1, $2)", [GENERATION_CHANNEL, generationId]);
}

interface Step<S extends z.ZodType> {
  generationId: string;
  kind: StepKind;
  output: S;
  signal: AbortSignal;
  /** Runs in the transaction that stores a failure of this step. */
  onFailure?: (tx: Transaction) => Promise<void>;
}

type Claim = { status: "claimed"; attempt: number } | { status: "completed"; output: unknown } | { status: "error" };

async function claim(db: Database, { generationId, kind, onFailure }: Step<z.ZodType>): Promise<Claim> {
  return asService(db, async (tx) => {
    const found = await tx.query<{ status: string; attempt: number; tries: number; output: unknown; live: boolean }>(
      `select status, attempt, tries, output, coalesce(lease_until > now(), false) as live
       from public.generation_steps where generation_id = $1 and kind = $2 for update`,
      [generationId, kind],
    );
    const step = found.rows[0];
    if (!step) throw new StepError("generation_gone");
    if (step.status === "completed") return { status: "completed", output: step.output };
    if (step.status === "error") return { status: "error" };
    if (step.status === "in-progress" && step.live) throw new StepBusyError(`${kind} is running elsewhere`);
    if (step.tries >= MAX_TRIES) {
      await tx.query(
        `update public.generation_steps set status = 'error', error_code = 'gave_up', finished_at = now()
         where generation_id = $1 and kind = $2`,
        [generationId, kind],
      );
      await onFailure?.(tx);
      await notify(tx, generationId);
      return { status: "error" };
    }
    await tx.query(
      `update public.generation_steps
       set status = 'in-progress', attempt = attempt + 1, tries = tries + 1, lease_until = now() + $3::interval, draft = '', error_code = null, started_at = now()
       where generation_id = $1 and kind = $2`,
      [generationId, kind, LEASE],
    );
    await notify(tx, generationId);
    return { status: "claimed", attempt: step.attempt + 1 };
  });
}

const FENCE = "generation_id = $1 and kind = $2 and attempt = $3 and status = 'in-progress'";

/** Appends to the draft that observers stream, and runs `alsoInTransaction` with it. Returns false when the lease was lost. */
export async function appendDraft(
  db: Database,
  run: StepRun,
  text: string,
  alsoInTransaction?: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  return asService(db, async (tx) => {
    const updated = await tx.query(
      `update public.generation_steps set draft = draft || $4, lease_until = now() + $5::interval where ${FENCE}`,
      [run.generationId, run.kind, run.attempt, text, LEASE],
    );
    if (updated.rowCount === 1) await alsoInTransaction?.(tx);
    await notify(tx, run.generationId);
    return updated.rowCount === 1;
  });
}

/**
 * Runs a step so that it takes effect once: a completed step returns its stored output, a failed one null, and a claimed one runs
 * `work` while its lease is renewed. A `StepError` marks the step as failed; any other error, such as a stopping process, makes
 * it pending again.
 */
export async function runStep<S extends z.ZodType>(
  db: Database,
  step: Step<S>,
  work: (run: StepRun) => Promise<StepResult<z.output<S>>>,
): Promise<z.output<S> | null> {
  const claimed = await claim(db, step);
  if (claimed.status === "completed") return step.output.parse(claimed.output);
  if (claimed.status === "error") return null;

  const lost = new AbortController();
  const attributes = { step: step.kind, generationId: step.generationId, attempt: claimed.attempt };
  const told = begin({ kind: "step", name: step.kind, attributes });
  const run: StepRun = { ...step, attempt: claimed.attempt, signal: AbortSignal.any([step.signal, lost.signal]) };
  const fence = [run.generationId, run.kind, run.attempt];
  const renewal = setInterval(() => {
    asService(db, (tx) =>
      tx.query(`update public.generation_steps set lease_until = now() + $4::interval where ${FENCE}`, [...fence, LEASE]),
    )
      .then((renewed) => renewed.rowCount === 0 && lost.abort(new StepBusyError("the lease was lost")))
      .catch(() => {}); // The next renewal tries again; if none succeeds the lease runs out and another runner takes over.
  }, RENEW_MS);
  try {
    const { output, alsoInTransaction } = await told.within(() => work(run));
    run.signal.throwIfAborted();
    await asService(db, async (tx) => {
      const stored = await tx.query(
        `update public.generation_steps set status = 'completed', output = $4, lease_until = null, finished_at = now() where ${FENCE}`,
        [...fence, JSON.stringify(output)],
      );
      if (stored.rowCount === 0) throw new StepBusyError("the lease was lost");
      await alsoInTransaction?.(tx);
      await notify(tx, run.generationId);
    });
    told.end();
    return output;
  } catch (error) {
    told.end(error);
    await recordFailedRun(db, run, error, step);
    if (error instanceof StepError) return null;
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

async function recordFailedRun(
  db: Database,
  run: StepRun,
  error: unknown,
  { signal: stops, onFailure }: Step<z.ZodType>,
): Promise<void> {
  const failed = error instanceof StepError;
  await asService(db, async (tx) => {
    const stored = await tx.query(
      failed
        ? `update public.generation_steps set status = 'error', error_code = $4, lease_until = null, finished_at = now() where ${FENCE}`
        : `update public.generation_steps set status = 'pending', error_code = $4, lease_until = null, tries = tries - $5 where ${FENCE}`,
      [run.generationId, run.kind, run.attempt, ...(failed ? [error.code] : ["interrupted", stops.aborted ? 1 : 0])],
    );
    if (failed && stored.rowCount === 1) {
      await error.alsoInTransaction?.(tx);
      await onFailure?.(tx);
    }
    await notify(tx, run.generationId);
  });
}
