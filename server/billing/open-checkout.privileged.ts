import { TRIAL_DAYS } from "../../shared/constants.ts";
import { asService } from "@lampstand/database/as-service";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { referralCodeOfAnother, readAccount } from "./account.privileged.ts";
import { endTrial } from "./end-trial.privileged.ts";
import { findPreviousCheckout, openNewCheckout } from "./previous-checkout.privileged.ts";
import { currentSubscription } from "./provider-statuses.ts";
import { withKeyedMutex } from "./keyed-mutex.ts";
import { refusals } from "./refusals.ts";
import { billingPage, dashboardUrls } from "./return-urls.ts";
import { lockUser, syncSubscriptions } from "./sync-subscriptions.privileged.ts";

interface CheckoutBuyer {
  userId: string;
  /** Null for a signed-in user; else the e-mail address, which must be that of the pending sign-up. */
  signingUpAs: string | null;
  name: string | undefined;
  referralCode: string | null;
  /** End a running trial and charge for the first month. */
  endTrial: boolean;
}

/** The id of the user's customer. A new one is created if there is none, or an operator has deleted it at the provider. */
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

/** Where to send a user who has a subscription already, so that they do not buy a second one. */
async function redirectExistingSubscriber(
  context: FunctionContext,
  tx: Transaction,
  buyer: CheckoutBuyer,
  customerId: string,
): Promise<string> {
  const current = currentSubscription(await context.payments.listSubscriptions(customerId));
  if (!current || buyer.signingUpAs !== null) throw refusals.alreadySubscribed();
  if (current.status === "trialing") {
    if (!buyer.endTrial) throw refusals.trialRunning();
    return endTrial(context, tx, buyer.userId, current);
  }
  if (current.status === "active") {
    // The second of two clicks on "upgrade": the first one ended the trial and charged the month.
    if (buyer.endTrial && current.trialEnd === current.periodStart) return dashboardUrls(context).successUrl;
    throw refusals.alreadySubscribed();
  }
  const unpaid = (await context.payments.listInvoices(customerId)).find(
    ({ status, subscriptionId }) => status === "open" && subscriptionId === current.id,
  );
  if (unpaid?.hostedUrl) return unpaid.hostedUrl;
  const portal = await context.payments.createPortalSession(customerId, billingPage(context));
  if (!portal) throw refusals.noCustomer();
  return portal.url;
}

/**
 * Opens a subscription checkout, or finds the one that is open, and returns the URL to pay at. It includes the trial for users who never
 * had one. A user with a current subscription is sent to `redirectExistingSubscriber`. Throws a `FunctionError`, or `PaymentsError` when
 * the provider fails.
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
  // A frozen account has no access, whatever it pays.
  if (access.frozen) throw refusals.accountFrozen();
  if (!trialAvailable && signingUpAs !== null) throw refusals.trialUsed();
  const customerId = await customerOf(context, tx, buyer, account);

  const referralCode = await referralCodeOfAnother(tx, userId, buyer.referralCode);
  const terms = { trial: trialAvailable, referralCode, signingUp: signingUpAs !== null };
  const sale = { userId, kind: "subscription" as const, terms };
  const previous = await findPreviousCheckout(context, tx, sale);
  // After the previous checkout was fetched: if it was completed just before, its subscription is listed now.
  if (account.customerId && (await syncSubscriptions(context, tx, userId, customerId)).hasCurrent)
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
