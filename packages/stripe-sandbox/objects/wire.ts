import type { Stripe } from "stripe";

/** The API version of all responses and events. */
export const API_VERSION = "2026-10-28.endive";

// `string | Customer | DeletedCustomer | null` is an expandable reference: unexpanded it is the id.
type Unexpanded<F> = string extends F ? Exclude<F, object> : F;

/** A type of the SDK as it travels and is stored: references are ids, decimals are strings. */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends readonly (infer U)[]
    ? Wire<Unexpanded<U>>[]
    : T extends object
      ? { [K in keyof T]: Wire<Unexpanded<T[K]>> }
      : T;

export type Customer = Wire<Stripe.Customer>;
export type Product = Wire<Stripe.Product>;
export type Price = Wire<Stripe.Price>;
export type CheckoutSession = Wire<Stripe.Checkout.Session>;
export type Subscription = Wire<Stripe.Subscription>;
export type Invoice = Wire<Stripe.Invoice>;
export type InvoicePayment = Wire<Stripe.InvoicePayment>;
export type PaymentMethod = Wire<Stripe.PaymentMethod>;
export type SetupIntent = Wire<Stripe.SetupIntent>;
export type PaymentIntent = Wire<Stripe.PaymentIntent>;
export type Charge = Wire<Stripe.Charge>;
export type Refund = Wire<Stripe.Refund>;
export type Dispute = Wire<Stripe.Dispute>;
export type TestClock = Wire<Stripe.TestHelpers.TestClock>;
export type PortalSession = Wire<Stripe.BillingPortal.Session>;
export type PortalConfiguration = Wire<Stripe.BillingPortal.Configuration>;

/** All stored objects, by their `object` field. Typed by the SDK, so that a builder with a missing field does not compile. */
export interface ObjectsByKind {
  customer: Customer;
  product: Product;
  price: Price;
  "checkout.session": CheckoutSession;
  subscription: Subscription;
  invoice: Invoice;
  invoice_payment: InvoicePayment;
  payment_method: PaymentMethod;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  "test_helpers.test_clock": TestClock;
  "billing_portal.session": PortalSession;
  "billing_portal.configuration": PortalConfiguration;
  event: SandboxEvent;
}
export type Kind = keyof ObjectsByKind;
export type SandboxObject = ObjectsByKind[Kind];

export interface SandboxEvent {
  id: string;
  object: "event";
  api_version: typeof API_VERSION;
  created: number;
  data: { object: object; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null } | null;
  type: EventType;
}

export type EventType = Stripe.Event["type"];

export type Metadata = Record<string, string>;

/** A list as the API sends it. */
export function listOf<T>(
  data: T[],
  url: string,
  hasMore = false,
): { object: "list"; data: T[]; has_more: boolean; url: string } {
  return { object: "list", data, has_more: hasMore, url };
}

/** An event's `previous_attributes`: the old values of changed fields. Null if nothing changed. */
export function previousAttributes<T extends object>(before: T, after: T): Partial<T> | null {
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, key)),
  );
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<T>) : null;
}
