import { emailAddress } from "../email-address.ts";
import { validationFailed } from "./errors.ts";

const MAX_CHARS = 255;

/** The stored form of an address: trimmed, lower case. Throws `validation_failed`; `missing` is the message for an empty one. */
export function normaliseEmail(given: string | undefined, missing = "An email address is required"): string {
  const email = given?.trim().toLowerCase() ?? "";
  if (!email) throw validationFailed(missing);
  if (email.length > MAX_CHARS) throw validationFailed("Unable to validate email address: longer than 255 characters");
  if (!emailAddress.safeParse(email).success) throw validationFailed("Unable to validate email address: invalid format");
  return email;
}
