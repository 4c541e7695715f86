import { BRAND } from "../../shared/brand.ts";
import type { ProviderSubscription } from "../vendors/payments/payments.ts";
import type { Letter } from "../letters/letter.ts";

export type MailKind = "first_charge" | "renewal_failed" | "cancelled";

interface LetterData {
  subscription: ProviderSubscription;
  /** Unix seconds; for each kind of mail: the end of the trial, the start of the unpaid period, the end of the subscription. */
  about: number;
  /** The end of the access that a user keeps after a failed renewal. */
  graceEnd: Date | null;
  /** A payment is disputed, which suspends the access. */
  frozen: boolean;
  /** The page on which the user pays, cancels and resumes. */
  billingUrl: string;
}

// UTC, since the reader's time zone is not known.
const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

const day = (seconds: number): string => longDate.format(seconds * 1000);
const price = ({ amount }: ProviderSubscription): string => dollars.format(amount / 100);
const cardOf = ({ card }: ProviderSubscription): string => (card ? `your card ending in ${card.last4}` : "your card");

function firstCharge({ subscription, about, billingUrl }: LetterData): Letter {
  return {
    subject: `Your free trial ends on ${day(about)}`,
    lines: [
      `Your free trial of ${BRAND.product} ends on ${day(about)}. On that day ${cardOf(subscription)} is charged ${price(subscription)} for the first month, and the same every month after.`,
      "If you would like to go on, there is nothing to do.",
    ],
    button: { label: "See or cancel my subscription", href: billingUrl },
    closing: [
      "If you cancel before then, nothing is charged, and the trial is yours to its end. It takes a moment under 'Cancel Subscription', and no reason.",
    ],
  };
}

function renewalFailed({ subscription, about, graceEnd, frozen, billingUrl }: LetterData): Letter {
  return {
    subject: "Your payment did not go through",
    lines: [
      `On ${day(about)} we tried to charge ${cardOf(subscription)} ${price(subscription)} for a month of ${BRAND.product}, and it did not go through. That happens: a card runs out, or a bank asks again.`,
      ...(graceEnd && graceEnd > new Date() && !frozen ? [`You keep your full access until ${longDate.format(graceEnd)}.`] : []),
    ],
    button: { label: "Update my payment method", href: billingUrl },
    closing: ["As soon as the payment goes through, everything goes on as before. The sermons in your library stay yours."],
  };
}

/** For a subscription that ended at once: it was unpaid, or the provider or an operator ended it. */
function ended({ frozen, billingUrl }: LetterData): Letter {
  return {
    subject: "Your subscription has ended",
    lines: [`Your subscription to ${BRAND.product} has ended, and nothing more will be charged.`],
    button: { label: "See my plan", href: billingUrl },
    closing: [
      `The sermons in your library stay yours.${frozen ? "" : " Should you want to come back, you can subscribe again there at any time."}`,
    ],
  };
}

function cancelled(data: LetterData): Letter {
  const { subscription, about, frozen, billingUrl } = data;
  if (subscription.status === "canceled") return ended(data);
  const rest =
    subscription.status === "trialing"
      ? `Your free trial goes on until ${day(about)}, and nothing will be charged.`
      : `${frozen ? "It ends on" : "You have full access until"} ${day(about)}, and nothing more will be charged.`;
  return {
    subject: "Your subscription has been cancelled",
    lines: [
      `Your subscription to ${BRAND.product} has been cancelled. ${rest}`,
      "The sermons in your library stay yours. Thank you for the time you spent with us.",
    ],
    button: { label: "Resume my subscription", href: billingUrl },
    closing: ["Should you change your mind before that day, one click takes the cancellation back."],
  };
}

const LETTERS: Record<MailKind, (data: LetterData) => Letter> = {
  first_charge: firstCharge,
  renewal_failed: renewalFailed,
  cancelled,
};

const IS_STILL_TRUE: Record<MailKind, (subscription: ProviderSubscription, about: number) => boolean> = {
  first_charge: ({ status, cancelAt, trialEnd }, about) => status === "trialing" && cancelAt === null && trialEnd === about,
  renewal_failed: ({ status, periodStart }, about) => status === "past_due" && periodStart === about,
  cancelled: ({ status, cancelAt, endedAt }, about) =>
    status === "canceled" ? endedAt === about : (status === "trialing" || status === "active") && cancelAt === about,
};

/** The letter of a kind; null when what it says is no longer true of the subscription. */
export function billingLetter(kind: MailKind, data: LetterData): Letter | null {
  return IS_STILL_TRUE[kind](data.subscription, data.about) ? LETTERS[kind](data) : null;
}
