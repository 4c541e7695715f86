import { z } from "zod";
import { readDuration } from "./ban-duration.ts";
import { validationFailed } from "./errors.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
import { fitsInToken } from "./users.ts";

const jsonObject = z.record(z.string(), z.unknown());

/** The account attributes that the service key may set. Callers parse strictly, so that an unsupported one is refused, not ignored. */
export const attributes = {
  email: z.string().optional(),
  password: z.string().optional(),
  password_hash: z.string().optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: jsonObject.optional(),
  app_metadata: jsonObject.optional(),
  ban_duration: z.string().optional(),
  // Another role would give a person's token rights that row level security does not know.
  role: z.literal("authenticated", { error: "people can only have the role authenticated" }).optional(),
};

// bcrypt's modular crypt format. A cost above 14 takes seconds at every sign-in.
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/** The hash to store; null when neither is given. Throws `validation_failed` or `weak_password`. */
export async function givenPassword(
  auth: Auth,
  given: { password?: string | undefined; password_hash?: string | undefined },
): Promise<string | null> {
  const { password, password_hash: hash } = given;
  if (password !== undefined && hash !== undefined)
    throw validationFailed("Only a password or a password hash should be provided, not both");
  if (hash !== undefined) {
    if (!BCRYPT.test(hash)) throw validationFailed("password_hash: only bcrypt at a cost from 4 to 14 is supported");
    // PHP writes the same algorithm as $2y, which the library does not know.
    return hash.replace(/^\$2y/, "$2b");
  }
  if (password === undefined) return null;
  checkNewPassword(auth, password);
  return hashPassword(password, auth.passwordCost);
}

/** Seconds of a ban, 0 for `none` which lifts it, null when not given. Throws `validation_failed`. */
export function givenBan(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (text === "none") return 0;
  const seconds = readDuration(text);
  if (seconds === null) throw validationFailed("invalid format for ban duration: for example 24h or 1h30m, or none");
  return seconds;
}

/** Throws `validation_failed`. */
export function checkSize(userData: Record<string, unknown>, appData: Record<string, unknown>): void {
  if (!fitsInToken({ ...userData, ...appData })) throw validationFailed("user_metadata, app_metadata: too large");
}
