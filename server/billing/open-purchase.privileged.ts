import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { referralCodeOfAnother, readAccount } from "./account.privileged.ts";
import { findPreviousCheckout, openNewCheckout } from "./previous-checkout.privileged.ts";
import { withKeyedMutex } from "./keyed-mutex.ts";
import { refusals } from "./refusals.ts";
import { dashboardUrls } from "./return-urls.ts";
import { lockUser } from "./sync-subscriptions.privileged.ts";

interface Purchase {
  userId: string;
  minutes: number;
  referralCode: string | null;
}

/** Opens a checkout for minutes, or finds the user's open one with the same terms, and returns the URL to pay at. */
export async function openPurchase(context: FunctionContext, purchase: Purchase): Promise<string> {
  const { userId, minutes } = purchase;
  const run = (): Promise<string> =>
    asService(context.db, async (tx) => {
      await lockUser(tx, userId);
      const { access, customerId } = await readAccount(tx, userId);
      if (access.frozen) throw refusals.accountFrozen();
      if (!access.subscribed || !customerId) throw refusals.subscriptionRequired();
      const referralCode = await referralCodeOfAnother(tx, userId, purchase.referralCode);
      const sale = { userId, kind: "minutes" as const, terms: { minutes, referralCode } };
      const previous = await findPreviousCheckout(context, tx, sale);
      if (previous.url) return previous.url;
      return openNewCheckout(tx, sale, previous, (attempt) =>
        context.payments.createPaymentCheckout({
          userId,
          customerId,
          minutes,
          attempt,
          metadata: { user_id: userId, minutes: String(minutes), ...(referralCode ? { referral_code: referralCode } : {}) },
          ...dashboardUrls(context),
        }),
      );
    });
  return withKeyedMutex(userId, run);
}
