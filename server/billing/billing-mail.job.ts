import { z } from "zod";
import type { Mailer } from "../vendors/mail/mail.ts";
import { asService } from "@lampstand/database/as-service";
import type { JobHandler } from "../jobs/queue.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { writeLetter } from "../letters/letter.ts";
import { billingLetter, type MailKind } from "./billing-letters.ts";
import { billingPage } from "./return-urls.ts";

export const BILLING_MAILS = "billing-mails";
export const BILLING_MAIL = "billing-mail";

const payload = z.object({ id: z.uuid() });

interface DueMail {
  kind: MailKind;
  subscription_id: string;
  about: number;
  /** Null for an account that an operator has soft-deleted. */
  email: string | null;
  access: { grace_end: string | null; frozen: boolean };
}

/**
 * Job `billing-mails`: inserts a row for each mail that has come due, and queues its job in the same transaction. The table's unique key
 * prevents a second mail for the same reason. The row of a cancellation that was undone is deleted, so that the next cancellation is
 * confirmed again. A subscription's end is mailed only if its cancellation was not, and the account is not being deleted.
 */
export function findBillingMails({ db }: Pick<FunctionContext, "db">): JobHandler {
  return () =>
    asService(db, async (tx) => {
      await tx.query(
        `delete from billing.mails m using public.subscriptions s
         where s.id = m.subscription_id and m.kind = 'cancelled' and m.about is distinct from s.cancel_at and s.status <> 'canceled'`,
      );
      await tx.query(
        `with due as (
           insert into billing.mails (user_id, kind, subscription_id, about)
           select user_id, 'first_charge', id, trial_end from public.subscriptions
             where status = 'trialing' and cancel_at is null and trial_end > now() and trial_end <= now() + interval '1 day'
           union all
           select user_id, 'renewal_failed', id, period_start from public.subscriptions where status = 'past_due'
           union all
           select user_id, 'cancelled', id, cancel_at from public.subscriptions
             where cancel_at > now() and status in ('trialing', 'active')
           union all
           select user_id, 'cancelled', id, ended_at from public.subscriptions s
             where status = 'canceled' and ended_at > now() - interval '1 day'
               and not exists (select from billing.mails m where m.subscription_id = s.id and m.kind = 'cancelled')
               and not exists (select from public.account_deletions d where d.user_id = s.user_id)
               -- A refused trial ended before it began.
               and (trial_end is null or ended_at >= trial_end or exists (
                 select from public.profiles p where p.id = s.user_id and p.trial_start_date is not null))
           on conflict do nothing returning id)
         select jobs.enqueue($1, jsonb_build_object('id', id), $1 || ':' || id) from due`,
        [BILLING_MAIL],
      );
    });
}

/**
 * Job `billing-mail` {id}: sends one mail, or deletes it when the subscription at the provider no longer matches. The row stays locked
 * until the mail server has accepted the mail, so that no other worker sends it, and a failure leaves it for the queue's next attempt.
 */
export function sendBillingMail(
  context: Pick<FunctionContext, "db" | "payments" | "publicUrl"> & { mailer: Mailer },
): JobHandler {
  const { db, payments, mailer } = context;
  return async (body) => {
    const { id } = payload.parse(body);
    await asService(db, async (tx) => {
      const { rows } = await tx.query<DueMail>(
        `select kind, subscription_id, extract(epoch from about)::float8 as about, billing.account_email(user_id) as email,
           billing.access(user_id) as access
         from billing.mails where id = $1 and sent_at is null for update skip locked`,
        [id],
      );
      const mail = rows[0];
      if (!mail) return;
      const subscription = await payments.retrieveSubscription(mail.subscription_id);
      const letter =
        subscription &&
        billingLetter(mail.kind, {
          subscription,
          about: mail.about,
          graceEnd: mail.access.grace_end === null ? null : new Date(mail.access.grace_end),
          frozen: mail.access.frozen,
          billingUrl: billingPage(context),
        });
      if (!letter || mail.email === null) {
        await tx.query("delete from billing.mails where id = $1", [id]);
        return;
      }
      await mailer.send({ id, to: mail.email, ...writeLetter(letter) });
      await tx.query("update billing.mails set sent_at = now() where id = $1", [id]);
    });
  };
}
