import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { TRIAL_DAYS } from "../../../shared/constants.ts";
import type { ProviderCheckout } from "../../adapters/payments/payments.ts";
import { asService } from "../../db/as-service.ts";
import type { Transaction } from "../../db/transaction.ts";
import type { FunctionContext } from "../context.ts";
import { errors } from "../errors.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { refusals } from "./refusals.ts";
import { lockUser, syncSubscriptions } from "./sync-subscriptions.privileged.ts";

interface CheckoutBuyer {
  userId: string;
  /** Null for a signed-in user; else the address that must belong to this pending sign-up. */
  signingUpAs: string | null;
  name: string | undefined;
  referralCode: string | null;
}

/** A person corrects a referral code a few times; more than this is a machine. */
const CHECKOUTS_PER_HOUR = 10;

const account = z.object({ email: z.string(), trialAvailable: z.boolean(), customerId: z.string().nullable() });

async function readAccount(tx: Transaction, userId: string): Promise<z.output<typeof account>> {
  const { rows } = await tx.query(
    `select billing.account_email($1) as email, billing.trial_available($1) as "trialAvailable",
       (select stripe_customer_id from public.customers where id = $1) as "customerId"`,
    [userId],
  );
  const found = account.safeParse(rows[0]);
  // A token can outlive its account.
  if (!found.success) throw errors.signInRequired();
  return found.data;
}

async function createCustomer(context: FunctionContext, tx: Transaction, buyer: CheckoutBuyer, email: string): Promise<string> {
  const { id } = await context.payments.createCustomer({
    userId: buyer.userId,
    email,
    ...(buyer.name === undefined ? {} : { name: buyer.name }),
  });
  await tx.query("insert into public.customers (id, stripe_customer_id) values ($1, $2)", [buyer.userId, id]);
  return id;
}

function returnUrls(context: FunctionContext, buyer: CheckoutBuyer): { successUrl: string; cancelUrl: string } {
  if (buyer.signingUpAs === null) {
    return {
      successUrl: `${context.publicUrl}/dashboard?success=true`,
      cancelUrl: `${context.publicUrl}/dashboard?success=false`,
    };
  }
  return {
    successUrl: `${context.publicUrl}/sign-up-complete?session_id={CHECKOUT_SESSION_ID}&user_id=${buyer.userId}`,
    cancelUrl: `${context.publicUrl}/sign-up?checkout=cancelled`,
  };
}

/**
 * Opens the one checkout this user may have open, or finds it again; answers the address to pay at. The trial goes to who never had
 * one. Throws a `FunctionError`, or `PaymentsError` when the provider fails.
 */
export async function openCheckout(context: FunctionContext, buyer: CheckoutBuyer): Promise<string> {
  return oneAtATime(buyer.userId, () => asService(context.db, (tx) => openInTransaction(context, tx, buyer)));
}

async function openInTransaction(context: FunctionContext, tx: Transaction, buyer: CheckoutBuyer): Promise<string> {
  if (buyer.signingUpAs !== null) {
    const { rows } = await tx.query<{ pending: boolean }>("select auth.pending_sign_up($1, $2) as pending", [
      buyer.userId,
      buyer.signingUpAs,
    ]);
    if (!rows[0]?.pending) throw refusals.signUpNotPending();
  }
  await lockUser(tx, buyer.userId);
  const { email, trialAvailable, customerId: knownCustomer } = await readAccount(tx, buyer.userId);
  if (!trialAvailable && buyer.signingUpAs !== null) throw refusals.trialUsed();
  const customerId = knownCustomer ?? (await createCustomer(context, tx, buyer, email));

  const terms = { trial: trialAvailable, referralCode: buyer.referralCode, signingUp: buyer.signingUpAs !== null };
  const { rows } = await tx.query<{ session_id: string; terms: unknown; exhausted: boolean }>(
    `select session_id, terms, opened >= $2 and counted_from > now() - interval '1 hour' as exhausted
       from billing.open_checkouts where user_id = $1`,
    [buyer.userId, CHECKOUTS_PER_HOUR],
  );
  const former = rows[0];
  let open: ProviderCheckout | null = former ? await context.payments.retrieveCheckout(former.session_id) : null;
  if (open?.status === "open" && !isDeepStrictEqual(former?.terms, terms)) open = await context.payments.expireCheckout(open.id);
  // After the former checkout was looked at, so that one completed a moment ago shows here as a subscription.
  if (knownCustomer && (await syncSubscriptions(context, tx, buyer.userId, customerId)).live) throw refusals.alreadySubscribed();
  if (open?.url) return open.url;
  if (former?.exhausted) throw refusals.tooManyCheckouts();

  const created = await context.payments.createSubscriptionCheckout({
    userId: buyer.userId,
    customerId,
    trialDays: trialAvailable ? TRIAL_DAYS : null,
    metadata: { user_id: buyer.userId, ...(buyer.referralCode ? { referral_code: buyer.referralCode } : {}) },
    ...returnUrls(context, buyer),
  });
  if (!created.url) throw new Error("the payment provider opened a checkout without an address");
  await tx.query(
    `insert into billing.open_checkouts as o (user_id, session_id, terms) values ($1, $2, $3)
       on conflict (user_id) do update set session_id = excluded.session_id, terms = excluded.terms,
         opened = case when o.counted_from > now() - interval '1 hour' then o.opened + 1 else 1 end,
         counted_from = case when o.counted_from > now() - interval '1 hour' then o.counted_from else now() end`,
    [buyer.userId, created.id, terms],
  );
  return created.url;
}
