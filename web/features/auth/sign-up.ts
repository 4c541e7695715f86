import type { User } from "@supabase/supabase-js";
import { PASSWORD_MIN_CHARS } from "../../../shared/constants.ts";
import { SIGN_UP } from "../../../shared/messages/auth.ts";
import { getSupabase } from "../../lib/supabase.ts";
import { prepareAuth } from "./sign-in.ts";

export interface NewAccount {
  email: string;
  name: string;
  password: string;
}

type ErrorCategory = "connection" | "rate_limit" | "user_exists" | "invalid_email" | "weak_password" | "unknown";

/** The account was not created. */
export class SignUpError extends Error {
  override readonly name = "SignUpError";
  readonly category: ErrorCategory;
  constructor(message: string, category: ErrorCategory, options?: ErrorOptions) {
    super(message, options);
    this.category = category;
  }
}

/** Spec section 5, sign-up error classification. */
export function signUpErrorCategory(message: string): ErrorCategory {
  const text = message.toLowerCase();
  if (text.includes("already registered")) return "user_exists";
  if (text.includes("rate limit") || text.includes("for security purposes")) return "rate_limit";
  if (text.includes("invalid email")) return "invalid_email";
  if (text.includes("password")) return "weak_password";
  return "unknown";
}

const refuse = (message: string): never => {
  throw new SignUpError(message, signUpErrorCategory(message));
};

/**
 * Creates an account that waits for its address to be confirmed. Throws `SignUpError`, also for an address that has an account already:
 * the service answers those without an identity.
 */
export async function signUp({ email, name, password }: NewAccount): Promise<User> {
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new SignUpError(SIGN_UP.helperInvalidEmail, "invalid_email");
  if (password.length < PASSWORD_MIN_CHARS) refuse(SIGN_UP.helperPasswordTooShort);
  await prepareAuth(SIGN_UP.serviceUnavailable).catch((error: unknown) => {
    throw new SignUpError(SIGN_UP.serviceUnavailable, "connection", { cause: error });
  });
  const { auth } = await getSupabase();
  const options = { data: { full_name: name }, emailRedirectTo: `${location.origin}/dashboard` };
  const { data, error } = await auth.signUp({ email, password, options });
  if (error) throw new SignUpError(error.message, signUpErrorCategory(error.message), { cause: error });
  if (!data.user) return refuse("No user was created");
  if (data.user.identities?.length === 0) return refuse("User already registered");
  return data.user;
}
