import { createHash } from "node:crypto";
import { newId } from "./id.ts";
import type { PaymentMethod } from "./wire.ts";

export type DeclineCode = "generic_decline" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "processing_error";

export type Challenge = false | "on_session" | "always";

/** How a test card behaves when it is saved or first charged, and when it is charged later without the person. */
export interface TestCard {
  number: string;
  brand: "visa" | "mastercard" | "amex";
  funding: "credit" | "debit";
  /** When it requires 3-D Secure: never, only with the person present, or for every charge, renewals included. */
  challenge: Challenge;
  atCheckout: "ok" | DeclineCode;
  later: "ok" | DeclineCode;
  /** The charge succeeds and is disputed right after. */
  disputed: boolean;
  /** The same fingerprint for all customers. Other test numbers get a different one for each customer. */
  sameForAll: boolean;
}

function card(number: string, brand: TestCard["brand"], behaviour: Partial<TestCard> = {}): TestCard {
  const atCheckout = behaviour.atCheckout ?? "ok";
  return {
    number,
    brand,
    funding: "credit",
    challenge: false,
    atCheckout,
    later: atCheckout,
    disputed: false,
    sameForAll: false,
    ...behaviour,
  };
}

/** The supported ones of https://docs.stripe.com/testing#cards. */
const TEST_CARDS: readonly TestCard[] = [
  card("4242424242424242", "visa"),
  card("4000056655665556", "visa", { funding: "debit" }),
  card("5555555555554444", "mastercard", { sameForAll: true }),
  card("378282246310005", "amex"),
  card("4000000000000002", "visa", { atCheckout: "generic_decline" }),
  card("4000000000009995", "visa", { atCheckout: "insufficient_funds" }),
  card("4000000000000069", "visa", { atCheckout: "expired_card" }),
  card("4000000000000127", "visa", { atCheckout: "incorrect_cvc" }),
  card("4000000000000119", "visa", { atCheckout: "processing_error" }),
  card("4000000000000341", "visa", { later: "generic_decline" }),
  card("4000002500003155", "visa", { challenge: "on_session" }),
  card("4000002760003184", "visa", { challenge: "always" }),
  card("4000008260003178", "visa", { challenge: "always", atCheckout: "insufficient_funds" }),
  card("4000000000000259", "visa", { disputed: true }),
];

export function findTestCard(number: string): TestCard | null {
  return TEST_CARDS.find((known) => known.number === number) ?? null;
}

/** No two test cards end in the same four digits. */
export function findTestCardByLast4(last4: string): TestCard | null {
  return TEST_CARDS.find((known) => known.number.endsWith(last4) && last4.length === 4) ?? null;
}

/** Ids of unsaved test cards in API calls (https://docs.stripe.com/testing?testing-method=payment-methods). */
const TEST_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: "4242424242424242",
  pm_card_visa_debit: "4000056655665556",
  pm_card_mastercard: "5555555555554444",
  pm_card_amex: "378282246310005",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_chargeDeclinedExpiredCard: "4000000000000069",
  pm_card_chargeDeclinedIncorrectCvc: "4000000000000127",
  pm_card_chargeDeclinedProcessingError: "4000000000000119",
  pm_card_chargeCustomerFail: "4000000000000341",
  pm_card_authenticationRequiredOnSetup: "4000002500003155",
  pm_card_authenticationRequired: "4000002760003184",
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: "4000008260003178",
  pm_card_createDispute: "4000000000000259",
};

export function testCardNamed(paymentMethod: string): TestCard | null {
  return findTestCard(TEST_PAYMENT_METHODS[paymentMethod] ?? "");
}

/** Message and code of each decline (https://docs.stripe.com/declines/codes). */
export const DECLINES: Record<
  DeclineCode,
  { code: "card_declined" | "expired_card" | "incorrect_cvc" | "processing_error"; message: string }
> = {
  generic_decline: { code: "card_declined", message: "Your card was declined." },
  insufficient_funds: { code: "card_declined", message: "Your card has insufficient funds." },
  expired_card: { code: "expired_card", message: "Your card has expired." },
  incorrect_cvc: { code: "incorrect_cvc", message: "Your card's security code is incorrect." },
  processing_error: {
    code: "processing_error",
    message: "An error occurred while processing your card. Try again in a little bit.",
  },
};

export interface CardHolder {
  /** Null for a card that nobody typed. */
  name: string | null;
  expMonth: number;
  expYear: number;
}

/** The saved card. The number itself is not kept. */
export function newPaymentMethod(
  from: TestCard,
  holder: CardHolder,
  owner: { id: string; email: string | null },
  now: number,
): PaymentMethod {
  const fingerprint = createHash("sha256")
    .update(from.sameForAll ? from.number : `${from.number} of ${owner.id}`)
    .digest("base64url")
    .slice(0, 16);
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: { address: null, email: owner.email, name: holder.name, phone: null, tax_id: null },
    card: {
      brand: from.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: from.brand,
      exp_month: holder.expMonth,
      exp_year: holder.expYear,
      fingerprint,
      funding: from.funding,
      generated_from: null,
      last4: from.number.slice(-4),
      networks: { available: [from.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: now,
    customer: owner.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
}
