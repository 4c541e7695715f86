import { newId } from "./id.ts";
import type { Metadata, Price, Product } from "./wire.ts";

/** A price to create at the start. */
export interface PriceSeed {
  lookupKey: string;
  /** The product's name on the checkout page. */
  productName: string;
  /** In the currency's smallest unit. */
  unitAmount: number;
  /** Three letters, lower case. */
  currency: string;
  /** Null: bought once. */
  interval: "month" | "year" | null;
}

interface ProductFacts {
  name: string;
  description?: string | undefined;
  metadata?: Metadata | undefined;
}

export function newProduct(facts: ProductFacts, now: number): Product {
  return {
    id: newId("prod", 14),
    object: "product",
    active: true,
    created: now,
    default_price: null,
    description: facts.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: facts.metadata ?? {},
    name: facts.name,
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

interface PriceFacts {
  product: string;
  /** In the currency's smallest unit. */
  unitAmount: number;
  currency: string;
  /** Null: bought once. */
  interval: "month" | "year" | null;
  lookupKey?: string | null | undefined;
  nickname?: string | undefined;
  metadata?: Metadata | undefined;
  /** False for a price that is used by one checkout only. */
  active?: boolean;
}

export function newPrice(facts: PriceFacts, now: number): Price {
  const { interval } = facts;
  return {
    id: newId("price"),
    object: "price",
    active: facts.active ?? true,
    billing_scheme: "per_unit",
    created: now,
    currency: facts.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: facts.lookupKey ?? null,
    metadata: facts.metadata ?? {},
    nickname: facts.nickname ?? null,
    product: facts.product,
    recurring: interval && { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" },
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: interval ? "recurring" : "one_time",
    unit_amount: facts.unitAmount,
    unit_amount_decimal: String(facts.unitAmount),
  };
}
