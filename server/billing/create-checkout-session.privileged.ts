import { TRIAL_DAYS } from "../../shared/constants.ts";
import * as endpoints from "../../shared/endpoints/billing.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { errors } from "../endpoints/errors.ts";
import { implement, requireUser } from "../endpoints/implement.ts";
import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import { readAccount, referralCodeOfAnother, type Account } from "./account.privileged.ts";
import { findOpenPage, openPage, readStoredCheckout, type StoredCheckout } from "./checkout-page.privileged.ts";
import { refusals, toFunctionError } from "./refusals.ts";
import { billingPage, dashboardUrls } from "./return-urls.ts";
import { lockUser, syncCustomer } from "./sync-customer.privileged.ts";

interface Buyer {
  userId: string;
  /** Null for a signed-in user; else the e-mail address, which must be that of the pending sign-up. */
  signingUpAs: string | null;
  name: string | undefined;
  referralCode: string | null;
  /** End a running trial and charge for the first month. */
  endTrial: boolean;
}

interface Admission {
  account: Account;
  referralCode: string | null;
  stored: StoredCheckout;
}

/** What is stored about a buyer. Throws a `FunctionError` for those who may not open a checkout. */
async function admit(context: FunctionContext, { userId, signingUpAs, referralCode }: Buyer): Promise<Admission> {
  return asService(context.db, async (tx) => {
    if (signingUpAs !== null) {
      const { rows } = await tx.query<{ pending: boolean }>("select auth.pending_sign_up($1, $2) as pending", [
        userId,
        signingUpAs,
      ]);
      if (!rows[0]?.pending) throw refusals.signUpNotPending();
    }
    await lockUser(tx, userId);
    const account = await readAccount(tx, userId);
    // A frozen account has no access, whatever it pays.
    if (account.access.frozen) throw refusals.accountFrozen();
    if (!account.trialAvailable && signingUpAs !== null) throw refusals.trialUsed();
    return {
      account,
      referralCode: await referralCodeOfAnother(tx, userId, referralCode),
      stored: await readStoredCheckout(tx, { userId, kind: "subscription" }),
    };
  });
}

/**
 * The user's customer at the provider. A new one is created if there is none, or an operator has deleted it; then `stored` is the checkout of
 * a customer who is gone.
 */
async function customerOf(
  { db, payments }: FunctionContext,
  { userId, name }: Buyer,
  { account, stored }: Admission,
): Promise<{ customerId: string; stored: StoredCheckout }> {
  const { email, customerId: lost } = account;
  if (lost !== null && !(await payments.isCustomerDeleted(lost))) return { customerId: lost, stored };
  const { id: customerId } = await payments.createCustomer({
    userId,
    email,
    ...(name === undefined ? {} : { name }),
    ...(lost === null ? {} : { lost }),
  });
  if (lost === null) return { customerId, stored };
  await asService(db, async (tx) => {
    await lockUser(tx, userId);
    const { rowCount } = await tx.query(
      "update public.customers set stripe_customer_id = $2 where id = $1 and stripe_customer_id = $3",
      [userId, customerId, lost],
    );
    if (rowCount) await tx.query("delete from billing.open_checkouts where user_id = $1", [userId]);
  });
  return { customerId, stored: { ...stored, sessionId: null, exhausted: false } };
}

function returnUrls(context: FunctionContext, buyer: Buyer): { successUrl: string; cancelUrl: string } {
  if (buyer.signingUpAs === null) return dashboardUrls(context);
  return {
    successUrl: `${context.publicUrl}/sign-up-complete?session_id={CHECKOUT_SESSION_ID}&user_id=${buyer.userId}`,
    cancelUrl: `${context.publicUrl}/sign-up?checkout=cancelled`,
  };
}

/**
 * Upgrades during the trial: ends the trial, charges the card, and returns the URL to go to: the dashboard, or the invoice's page when the
 * bank wants the customer to authenticate, until which the trial goes on. Throws a `FunctionError` when the card is declined; the trial
 * then goes on too.
 */
async function endTrial(context: FunctionContext, subscription: ProviderSubscription): Promise<string> {
  // The month would be charged, but the subscription would still end with the trial.
  if (subscription.cancelAt !== null) throw refusals.cancellationScheduled();
  const end = await context.payments.endTrialNow(subscription.id);
  if (end.outcome === "declined") throw refusals.cardDeclined();
  if (end.outcome === "cancelled") throw refusals.cancellationScheduled();
  if (end.outcome === "needs_action") {
    if (!end.invoice.hostedUrl) throw new Error("the payment provider has no page for an open invoice");
    return end.invoice.hostedUrl;
  }
  await syncCustomer(context, subscription.customerId);
  return dashboardUrls(context).successUrl;
}

/** Where to send a user who has a subscription already, so that they do not buy a second one. */
async function redirectExistingSubscriber(
  context: FunctionContext,
  buyer: Buyer,
  customerId: string,
  current: ProviderSubscription,
): Promise<string> {
  if (buyer.signingUpAs !== null) throw refusals.alreadySubscribed();
  if (current.status === "trialing") {
    if (!buyer.endTrial) throw refusals.trialRunning();
    return endTrial(context, current);
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

/** `openCheckout` once; null when another request stored a different checkout meanwhile. */
async function tryCheckout(context: FunctionContext, buyer: Buyer): Promise<string | null> {
  const { userId, signingUpAs } = buyer;
  const admission = await admit(context, buyer);
  const { account, referralCode } = admission;
  const { trialAvailable } = account;
  const { customerId, stored } = await customerOf(context, buyer, admission);
  const terms = { trial: trialAvailable, referralCode, signingUp: signingUpAs !== null };
  const sale = { userId, kind: "subscription" as const, terms, customerId };
  const page = await findOpenPage(context, stored, sale);
  // After the stored checkout was fetched: if it was completed just before, its subscription is listed now.
  const current = account.customerId && (await syncCustomer(context, customerId))?.current;
  if (current) return redirectExistingSubscriber(context, buyer, customerId, current);
  if (page) return page;

  return openPage(context, sale, stored, (attempt) =>
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

/**
 * Opens a subscription checkout, or finds the one that is open, and returns the URL to pay at. It includes the trial for users who never
 * had one. A user with a current subscription is sent to `redirectExistingSubscriber`. Throws a `FunctionError`, or `PaymentsError` when
 * the provider fails.
 */
async function openCheckout(context: FunctionContext, buyer: Buyer): Promise<string> {
  for (;;) {
    const url = await tryCheckout(context, buyer);
    if (url) return url;
  }
}

/**
 * POST create-checkout-session: the URL of the hosted checkout. A signed-in user is identified by the token, and the account's e-mail
 * is used, not the body's. With `endTrial` a user in the trial is charged at once, without a checkout. Without a session, only a sign-up
 * of the last hour may open a checkout, and only for its trial (docs/product.md#checkout-at-sign-up).
 */
export const createCheckoutSession = implement(endpoints.createCheckoutSession, async ({ context, caller, body }) => {
  const signedIn = caller.role !== "anon";
  const userId = signedIn ? requireUser(caller, body.userId) : body.userId;
  if (!userId) throw errors.signInRequired();
  try {
    const url = await openCheckout(context, {
      userId,
      signingUpAs: signedIn ? null : body.email,
      name: body.name,
      referralCode: body.referralCode || null,
      endTrial: body.endTrial ?? false,
    });
    return { url, checkoutUrl: url };
  } catch (error) {
    throw signedIn ? toFunctionError(error, "Could not create checkout session. Please try again.") : toFunctionError(error);
  }
});
