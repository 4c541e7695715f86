import type { BillingOverview } from "../../../shared/endpoints/billing.ts";

const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
};

/** For example `Visa ending in 4242`. */
export function cardName({ brand, last4 }: NonNullable<BillingOverview["card"]>): string {
  const name = BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${name} ending in ${last4}`;
}
