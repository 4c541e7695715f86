import bcrypt from "bcrypt";
import { validationFailed, weakPassword } from "./errors.ts";
import type { Auth } from "./options.ts";

// bcrypt reads no further, so a longer password would be cut without a word.
const MAX_BYTES = 72;
const SALT_CHARS = 29;

const tooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES;

/** Why a password is too weak, or null. */
export function weakness(
  auth: Pick<Auth, "passwordMinLength">,
  password: string,
): { message: string; reasons: ["length"] } | null {
  if (Array.from(password).length >= auth.passwordMinLength) return null;
  return { message: `Password should be at least ${auth.passwordMinLength} characters.`, reasons: ["length"] };
}

/** Throws `validation_failed` or `weak_password` when the password may not be set. */
export function checkNewPassword(auth: Pick<Auth, "passwordMinLength">, password: string): void {
  if (tooLong(password)) throw validationFailed("Password cannot be longer than 72 bytes");
  const weak = weakness(auth, password);
  if (weak) throw weakPassword(weak.message, weak.reasons);
}

/** Hashes off the event loop. With `sibling`, a hash made earlier, its salt is used: equal passwords then give equal hashes. */
export async function hashPassword(password: string, cost: number, sibling?: string): Promise<string> {
  return bcrypt.hash(password, sibling?.slice(0, SALT_CHARS) ?? cost);
}

export type PasswordChecker = (password: string, hash: string | null | undefined) => Promise<boolean>;

/** Compares with the same work whether or not there is a hash to compare with, so that the time tells nothing. */
export function passwordChecker(cost: number): PasswordChecker {
  const nobody = bcrypt.hash("nobody has this password", cost);
  return async (password, hash) => {
    const matches = await bcrypt.compare(password, hash ?? (await nobody));
    return matches && Boolean(hash) && !tooLong(password);
  };
}
