import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { handleContactSubmission as contract } from "../../shared/contact.ts";
import { parseBody, type FunctionContext } from "../endpoints/context.ts";
import { storeSubmission } from "./store-submission.privileged.ts";

/**
 * POST handle-contact-submission, without sign-in: stores a message to support and queues the notice of it. If the hidden field `website`
 * is filled in (a honeypot for bots), the answer is the same but nothing is stored.
 */
export async function handleContactSubmission(
  context: FunctionContext,
  request: FastifyRequest,
): Promise<z.infer<typeof contract.answer>> {
  await context.visitorOf(request);
  const { website, ...submission } = parseBody(contract.body, request.body);
  if (website?.trim()) return { success: true, id: randomUUID() };
  return { success: true, id: await storeSubmission(context.db, submission) };
}
