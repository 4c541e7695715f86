import { z } from "zod";
import { validationFailed } from "./errors.ts";

const MAX_CHARS = 255;
const wellFormed = z.email();

/** The stored form of an address: trimmed, lower case. Throws `validation_failed`. */
export function normaliseEmail(given: string | undefined): string {
  const email = given?.trim().toLowerCase() ?? "";
  if (!email) throw validationFailed("An email address is required");
  if (email.length > MAX_CHARS) throw validationFailed("Unable to validate email address: longer than 255 characters");
  if (!wellFormed.safeParse(email).success) throw validationFailed("Unable to validate email address: invalid format");
  return email;
}
