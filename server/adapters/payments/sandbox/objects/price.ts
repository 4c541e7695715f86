import { newId } from "./id.ts";
import type { Price, Product } from "./wire.ts";

/** A price that the sandbox is to have from the start. */
export interface PriceSeed {
  lookupKey: string;
  /** What the person buys, as the checkout page names it. */
  productName: string;
  /** In the currency's smallest unit. */
  unitAmount: number;
  /** Three letters, lower case. */
  currency: string;
  interval: "month" | "year";
}

export function newProduct(name: string, now: number): Product {
  return {
    id: newId("prod", 14),
    object: "product",
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
  };
}

export function newPrice(seed: PriceSeed, product: string, now: number): Price {
  return {
    id: newId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: now,
    currency: seed.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: seed.lookupKey,
    metadata: {},
    nickname: null,
    product,
    recurring: { interval: seed.interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "recurring",
    unit_amount: seed.unitAmount,
    unit_amount_decimal: String(seed.unitAmount),
  };
}
