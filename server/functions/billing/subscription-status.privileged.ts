import { z } from "zod";
import type { SubscriptionStatus } from "../../../shared/functions.ts";
import { asService } from "../../db/as-service.ts";
import type { FunctionContext } from "../context.ts";
import { FunctionError } from "../errors.ts";
import { finishedCheckout, fulfil } from "./fulfil.privileged.ts";

const row = z.object({
  access: z.object({
    subscribed: z.boolean(),
    in_trial: z.boolean(),
    trial_end: z.string().nullable(),
    trial_available: z.boolean(),
    status: z.string().nullable(),
  }),
  can_generate_today: z.boolean().nullable(),
  generations_left: z.number().nullable(),
});

/**
 * A person who returns from the checkout can be faster than its webhook, and a webhook can be lost: a checkout that is still noted as
 * open is looked up. Never fails: the stored state is then the answer.
 */
async function fulfilOpenCheckout(context: FunctionContext, userId: string): Promise<void> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<{ session_id: string }>("select session_id from billing.open_checkouts where user_id = $1", [userId]),
  );
  const open = rows[0];
  if (!open) return;
  try {
    await fulfil(context, await finishedCheckout(context, open.session_id, userId));
  } catch (error) {
    if (!(error instanceof FunctionError))
      context.log.warn({ err: error, checkout: open.session_id }, "an open checkout could not be looked up");
  }
}

/** What the user may do now (spec section 3, subscription status). */
export async function subscriptionStatus(context: FunctionContext, userId: string): Promise<SubscriptionStatus> {
  await fulfilOpenCheckout(context, userId);
  const { rows } = await asService(context.db, (tx) =>
    tx.query(
      `select a.access, t.can_generate_today, t.generations_left
       from (select billing.access($1) as access) a left join public.trial_state($1) t on true`,
      [userId],
    ),
  );
  const { access, can_generate_today, generations_left } = row.parse(rows[0]);
  return {
    subscribed: access.subscribed,
    trial: { isInTrial: access.in_trial, canGenerateToday: can_generate_today ?? false, generationsLeft: generations_left ?? 0 },
    trialEndsAt: access.trial_end,
    trialAvailable: access.trial_available,
    status: access.status,
    quota: null,
  };
}
