import { z } from "zod";
import { findTestCard, type CardHolder, type TestCard } from "../objects/card.ts";

export type CardField = "number" | "expiry" | "cvc" | "name";
export type CardErrors = Partial<Record<CardField, string>>;

/** Values to show again after an error; number and security code have to be retyped. */
interface CardValues {
  expiry: string;
  name: string;
}

/** A form that was sent and not accepted. */
export interface CardEntry {
  values: CardValues;
  errors: CardErrors;
  /** The text of a refused card. */
  declined?: string;
}

export const NOTHING_TYPED: CardEntry = { values: { expiry: "", name: "" }, errors: {} };

const typed = z.object({
  number: z.string().max(50).catch(""),
  expiry: z.string().max(20).catch(""),
  cvc: z.string().max(10).catch(""),
  name: z.string().trim().max(200).catch(""),
});

type ReadCard =
  | { card: TestCard; holder: CardHolder; errors: null; values: CardValues }
  | { card: null; holder: null; errors: CardErrors; values: CardValues };

function readExpiry(expiry: string): { month: number; year: number } | null {
  const match = /^(\d{1,2})\s*[/-]?\s*(?:20)?(\d{2})$/.exec(expiry.trim());
  const month = Number(match?.[1]);
  return match && month >= 1 && month <= 12 ? { month, year: 2000 + Number(match[2]) } : null;
}

/** Validates a card entry. Refuses all numbers except those of test cards. */
export function readCard(form: Record<string, unknown>, now: Date): ReadCard {
  const values = typed.parse(form);
  const errors: CardErrors = {};

  const digits = values.number.replace(/[\s-]/g, "");
  const card = findTestCard(digits);
  if (!/^\d{12,19}$/.test(digits)) errors.number = "Your card number is incomplete.";
  else if (!card) errors.number = "This is not a test card. Use 4242 4242 4242 4242.";

  const expiry = readExpiry(values.expiry);
  if (!expiry) errors.expiry = "Enter the expiry date as MM/YY.";
  else if (Date.UTC(expiry.year, expiry.month) <= now.getTime())
    errors.expiry = "Your card's expiration year or month is in the past.";

  const cvcDigits = card?.brand === "amex" ? 4 : 3;
  if (!/^\d+$/.test(values.cvc.trim()) || values.cvc.trim().length !== cvcDigits)
    errors.cvc = `Enter the ${cvcDigits} digits of the security code.`;
  if (!values.name) errors.name = "Enter the name on the card.";

  const kept = { expiry: values.expiry, name: values.name };
  if (!card || !expiry || Object.keys(errors).length > 0) return { card: null, holder: null, errors, values: kept };
  return { card, holder: { name: values.name, expMonth: expiry.month, expYear: expiry.year }, errors: null, values: kept };
}
