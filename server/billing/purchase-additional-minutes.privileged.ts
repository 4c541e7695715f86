import * as endpoints from "../../shared/endpoints/billing.ts";
import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { implement } from "../endpoints/implement.ts";
import { readAccount, referralCodeOfAnother } from "./account.privileged.ts";
import { findOpenPage, openPage, readStoredCheckout } from "./checkout-page.privileged.ts";
import { refusals, toFunctionError } from "./refusals.ts";
import { dashboardUrls } from "./return-urls.ts";
import { lockUser } from "./sync-customer.privileged.ts";

interface Purchase {
  userId: string;
  minutes: number;
  referralCode: string | null;
}

/** `openPurchase` once; null when another request stored a different checkout meanwhile. */
async function tryPurchase(context: FunctionContext, purchase: Purchase): Promise<string | null> {
  const { userId, minutes } = purchase;
  const { customerId, referralCode, stored } = await asService(context.db, async (tx) => {
    await lockUser(tx, userId);
    const account = await readAccount(tx, userId);
    if (account.access.frozen) throw refusals.accountFrozen();
    if (account.owesFirstPayment) throw refusals.firstPaymentFailed();
    if (!account.access.subscribed || !account.customerId) throw refusals.subscriptionRequired();
    return {
      customerId: account.customerId,
      referralCode: await referralCodeOfAnother(tx, userId, purchase.referralCode),
      stored: await readStoredCheckout(tx, { userId, kind: "minutes" }),
    };
  });
  const sale = { userId, kind: "minutes" as const, terms: { minutes, referralCode }, customerId };
  const page = await findOpenPage(context, stored, sale);
  if (page) return page;
  return openPage(context, sale, stored, (attempt) =>
    context.payments.createPaymentCheckout({
      userId,
      customerId,
      minutes,
      attempt,
      metadata: { user_id: userId, minutes: String(minutes), ...(referralCode ? { referral_code: referralCode } : {}) },
      ...dashboardUrls(context),
    }),
  );
}

/** Opens a checkout for minutes, or finds the user's open one with the same terms, and returns the URL to pay at. */
export async function openPurchase(context: FunctionContext, purchase: Purchase): Promise<string> {
  for (;;) {
    const url = await tryPurchase(context, purchase);
    if (url) return url;
  }
}

/** POST purchase-additional-minutes: the address where a subscriber pays for whole minutes. */
export const purchaseAdditionalMinutes = implement(
  endpoints.purchaseAdditionalMinutes,
  async ({ context, userId, body: { minutes, referralCode } }) => {
    try {
      return { url: await openPurchase(context, { userId, minutes, referralCode: referralCode || null }) };
    } catch (error) {
      throw toFunctionError(error, "Unable to process purchase request. Please try again.");
    }
  },
);
