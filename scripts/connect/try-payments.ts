import type { Config } from "../../server/config/config.ts";
import { PaymentsError } from "../../server/vendors/payments/payments.ts";
import { connectStripe, priceByLookupKey, type StripeAddress } from "../../server/vendors/payments/stripe-client.ts";
import { failed, type Finding, ok } from "./finding.ts";

interface Asked extends StripeAddress {
  lookupKeys: readonly string[];
}

/** Reads the prices that the program sells. Changes nothing. */
export async function tryPayments({ payments }: Pick<Config, "payments">, { lookupKeys, ...address }: Asked): Promise<Finding[]> {
  if (payments.kind === "sandbox") return [];
  const stripe = connectStripe({ secretKey: payments.secretKey, ...address });
  try {
    for (const key of lookupKeys) await priceByLookupKey(stripe, key);
    return [ok("payments", `the key reads the prices ${lookupKeys.join(" and ")}`)];
  } catch (error) {
    const isRefused = error instanceof PaymentsError && error.code === "rejected";
    return [failed("payments", isRefused, `STRIPE_SECRET_KEY: ${error instanceof PaymentsError ? error.message : "unknown"}`)];
  }
}
