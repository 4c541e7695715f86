import { BRAND } from "../shared/brand.ts";
import { PRICE_CENTS_PER_MINUTE, PRICE_CENTS_PER_MONTH } from "../shared/constants.ts";

// What the payment provider sells for us: it has these prices under their lookup keys (docs/operating.md), and the sandbox makes them.

export const MONTHLY_PRICE = {
  lookupKey: "lampstand_monthly",
  productName: `${BRAND.product} Premium`,
  unitAmount: PRICE_CENTS_PER_MONTH,
  currency: "usd",
  interval: "month",
} as const;

export const MINUTE_PRICE = {
  lookupKey: "lampstand_minute",
  productName: `${BRAND.product} minutes`,
  unitAmount: PRICE_CENTS_PER_MINUTE,
  currency: "usd",
  interval: null,
} as const;

export const PRICE_KEYS = { priceLookupKey: MONTHLY_PRICE.lookupKey, minutePriceLookupKey: MINUTE_PRICE.lookupKey };
