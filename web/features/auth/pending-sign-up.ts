import * as z from "zod/mini";

/** Browser flags of a sign-up that is at its checkout (docs/product.md#browser-storage). */
const PENDING = "pendingSignup";
const PENDING_BACKUP = "pendingSignupBackup";
const CHECKOUT_IN_PROGRESS = "checkout_in_progress";
const CHECKOUT_USER_ID = "checkout_user_id";
/** The address whose confirmation mail is on its way. */
const AWAITING_CONFIRMATION = "awaiting_confirmation";

export const PENDING_KEYS: ReadonlySet<string> = new Set([
  PENDING,
  PENDING_BACKUP,
  CHECKOUT_IN_PROGRESS,
  CHECKOUT_USER_ID,
  AWAITING_CONFIRMATION,
]);

// Without the referral code, which travels with the checkout.
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

/** The account exists; its checkout is next. */
export function storePendingSignUp(pending: PendingSignUp): void {
  const text = JSON.stringify(pending);
  sessionStorage.setItem(PENDING, text);
  localStorage.setItem(PENDING_BACKUP, text);
}

/** The sign-up that waits for its checkout; the backup serves a new tab. */
export function readPendingSignUp(): PendingSignUp | null {
  return read(sessionStorage, PENDING) ?? read(localStorage, PENDING_BACKUP);
}

/** The browser is about to leave for the hosted checkout. */
export function markCheckoutStarted(userId: string): void {
  sessionStorage.setItem(CHECKOUT_IN_PROGRESS, "true");
  localStorage.setItem(CHECKOUT_IN_PROGRESS, "true");
  localStorage.setItem(CHECKOUT_USER_ID, userId);
}

/** Who went to the checkout, when the address of the completion page does not say. */
export function readCheckoutUserId(): string | null {
  return localStorage.getItem(CHECKOUT_USER_ID);
}

/** The checkout is behind; a note that the confirmation mail is awaited stays. */
export function clearPendingSignUp(): void {
  for (const key of [PENDING, CHECKOUT_IN_PROGRESS]) sessionStorage.removeItem(key);
  for (const key of [PENDING_BACKUP, CHECKOUT_IN_PROGRESS, CHECKOUT_USER_ID]) localStorage.removeItem(key);
}

export function storeAwaitingConfirmation(email: string): void {
  sessionStorage.setItem(AWAITING_CONFIRMATION, email);
}

/** The address to confirm: "" when it is not known here; null when no mail is awaited. */
export function readAwaitingConfirmation(): string | null {
  return sessionStorage.getItem(AWAITING_CONFIRMATION);
}

export function clearAwaitingConfirmation(): void {
  sessionStorage.removeItem(AWAITING_CONFIRMATION);
}
