import * as z from "zod/mini";
import { emailAddress } from "@lampstand/supabase-server/email-address";
import { postgresText } from "./postgres-text.ts";

/** Payloads and answers of the functions and calls of contact and its administration (docs/product.md#contact-and-administrators). */

export const CONTACT_LIMITS = { name: 200, email: 255, message: 10_000, subject: 200, notes: 10_000 } as const;

/** Value of `form_source` for the contact page. */
export const CONTACT_PAGE = "contact_page";

/** Allowed in a mail header: no line breaks or other control characters (RFC 5322, 2.2). */
const oneLine = z.refine<string>((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value));
const line = postgresText.check(z.trim(), oneLine, z.minLength(1));
const notBlank = z.refine<string>((value) => value.trim() !== "");

export const CONTACT_STATUSES = ["new", "responded", "resolved"] as const;
const contactStatus = z.enum(CONTACT_STATUSES);

export const handleContactSubmission = {
  body: z.object({
    name: line.check(z.maxLength(CONTACT_LIMITS.name)),
    email: emailAddress,
    message: postgresText.check(z.trim(), z.minLength(1), z.maxLength(CONTACT_LIMITS.message)),
    formSource: z.prefault(line.check(z.maxLength(64)), CONTACT_PAGE),
    /** Honeypot: hidden from people, so only bots fill it in. */
    website: z.optional(z.string()),
  }),
  answer: z.object({ success: z.literal(true), id: z.uuid() }),
};

export const historyEntry = z.object({ sent_at: z.string(), subject: z.string(), message: z.string() });
export type HistoryEntry = z.infer<typeof historyEntry>;

export const handleEmail = {
  body: z.discriminatedUnion("action", [
    /** Clients send more fields; they are ignored and read from the database instead. */
    z.object({ action: z.literal("notify_admin"), data: z.object({ submission_id: z.guid() }) }),
    z.object({
      action: z.literal("reply_to_submission"),
      data: z.object({
        submission_id: z.guid(),
        to_email: postgresText,
        // Not trimmed, so that the stored history entry equals what the client sent.
        subject: postgresText.check(oneLine, notBlank, z.maxLength(CONTACT_LIMITS.subject)),
        message: postgresText.check(notBlank, z.maxLength(CONTACT_LIMITS.message)),
      }),
    }),
  ]),
  /** `entry`: the history entry that a reply added. */
  answer: z.object({ success: z.literal(true), entry: z.optional(historyEntry) }),
};

/** A row of `rpc("get_contact_submissions")`. */
export const contactSubmission = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  form_source: z.string(),
  status: contactStatus,
  admin_notes: z.nullable(z.string()),
  created_at: z.string(),
  responded_at: z.nullable(z.string()),
  email_history: z.array(historyEntry),
  /** Replies that the mail server has not accepted yet. */
  unsent_replies: z.int(),
});
export type ContactSubmission = z.infer<typeof contactSubmission>;
