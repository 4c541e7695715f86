import * as z from "zod/mini";

/** Storage keys of a sign-up whose checkout is not finished (docs/product.md#browser-storage). */
const PENDING = "pendingSignup";
const PENDING_BACKUP = "pendingSignupBackup";
const PENDING_REFERRAL = "pendingReferral";
const CHECKOUT_IN_PROGRESS = "checkout_in_progress";
const CHECKOUT_USER_ID = "checkout_user_id";
/** The address that a confirmation mail was sent to. */
const AWAITING_CONFIRMATION = "awaiting_confirmation";

export const PENDING_KEYS: ReadonlySet<string> = new Set([
  PENDING,
  PENDING_BACKUP,
  PENDING_REFERRAL,
  CHECKOUT_IN_PROGRESS,
  CHECKOUT_USER_ID,
  AWAITING_CONFIRMATION,
]);

// The referral code is stored beside it, since it belongs to the checkout.
const pendingSignUp = z.object({ userId: z.uuid(), email: z.string(), name: z.string(), timestamp: z.number() });
export type PendingSignUp = z.infer<typeof pendingSignUp>;

function read(storage: Storage, key: string): PendingSignUp | null {
  const text = storage.getItem(key);
  if (!text) return null;
  try {
    return pendingSignUp.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Stores the sign-up after its account was created, before its checkout. */
export function storePendingSignUp(pending: PendingSignUp): void {
  const text = JSON.stringify(pending);
  sessionStorage.setItem(PENDING, text);
  localStorage.setItem(PENDING_BACKUP, text);
}

/** The sign-up whose checkout is not finished. The backup in local storage serves new tabs. */
export function readPendingSignUp(): PendingSignUp | null {
  return read(sessionStorage, PENDING) ?? read(localStorage, PENDING_BACKUP);
}

/** Stores the referral code of the sign-up, to be sent with each checkout that is opened for it; empty for none. */
export function storeReferralCode(code: string): void {
  if (code) localStorage.setItem(PENDING_REFERRAL, code);
  else localStorage.removeItem(PENDING_REFERRAL);
}

export function readReferralCode(): string | undefined {
  return localStorage.getItem(PENDING_REFERRAL) ?? undefined;
}

/** Call before leaving for the hosted checkout. */
export function markCheckoutStarted(userId: string): void {
  sessionStorage.setItem(CHECKOUT_IN_PROGRESS, "true");
  localStorage.setItem(CHECKOUT_IN_PROGRESS, "true");
  localStorage.setItem(CHECKOUT_USER_ID, userId);
}

/** The user of the checkout, for a completion page whose address does not name them. */
export function readCheckoutUserId(): string | null {
  return localStorage.getItem(CHECKOUT_USER_ID);
}

/** Clears the sign-up after its checkout; the address awaiting confirmation is kept. */
export function clearPendingSignUp(): void {
  for (const key of [PENDING, CHECKOUT_IN_PROGRESS]) sessionStorage.removeItem(key);
  for (const key of [PENDING_BACKUP, PENDING_REFERRAL, CHECKOUT_IN_PROGRESS, CHECKOUT_USER_ID]) localStorage.removeItem(key);
}

export function storeAwaitingConfirmation(email: string): void {
  sessionStorage.setItem(AWAITING_CONFIRMATION, email);
}

/** The address that has to be confirmed: "" if it is not known here; null if there is none. */
export function readAwaitingConfirmation(): string | null {
  return sessionStorage.getItem(AWAITING_CONFIRMATION);
}

export function clearAwaitingConfirmation(): void {
  sessionStorage.removeItem(AWAITING_CONFIRMATION);
}
