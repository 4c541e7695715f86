import type { Mail, Mailer } from "../vendors/mail/mail.ts";
import { asService } from "@lampstand/database/as-service";
import { enqueue, type JobHandler } from "../jobs/jobs.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { writeLetter } from "../letters/letter.ts";
import { sendFromOutbox } from "../letters/mail-outbox.privileged.ts";
import { billingLetter, type MailKind } from "./billing-letters.ts";
import { billingPage } from "./return-urls.ts";

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
export function findBillingMails({ db }: Pick<FunctionContext, "db">): JobHandler<"billing-mails"> {
  return () =>
    asService(db, async (tx) => {
      await tx.query(
        `delete from billing.mails m using public.subscriptions s
         where s.id = m.subscription_id and m.kind = 'cancelled' and m.about is distinct from s.cancel_at and s.status <> 'canceled'
           -- It can be undone until the time that it is about; what is long over is not read each minute.
           and m.about > now() - interval '7 days'`,
      );
      const due = await tx.query<{ id: string }>(
        `insert into billing.mails (user_id, kind, subscription_id, about)
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
         on conflict do nothing returning id`,
      );
      for (const mail of due.rows) await enqueue(tx, "billing-mail", mail);
    });
}

/** Job `billing-mail`: sends one mail, or deletes its row when the subscription at the provider no longer matches. */
export function sendBillingMail(
  context: Pick<FunctionContext, "db" | "payments" | "publicUrl"> & { mailer: Mailer },
): JobHandler<"billing-mail"> {
  return ({ id }) => sendFromOutbox(context, "billing.mails", id, () => writeBillingMail(context, id));
}

async function writeBillingMail(
  context: Pick<FunctionContext, "db" | "payments" | "publicUrl">,
  id: string,
): Promise<Omit<Mail, "id"> | null> {
  const { rows } = await asService(context.db, (tx) =>
    tx.query<DueMail>(
      `select kind, subscription_id, extract(epoch from about)::float8 as about, billing.account_email(user_id) as email,
         billing.access(user_id) as access
       from billing.mails where id = $1`,
      [id],
    ),
  );
  const mail = rows[0];
  if (!mail) return null;
  const subscription = await context.payments.retrieveSubscription(mail.subscription_id);
  const letter =
    subscription &&
    billingLetter(mail.kind, {
      subscription,
      about: mail.about,
      graceEnd: mail.access.grace_end === null ? null : new Date(mail.access.grace_end),
      frozen: mail.access.frozen,
      billingUrl: billingPage(context),
    });
  if (letter && mail.email !== null) return { to: mail.email, ...writeLetter(letter) };
  await asService(context.db, (tx) => tx.query("delete from billing.mails where id = $1", [id]));
  return null;
}
