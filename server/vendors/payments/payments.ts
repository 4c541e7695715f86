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
  /** Charged for each period, before tax. */
  amount: number;
  periodStart: number;
  periodEnd: number;
  trialStart: number | null;
  trialEnd: number | null;
  cancelAt: number | null;
  endedAt: number | null;
  card: { brand: string; last4: string; expMonth: number; expYear: number; fingerprint: string | null } | null;
  metadata: Record<string, string>;
}

export interface ProviderCheckout {
  id: string;
  status: "open" | "complete" | "expired";
  paymentStatus: "paid" | "unpaid" | "no_payment_required";
  mode: "subscription" | "payment";
  created: number;
  /** Where the person pays; null once it is complete or expired. */
  url: string | null;
  clientReferenceId: string | null;
  customerId: string | null;
  subscriptionId: string | null;
  /** The payment of a checkout in `payment` mode, once there is one. */
  paymentIntentId: string | null;
  /** How many of the first line's price are bought; null where only the session was asked for, as when it is created. */
  quantity: number | null;
  /** Of all lines, due at the checkout. */
  amountTotal: number;
  currency: string;
  metadata: Record<string, string>;
}

export interface ProviderInvoice {
  id: string;
  /** Null while it is a draft. */
  number: string | null;
  status: "draft" | "open" | "paid" | "uncollectible" | "void";
  amountPaid: number;
  amountDue: number;
  currency: string;
  created: number;
  paidAt: number | null;
  customerId: string | null;
  subscriptionId: string | null;
  /** The provider's page where the person sees it, and pays it while it is open. */
  hostedUrl: string | null;
  pdfUrl: string | null;
  /** The provider's word, such as `subscription_create` or `subscription_cycle`. */
  billingReason: string | null;
  paymentIntentIds: string[];
  lines: { id: string; periodStart: number; periodEnd: number; amount: number; priceId: string | null }[];
}

export interface ProviderRefund {
  id: string;
  paymentIntentId: string | null;
  amount: number;
  status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
}

export interface ProviderDispute {
  id: string;
  customerId: string | null;
  paymentIntentId: string | null;
  amount: number;
  /** The provider's word: `won`, `lost`, `needs_response`, `under_review`, `warning_closed`, ... */
  status: string;
}

export interface ProviderEvent {
  id: string;
  type: string;
  created: number;
  /** Id of the object the event is about; never its state: state is fetched. */
  objectId: string;
  customerId: string | null;
}

interface CheckoutRequest {
  userId: string;
  customerId: string;
  /** The same attempt with the same request is answered with the same checkout, for a day. */
  attempt: string;
  /** Kept with the checkout and with the subscription or payment that it creates. */
  metadata: Record<string, string>;
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the provider. */
  successUrl: string;
  cancelUrl: string;
}

export interface SubscriptionCheckoutRequest extends CheckoutRequest {
  /** Null: charged at once. */
  trialDays: number | null;
}

export interface MinutesCheckoutRequest extends CheckoutRequest {
  minutes: number;
}

/**
 * What came of ending a trial. `needs_action`: the bank asks the person, who answers on `invoice.hostedUrl`; `declined`: nothing is owed.
 * After both the trial goes on as it was.
 */
export type TrialEnd =
  | { outcome: "paid"; subscription: ProviderSubscription }
  | { outcome: "needs_action"; invoice: ProviderInvoice }
  | { outcome: "declined" };

/** Every call throws `PaymentsError` "unavailable" when the provider can't be reached, "rejected" when it refuses. */
export interface Payments {
  /** Shown at start-up. */
  readonly engine: string;
  /** True when real cards are charged. */
  readonly live: boolean;
  /** One customer for one user, however often it is called within a day; another one in place of `lost`. */
  createCustomer(user: { userId: string; email: string; name?: string; lost?: string }): Promise<{ id: string }>;
  /** True once somebody has deleted the customer at the provider. Then nothing can be sold to it any more. */
  isCustomerDeleted(id: string): Promise<boolean>;
  /** Nothing can be charged to the customer's cards any more. */
  forgetCards(customerId: string): Promise<void>;
  createSubscriptionCheckout(request: SubscriptionCheckoutRequest): Promise<ProviderCheckout>;
  /** One payment for so many minutes. */
  createPaymentCheckout(request: MinutesCheckoutRequest): Promise<ProviderCheckout>;
  retrieveCheckout(id: string): Promise<ProviderCheckout | null>;
  /** What the customer could still pay. */
  listOpenCheckouts(customerId: string): Promise<ProviderCheckout[]>;
  /** The customer's completed checkouts in `payment` mode, with their quantities, newest first. */
  listPurchases(customerId: string): Promise<ProviderCheckout[]>;
  /** Closes an open checkout. Answers its final state: one that was completed first stays complete. */
  expireCheckout(id: string): Promise<ProviderCheckout>;
  retrieveSubscription(id: string): Promise<ProviderSubscription | null>;
  /** All of a customer's subscriptions, ended ones included, newest first. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** Ends a subscription now, without a charge or refund. Answers its final state. */
  cancelSubscription(id: string): Promise<ProviderSubscription>;
  /** Ends a subscription with its period (a trial with the trial, uncharged), and drops a trial's end that waits for its payment. */
  scheduleCancellation(id: string): Promise<ProviderSubscription>;
  undoCancellation(id: string): Promise<ProviderSubscription>;
  /** Charges a trialing subscription now. Asked again while the bank waits for the person, it answers the same invoice. */
  endTrialNow(id: string): Promise<TrialEnd>;
  retrieveInvoice(id: string): Promise<ProviderInvoice | null>;
  /** Nobody can pay an open invoice any more. */
  voidInvoice(id: string): Promise<void>;
  /** All of a customer's invoices, newest first. */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  /** Of all the customer's payments. Refunds that failed, and left nothing refunded, need not be among them. */
  listRefunds(customerId: string): Promise<ProviderRefund[]>;
  retrieveRefund(id: string): Promise<ProviderRefund | null>;
  listDisputes(customerId: string): Promise<ProviderDispute[]>;
  /** Events about a dispute name no customer: this does. */
  retrieveDispute(id: string): Promise<ProviderDispute | null>;
  /** The provider's page for cards, invoices and cancellation; null for a customer that was deleted there. */
  createPortalSession(customerId: string, returnUrl: string): Promise<{ url: string } | null>;
  /** Verifies the signature over the raw bytes. Throws `PaymentsError` "bad_signature", or "rejected" for what is no event. */
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
