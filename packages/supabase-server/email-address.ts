import * as z from "zod/mini";

/**
 * A mail address, trimmed: the pattern of `<input type=email>`, at most 255 characters, at most 64 before the @ (RFC 5321, 4.5.3.1.1).
 * Shared by the browser, the accounts and the contact form, so that all accept the same addresses.
 */
export const emailAddress = z
  .string()
  .check(z.trim(), z.email({ pattern: z.regexes.html5Email }), z.maxLength(255), z.regex(/^[^@]{1,64}@/));
