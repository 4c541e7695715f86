import { randomUUID } from "node:crypto";
import type pg from "pg";
import { BASE_MINUTES } from "../../shared/constants.ts";

/** An account in the middle of its trial, which began `hoursAgo` hours ago; nothing was generated yet. */
export async function createTrialUser(owner: pg.Pool, options: { hoursAgo?: number } = {}): Promise<string> {
  const id = randomUUID();
  const start = new Date(Date.now() - (options.hoursAgo ?? 0) * 3_600_000 - 60_000);
  await owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())", [id, `${id}@example.com`]);
  await owner.query("update public.profiles set trial_start_date = $2 where id = $1", [id, start]);
  await owner.query(
    `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end, trial_start, trial_end)
     values ($1, $2, 'trialing', 'price_test', $3, $3::timestamptz + interval '3 days', $3, $3::timestamptz + interval '3 days')`,
    [`sub_${id}`, id, start],
  );
  return id;
}

/** An account that has paid for the period that begins now, and has `minutes` in it. */
export async function createSubscriber(owner: pg.Pool, options: { minutes?: number } = {}): Promise<string> {
  const id = randomUUID();
  await owner.query("insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())", [id, `${id}@example.com`]);
  await owner.query(
    `insert into public.subscriptions (id, user_id, status, price_id, period_start, period_end)
     values ($1, $2, 'active', 'price_test', now(), now() + interval '1 month')`,
    [`sub_${id}`, id],
  );
  const { minutes = BASE_MINUTES } = options;
  if (minutes > 0)
    await owner.query("select billing.start_period($1, $2, $3, now(), now() + interval '1 month', $2, 1499)", [
      id,
      `invoice:${id}`,
      minutes * 60,
    ]);
  return id;
}
