import { newId } from "./id.ts";
import type { Customer, Metadata } from "./wire.ts";

interface CustomerFacts {
  email?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
  phone?: string | undefined;
  metadata?: Metadata | undefined;
  testClock?: string | undefined;
}

export function newCustomer(facts: CustomerFacts, now: number): Customer {
  return {
    id: newId("cus", 14),
    object: "customer",
    address: null,
    balance: 0,
    created: now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: facts.description ?? null,
    discount: null,
    email: facts.email ?? null,
    invoice_prefix: newId("", 8).slice(1).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: facts.metadata ?? {},
    name: facts.name ?? null,
    next_invoice_sequence: 1,
    phone: facts.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: "none",
    test_clock: facts.testClock ?? null,
  };
}
