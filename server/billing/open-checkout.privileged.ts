import { TRIAL_DAYS } from "../../shared/constants.ts";
import { asService } from "@lampstand/database/as-service";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { referralCodeOfAnother, readAccount } from "./account.privileged.ts";
import { endTrial } from "./end-trial.privileged.ts";
import { findPreviousCheckout, openNewCheckout } from "./previous-checkout.privileged.ts";
import { currentSubscription } from "./change-subscription.privileged.ts";
import { withKeyedMutex } from "./keyed-mutex.ts";
import { refusals } from "./refusals.ts";
import { billingPage, dashboardUrls } from "./return-urls.ts";
import { lockUser, syncSubscriptions } from "./sync-subscriptions.privileged.ts";

interface CheckoutBuyer {
  userId: string;
  /** Null for a signed-in user; else the address that must belong to this pending sign-up. */
  signingUpAs: string | null;
  name: string | undefined;
  referralCode: string | null;
  /** A running trial is ended and charged. */
  endTrial: boolean;
}

/** The user's customer; a new one in place of one that an operator has deleted, with which nothing can be opened any more. */
async function customerOf(
  context: FunctionContext,
  tx: Transaction,
  { userId, name }: CheckoutBuyer,
  { email, customerId }: { email: string; customerId: string | null },
): Promise<string> {
  const { payments } = context;
  if (customerId && !(await payments.isCustomerDeleted(customerId))) return customerId;
  const { id } = await payments.createCustomer({
    userId,
    email,
    ...(name === undefined ? {} : { name }),
    ...(customerId === null ? {} : { lost: customerId }),
  });
  await tx.query("delete from billing.open_checkouts where user_id = $1", [userId]);
  await tx.query(
    `insert into public.customers (id, stripe_customer_id) values ($1, $2)
     on conflict (id) do update set stripe_customer_id = excluded.stripe_customer_id`,
    [userId, id],
  );
  return id;
}

function returnUrls(context: FunctionContext, buyer: CheckoutBuyer): { successUrl: string; cancelUrl: string } {
  if (buyer.signingUpAs === null) return dashboardUrls(context);
  return {
    successUrl: `${context.publicUrl}/sign-up-complete?session_id={CHECKOUT_SESSION_ID}&user_id=${buyer.userId}`,
    cancelUrl: `${context.publicUrl}/sign-up?checkout=cancelled`,
  };
}

/** Where a person goes who has a subscription already: never to a second one. */
async function redirectExistingSubscriber(
  context: FunctionContext,
  tx: Transaction,
  buyer: CheckoutBuyer,
  customerId: string,
): Promise<string> {
  const living = currentSubscription(await context.payments.listSubscriptions(customerId));
  if (!living || buyer.signingUpAs !== null) throw refusals.alreadySubscribed();
  if (living.status === "trialing") {
    if (!buyer.endTrial) throw refusals.trialRunning();
    return endTrial(context, tx, buyer.userId, living);
  }
  if (living.status === "active") {
    // The second of two clicks: the upgrade has been made, and the month it charged has begun.
    if (buyer.endTrial && living.trialEnd === living.periodStart) return dashboardUrls(context).successUrl;
    throw refusals.alreadySubscribed();
  }
  const unpaid = (await context.payments.listInvoices(customerId)).find(
    ({ status, subscriptionId }) => status === "open" && subscriptionId === living.id,
  );
  if (unpaid?.hostedUrl) return unpaid.hostedUrl;
  const portal = await context.payments.createPortalSession(customerId, billingPage(context));
  if (!portal) throw refusals.noCustomer();
  return portal.url;
}

/**
 * Opens the one checkout this user may have open, or finds it again; answers the address to pay at. The trial goes to who never had
 * one; a subscription that lives is gone on with. Throws a `FunctionError`, or `PaymentsError` when the provider fails.
 */
export async function openCheckout(context: FunctionContext, buyer: CheckoutBuyer): Promise<string> {
  return withKeyedMutex(buyer.userId, () => asService(context.db, (tx) => openInTransaction(context, tx, buyer)));
}

async function openInTransaction(context: FunctionContext, tx: Transaction, buyer: CheckoutBuyer): Promise<string> {
  const { userId, signingUpAs } = buyer;
  if (signingUpAs !== null) {
    const { rows } = await tx.query<{ pending: boolean }>("select auth.pending_sign_up($1, $2) as pending", [
      userId,
      signingUpAs,
    ]);
    if (!rows[0]?.pending) throw refusals.signUpNotPending();
  }
  await lockUser(tx, userId);
  const account = await readAccount(tx, userId);
  const { trialAvailable, access } = account;
  // What they paid for would give them nothing.
  if (access.frozen) throw refusals.accountFrozen();
  if (!trialAvailable && signingUpAs !== null) throw refusals.trialUsed();
  const customerId = await customerOf(context, tx, buyer, account);

  const referralCode = await referralCodeOfAnother(tx, userId, buyer.referralCode);
  const terms = { trial: trialAvailable, referralCode, signingUp: signingUpAs !== null };
  const sale = { userId, kind: "subscription" as const, terms };
  const previous = await findPreviousCheckout(context, tx, sale);
  // After the previous checkout was looked at, so that one completed a moment ago shows here as a subscription.
  if (account.customerId && (await syncSubscriptions(context, tx, userId, customerId)).live)
    return redirectExistingSubscriber(context, tx, buyer, customerId);
  if (previous.url) return previous.url;

  return openNewCheckout(tx, sale, previous, (attempt) =>
    context.payments.createSubscriptionCheckout({
      userId,
      customerId,
      attempt,
      trialDays: trialAvailable ? TRIAL_DAYS : null,
      metadata: { user_id: userId, ...(referralCode ? { referral_code: referralCode } : {}) },
      ...returnUrls(context, buyer),
    }),
  );
}
