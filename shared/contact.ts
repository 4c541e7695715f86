import * as z from "zod/mini";

/** Messages to support, as rows have them (docs/product.md#contact-and-administrators). The endpoints are in endpoints/contact.ts. */

export const CONTACT_LIMITS = { name: 200, email: 255, message: 10_000, subject: 200, notes: 10_000 } as const;

/** Value of `form_source` for the contact page. */
export const CONTACT_PAGE = "contact_page";

export const CONTACT_STATUSES = ["new", "responded", "resolved"] as const;
const contactStatus = z.enum(CONTACT_STATUSES);

export const historyEntry = z.object({ sent_at: z.string(), subject: z.string(), message: z.string() });
export type HistoryEntry = z.infer<typeof historyEntry>;

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
