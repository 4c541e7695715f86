/** Port over the payment provider. All times are Unix seconds, all amounts US cents. */

interface StatusMeaning {
  /** What the billing page calls it. */
  plan: "trial" | "premium" | null;
  /** `running`: charges, or will charge. `unstarted`: waits for its first payment. `over`: nothing is left to cancel. */
  stage: "running" | "unstarted" | "over";
}

/**
 * Every status of a subscription. They are stored and shown as they stand here; each vendor translates its own into them. Of several
 * subscriptions the one whose status comes first counts: `public.subscriptions.rank` is the position here, for `billing.access` to sort by.
 */
const MEANINGS = {
  active: { plan: "premium", stage: "running" },
  past_due: { plan: "premium", stage: "running" },
  trialing: { plan: "trial", stage: "running" },
  unpaid: { plan: null, stage: "running" },
  paused: { plan: null, stage: "running" },
  incomplete: { plan: null, stage: "unstarted" },
  incomplete_expired: { plan: null, stage: "over" },
  canceled: { plan: null, stage: "over" },
} as const satisfies Record<string, StatusMeaning>;

export type SubscriptionStatus = keyof typeof MEANINGS;

export const SUBSCRIPTION_STATUSES = Object.keys(MEANINGS) as [SubscriptionStatus, ...SubscriptionStatus[]];

/** 1 for the status that counts most. */
export function rankOf(status: SubscriptionStatus): number {
  return SUBSCRIPTION_STATUSES.indexOf(status) + 1;
}

/** The customer's running subscription; if there are several, the one that counts most. */
export function currentSubscription(subscriptions: readonly ProviderSubscription[]): ProviderSubscription | undefined {
  return subscriptions.filter(({ status }) => isRunning(status)).toSorted((a, b) => rankOf(a.status) - rankOf(b.status))[0];
}

/** Whether a subscription of this status charges or will charge. */
export function isRunning(status: SubscriptionStatus): boolean {
  return MEANINGS[status].stage === "running";
}

/** Whether the subscription is over for good, so that there is nothing left to cancel. */
export function isOver(status: SubscriptionStatus): boolean {
  return MEANINGS[status].stage === "over";
}

/** Whether the subscription waits for its first payment, or never got it. */
export function neverStarted(status: SubscriptionStatus): boolean {
  return MEANINGS[status].stage === "unstarted" || status === "incomplete_expired";
}

export function planOf(status: SubscriptionStatus): StatusMeaning["plan"] {
  return MEANINGS[status].plan;
}

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
  /** The payment of a checkout in `payment` mode, once it exists. */
  paymentIntentId: string | null;
  /** What the provider has made of it as an invoice, a moment after it was paid. Null for a purchase of minutes before they got one. */
  invoiceId: string | null;
  /** Quantity of the first line; null if the session was fetched without its lines, as on creation. */
  quantity: number | null;
  /** Total of all lines, due at the checkout. */
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
  /** The provider's page where the person can see the invoice, and pay it while it is open. */
  hostedUrl: string | null;
  pdfUrl: string | null;
  /** The provider's value, such as `subscription_create` or `subscription_cycle`. */
  billingReason: string | null;
  paymentIntentIds: string[];
  lines: { id: string; periodStart: number; periodEnd: number; amount: number; priceId: string | null }[];
}

export interface ProviderRefund {
  id: string;
  paymentIntentId: string | null;
  amount: number;
  /** Gives no money back: it failed or was canceled, which can happen days after it was made. */
  failed: boolean;
}

export interface ProviderDispute {
  id: string;
  customerId: string | null;
  paymentIntentId: string | null;
  amount: number;
  /** An `inquiry` has taken no money from us, `won` has given it back. */
  state: "inquiry" | "open" | "won" | "lost";
}

/** What an event's `objectId` names; `customer` for every event that names its customer. */
export type EventSubject = "checkout" | "dispute" | "refund" | "customer";

export interface ProviderEvent {
  id: string;
  /** The provider's word, stored as it is; `Payments.subjectOf` says what it means. */
  type: string;
  created: number;
  /** Id of the object that the event is about. Its state is not taken from the event but fetched. */
  objectId: string;
  customerId: string | null;
}

interface CheckoutRequest {
  userId: string;
  customerId: string;
  /** Idempotency key: the same attempt with the same request returns the same checkout for a day. */
  attempt: string;
  /** Metadata of the checkout and of the subscription or payment that it creates. */
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
 * Result of ending a trial. `needs_action`: the bank wants the person to confirm, on `invoice.hostedUrl`. `declined`: nothing is
 * owed. `cancelled`: a cancellation was scheduled meanwhile, and nothing is owed. In these cases the trial continues.
 */
export type TrialEnd =
  | { outcome: "paid"; subscription: ProviderSubscription }
  | { outcome: "needs_action"; invoice: ProviderInvoice }
  | { outcome: "declined" | "cancelled" };

/** Every call throws `PaymentsError` "unavailable" when the provider can't be reached, "rejected" when it refuses. */
export interface Payments {
  /** Shown at start-up. */
  readonly engine: string;
  /** True when real cards are charged. */
  readonly live: boolean;
  /** Returns the user's customer: the same one for repeated calls within a day; a new one in place of `lost`. */
  createCustomer(user: { userId: string; email: string; name?: string; lost?: string }): Promise<{ id: string }>;
  /** True if the customer was deleted at the provider. Nothing can be sold to it any more. */
  isCustomerDeleted(id: string): Promise<boolean>;
  /** Detaches the customer's cards, so that nothing can be charged to them. */
  forgetCards(customerId: string): Promise<void>;
  createSubscriptionCheckout(request: SubscriptionCheckoutRequest): Promise<ProviderCheckout>;
  /** One payment for so many minutes. */
  createPaymentCheckout(request: MinutesCheckoutRequest): Promise<ProviderCheckout>;
  retrieveCheckout(id: string): Promise<ProviderCheckout | null>;
  /** The customer's open checkouts. */
  listOpenCheckouts(customerId: string): Promise<ProviderCheckout[]>;
  /** The customer's completed checkouts in `payment` mode, with their quantities, newest first. */
  listPurchases(customerId: string): Promise<ProviderCheckout[]>;
  /** Expires an open checkout. Returns its final state: one that was completed before stays complete. */
  expireCheckout(id: string): Promise<ProviderCheckout>;
  retrieveSubscription(id: string): Promise<ProviderSubscription | null>;
  /** All of a customer's subscriptions, ended ones included, newest first. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>;
  /** Cancels a subscription now, without a charge or refund. Returns its final state, also of one that had ended before. */
  cancelSubscription(id: string): Promise<ProviderSubscription>;
  /** Cancels a subscription at the end of its period (a trial at its end, uncharged), and discards a pending end of the trial. */
  scheduleCancellation(id: string): Promise<ProviderSubscription>;
  undoCancellation(id: string): Promise<ProviderSubscription>;
  /**
   * Ends the trial of a subscription and charges it. Repeated while the bank waits for the person, it returns the same invoice.
   */
  endTrialNow(id: string): Promise<TrialEnd>;
  retrieveInvoice(id: string): Promise<ProviderInvoice | null>;
  /** Voids an open invoice. */
  voidInvoice(id: string): Promise<void>;
  /** All of a customer's invoices, newest first. */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>;
  /** Refunds of all the customer's payments. Failed refunds may be missing. */
  listRefunds(customerId: string): Promise<ProviderRefund[]>;
  retrieveRefund(id: string): Promise<ProviderRefund | null>;
  listDisputes(customerId: string): Promise<ProviderDispute[]>;
  /** The customer of a dispute, which its events do not contain. */
  retrieveDispute(id: string): Promise<ProviderDispute | null>;
  /** The provider's page for cards, invoices and cancellation; null for a customer that was deleted there. */
  createPortalSession(customerId: string, returnUrl: string): Promise<{ url: string } | null>;
  /** What the object of an event of this type is. */
  subjectOf(eventType: string): EventSubject;
  /** The request header that holds a webhook's signature, in lower case. */
  readonly signatureHeader: string;
  /**
   * Verifies the signature over the raw bytes and parses the event. Throws `PaymentsError` "bad_signature", or "rejected" if it
   * is not an event.
   */
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
