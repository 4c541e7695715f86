import { asService } from "@lampstand/database/as-service";
import type { FunctionContext } from "../endpoints/context.ts";
import { othersCode, readAccount } from "./account.privileged.ts";
import { formerCheckout, openNewCheckout } from "./former-checkout.privileged.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { refusals } from "./refusals.ts";
import { dashboardUrls } from "./return-urls.ts";
import { lockUser } from "./sync-subscriptions.privileged.ts";

interface Purchase {
  userId: string;
  minutes: number;
  referralCode: string | null;
}

/** Opens the one checkout for minutes that this user may have open, or finds it again; answers the address to pay at. */
export async function openPurchase(context: FunctionContext, purchase: Purchase): Promise<string> {
  const { userId, minutes } = purchase;
  const run = (): Promise<string> =>
    asService(context.db, async (tx) => {
      await lockUser(tx, userId);
      const { access, customerId } = await readAccount(tx, userId);
      if (access.frozen) throw refusals.accountFrozen();
      if (!access.subscribed || !customerId) throw refusals.subscriptionRequired();
      const referralCode = await othersCode(tx, userId, purchase.referralCode);
      const sale = { userId, kind: "minutes" as const, terms: { minutes, referralCode } };
      const former = await formerCheckout(context, tx, sale);
      if (former.url) return former.url;
      return openNewCheckout(tx, sale, former, (attempt) =>
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
  return oneAtATime(userId, run);
}
