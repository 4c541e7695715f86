import type { Duration } from "../../shared/constants.ts";
import type { Transaction } from "@lampstand/database";
import { FunctionError } from "../endpoints/errors.ts";

export interface MinutesRequest {
  userId: string;
  generationId: string;
  /** 1 for the first recording of a sermon; each further recording is paid for as well. */
  voicing: number;
  minutes: Duration;
}

const refusals = {
  subscription: () =>
    new FunctionError(403, "subscription_required", "A subscription or a free trial is needed to generate sermons."),
  frozen: () => new FunctionError(403, "account_frozen", "A payment of yours is disputed. Please contact support to continue."),
  exhausted: (minutes: Duration) =>
    new FunctionError(
      402,
      "minutes_exhausted",
      `You have less than ${minutes} minutes left this month. You can buy more, or choose a shorter sermon.`,
    ),
};

/**
 * Reserves the minutes of one recording for a subscriber, in the caller's transaction. They are settled when the recording is stored, and
 * released when the generation ends without it (migration `minutes`). Throws a `FunctionError` when there is no access or too few minutes.
 */
export async function reserveMinutes(tx: Transaction, request: MinutesRequest): Promise<void> {
  const { rows } = await tx.query<{ outcome: "reserved" | "no_access" | "exhausted"; frozen: boolean }>(
    "select billing.reserve($1, $2, $3, $4) as outcome, (billing.access($1) ->> 'frozen')::boolean as frozen",
    [request.userId, request.generationId, request.voicing, request.minutes * 60],
  );
  const { outcome, frozen } = rows[0] ?? { outcome: "no_access", frozen: false };
  if (outcome === "no_access") throw frozen ? refusals.frozen() : refusals.subscription();
  if (outcome === "exhausted") throw refusals.exhausted(request.minutes);
}
