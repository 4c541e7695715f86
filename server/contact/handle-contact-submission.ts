import { randomUUID } from "node:crypto";
import * as endpoints from "../../shared/endpoints/contact.ts";
import { implement } from "../endpoints/implement.ts";
import { storeSubmission } from "./store-submission.privileged.ts";

/**
 * POST handle-contact-submission, without sign-in: stores a message to support and queues the notice of it. If the hidden field `website`
 * is filled in (a honeypot for bots), the answer is the same but nothing is stored.
 */
export const handleContactSubmission = implement(endpoints.handleContactSubmission, async ({ context, body }) => {
  const { website, ...submission } = body;
  if (website?.trim()) return { success: true, id: randomUUID() };
  return { success: true, id: await storeSubmission(context.db, submission) };
});
