import * as z from "zod/mini";
import { emailAddress } from "@lampstand/supabase-server/email-address";
import { CONTACT_LIMITS, CONTACT_PAGE, historyEntry } from "../contact.ts";
import { postgresText } from "../postgres-text.ts";
import { defineEndpoint } from "./endpoint.ts";

/** What may stand in a mail's header: no line break, no other control character (RFC 5322, 2.2). */
const oneLine = z.refine<string>((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value));
const line = postgresText.check(z.trim(), oneLine, z.minLength(1));
const notBlank = z.refine<string>((value) => value.trim() !== "");

export const handleContactSubmission = defineEndpoint({
  name: "handle-contact-submission",
  caller: "visitor",
  limits: ["addressMessage", "projectMessage"],
  body: z.object({
    name: line.check(z.maxLength(CONTACT_LIMITS.name)),
    email: emailAddress,
    message: postgresText.check(z.trim(), z.minLength(1), z.maxLength(CONTACT_LIMITS.message)),
    formSource: z.prefault(line.check(z.maxLength(64)), CONTACT_PAGE),
    /** The honeypot: people don't see it, so who fills it in is none. */
    website: z.optional(z.string()),
  }),
  answer: z.object({ success: z.literal(true), id: z.uuid() }),
});

export const handleEmail = defineEndpoint({
  name: "handle-email",
  /** `reply_to_submission` asks for an administrator. */
  caller: "visitor",
  limits: ["addressFunction"],
  body: z.discriminatedUnion("action", [
    /** What else the caller tells of the message is not looked at. */
    z.object({ action: z.literal("notify_admin"), data: z.object({ submission_id: z.guid() }) }),
    z.object({
      action: z.literal("reply_to_submission"),
      data: z.object({
        submission_id: z.guid(),
        to_email: postgresText,
        // As they are written, so that the history's entry is the one that the client knows.
        subject: postgresText.check(oneLine, notBlank, z.maxLength(CONTACT_LIMITS.subject)),
        message: postgresText.check(notBlank, z.maxLength(CONTACT_LIMITS.message)),
      }),
    }),
  ]),
  /** `entry`: what a reply has added to the history. */
  answer: z.object({ success: z.literal(true), entry: z.optional(historyEntry) }),
});
