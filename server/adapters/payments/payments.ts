/** Port over the payment provider. All times are Unix seconds, all amounts US cents. */

export type SubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "canceled"
  | "unpaid"
  | "paused";

export interface ProviderSubscription {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  priceId: string;
  periodStart: number;
  periodEnd: number;
  trialStart: number | null;
  trialEnd: number | null;
  cancelAt: number | null;
  endedAt: number | null;
  card: { brand: string; last4: string; fingerprint: string | null } | null;
  metadata: Record<string, string>;
}

export interface ProviderCheckout {
  id: string;
  status: "open" | "complete" | "expired";
  paymentStatus: "paid" | "unpaid" | "no_payment_required";
  mode: "subscription" | "payment";
  /** Where the person pays; null once it is complete or expired. */
  url: string | null;
  clientReferenceId: string | null;
  customerId: string | null;
  subscriptionId: string | null;
  metadata: Record<string, string>;
}

export interface ProviderEvent {
  id: string;
  type: string;
  created: number;
  /** Id of the object the event is about; never its state: state is fetched. */
  objectId: string;
  customerId: string | null;
}

export interface SubscriptionCheckoutRequest {
  userId: string;
  customerId: string;
  /** Null: charged at once. */
  trialDays: number | null;
  /** Kept with the checkout and with the subscription that it creates. */
  metadata: Record<string, string>;
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the provider. */
  successUrl: string;
  cancelUrl: string;
}

/** Every call throws `PaymentsError` "unavailable" when the provider can't be reached, "rejected" when it refuses. */
export interface Payments {
  /** Shown at start-up. */
  readonly engine: string;
  /** True when real cards are charged. */
  readonly live: boolean;
  /** One customer for one user, however often it is called within a day. */
  createCustomer(user: { userId: string; email: string; name?: string }): Promise<{ id: string }>;
  createSubscriptionCheckout(request: SubscriptionCheckoutRequest): Promise<ProviderCheckout>;
  retrieveCheckout(id: string): Promise<ProviderCheckout | null>;
  /** Closes an open checkout. Answers its final state: one that was completed first stays complete. */
  expireCheckout(id: string): Promise<ProviderCheckout>;
  retrieveSubscription(id: string): Promise<ProviderSubscription | null>;
  /** All of a customer's subscriptions, ended ones included, newest first. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** Ends a subscription now, without a charge or refund. Answers its final state. */
  cancelSubscription(id: string): Promise<ProviderSubscription>;
  /** Verifies the signature over the raw bytes. Throws `PaymentsError` "bad_signature". */
  readWebhook(rawBody: Uint8Array, signature: string): ProviderEvent;
}

/** `message` is for the log: it holds the provider's codes, never its texts, which can quote what a person typed. */
export class PaymentsError extends Error {
  override readonly name = "PaymentsError";
  readonly code: "unavailable" | "bad_signature" | "rejected";
  constructor(code: PaymentsError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
