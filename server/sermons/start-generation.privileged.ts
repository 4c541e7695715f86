import { randomUUID } from "node:crypto";
import type { Duration } from "../../shared/constants.ts";
import { VENDOR_STARTS_PER_USER_PER_DAY } from "../../shared/constants.ts";
import { regionOf } from "../../shared/helplines.ts";
import { topicLanguage } from "../safety/languages/topic-language.ts";
import { DEFAULT_VOICE, type VoiceName } from "../../shared/voices.ts";
import type { Database, Transaction } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { rejectIfDeleting } from "../account/reject-if-deleting.ts";
import { reserveMinutes } from "../billing/reserve-minutes.privileged.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { enqueue } from "../jobs/jobs.ts";
import { chooseVoice } from "./choose-voice.privileged.ts";
import { sha256, STEP_KINDS } from "./generation.ts";
import { takeTrialDay } from "./trial-day.ts";

export interface StartRequest {
  userId: string;
  prompt: string;
  minutes: Duration;
  /** Left out: the recording waits for generate-voice to name one. */
  voice?: VoiceName | undefined;
  /** Key of the reading that the person chose; null: the likeliest. */
  reading?: string | null | undefined;
  /** A language tag or an Accept-Language header. */
  locale?: string | undefined;
  idempotencyKey?: string | undefined;
}

export const refusals = {
  running: () =>
    new FunctionError(409, "generation_running", "A sermon is already being written for you. It will be ready in a moment."),
  tooMany: (retryAfter: number) =>
    new FunctionError(429, "too_many_generations", "You have started many sermons today. Please try again tomorrow.", {
      retryAfter,
    }),
  daily: () => new FunctionError(403, "daily_limit", "Daily limit reached. Try again tomorrow."),
  duration: () => new FunctionError(403, "duration_not_allowed", "Ten-minute sermons are part of Premium."),
};

/**
 * Joins the user's running or repeated generation, or creates one with its four steps, its trial day or minutes, and its job, in
 * one transaction. Returns its id. Throws a `FunctionError` when the user may not generate.
 */
export async function startGeneration(db: Database, request: StartRequest): Promise<string> {
  return asService(db, async (tx) => {
    // One start at a time for each person, so that a double click finds the first one's row.
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`generation:${request.userId}`]);
    await rejectIfDeleting(tx, request.userId);
    const joined = await join(tx, request);
    if (joined && request.voice) await chooseVoice(tx, joined, request.voice);
    if (joined) return joined;

    await limitStarts(tx, request.userId);
    const id = randomUUID();
    await admit(tx, request, id);
    await insertGeneration(tx, { ...request, id });
    return id;
  });
}

/** Throws a `FunctionError` when the person has had as many generations in 24 hours as the vendors may be started for. */
export async function limitStarts(tx: Transaction, userId: string): Promise<void> {
  const started = await tx.query<{ count: number; seconds: number }>(
    `select count(*)::int as count, ceil(extract(epoch from min(last) + interval '24 hours' - now()))::int as seconds from (
       select max(at) as last from public.vendor_starts
       where user_id = $1 and vendor = 'writer' and at > now() - interval '24 hours' group by generation_id
     ) started`,
    [userId],
  );
  const { count, seconds } = started.rows[0] ?? { count: 0, seconds: 0 };
  if (count >= VENDOR_STARTS_PER_USER_PER_DAY) throw refusals.tooMany(Math.max(1, seconds));
}

/** Creates a generation with its four steps and its job. `rewriteOf`: the generation whose sermon it writes anew. */
export async function insertGeneration(tx: Transaction, made: StartRequest & { id: string; rewriteOf?: string }): Promise<void> {
  await tx.query(
    `insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice, voice_chosen, region, idempotency_key, reading, rewrite_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      made.id,
      made.userId,
      made.prompt,
      sha256(made.prompt),
      made.minutes,
      made.voice ?? DEFAULT_VOICE,
      made.voice !== undefined,
      regionOf(made.locale, topicLanguage(made.prompt)?.code),
      made.idempotencyKey ?? null,
      made.reading ?? null,
      made.rewriteOf ?? null,
    ],
  );
  await tx.query("insert into public.generation_steps (generation_id, kind) select $1, unnest($2::text[])", [
    made.id,
    STEP_KINDS,
  ]);
  await enqueue(tx, "run-generation", { generationId: made.id });
}

async function join(tx: Transaction, request: StartRequest): Promise<string | null> {
  if (request.idempotencyKey) {
    const repeated = await tx.query<{ id: string }>(
      "select id from public.generations where user_id = $1 and idempotency_key = $2",
      [request.userId, request.idempotencyKey],
    );
    if (repeated.rows[0]) return repeated.rows[0].id;
  }
  const running = await tx.query<{ id: string; same: boolean }>(
    "select id, prompt_sha256 = $2 and minutes = $3 as same from public.generations where user_id = $1 and state = 'running'",
    [request.userId, sha256(request.prompt), request.minutes],
  );
  const found = running.rows[0];
  if (found && !found.same) throw refusals.running();
  return found?.id ?? null;
}

/** Checks access: takes a trial day, or reserves minutes of a subscription. */
async function admit(tx: Transaction, request: StartRequest, generationId: string): Promise<void> {
  const access = await tx.query<{ in_trial: boolean }>("select (billing.access($1) ->> 'in_trial')::boolean as in_trial", [
    request.userId,
  ]);
  if (!access.rows[0]?.in_trial) return reserveMinutes(tx, { ...request, generationId, voicing: 1 });
  if (request.minutes === 10) throw refusals.duration();
  if (!(await takeTrialDay(tx, { ...request, generationId }))) throw refusals.daily();
}
