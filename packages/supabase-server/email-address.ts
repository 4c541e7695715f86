import * as z from "zod/mini";

/**
 * A mail address as a person types it, trimmed: what an input of type email takes, at most 255 characters, of which SMTP takes 64 before
 * the @ (RFC 5321, 4.5.3.1.1). The browser, the account and the contact form know one form, so that none refuses what another took.
 */
export const emailAddress = z
  .string()
  .check(z.trim(), z.email({ pattern: z.regexes.html5Email }), z.maxLength(255), z.regex(/^[^@]{1,64}@/));
