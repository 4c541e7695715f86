/** Texts of the contact form and of the administrators' screens (docs/product.md#screen-errors). */

import { BRAND } from "../brand.ts";

export const CONTACT = {
  sent: { title: "Message Sent", description: "We'll get back to you as soon as possible." },
  failed: { title: "Something went wrong", description: "Please try again later." },
  nameMissing: "Please enter your name",
  emailMissing: "Please enter your email address",
  emailInvalid: "Please enter a valid email address",
  messageMissing: "Please enter your message",
} as const;

export const ADMIN = {
  deniedTitle: "Access Denied",
  denied: "You don't have permission to access this page",
  checkFailed: "Failed to verify your access permission",
  secondFactorMissing: "Administrators need a second factor. Set one up under Security, then come back.",
  panel: "Access Denied. You do not have admin access to this page.",

  loadFailed: "Failed to load contact submissions",
  updated: "Submission updated successfully",
  updateFailed: "Failed to update submission",
  replySentTitle: "Email Sent",
  replySent: (email: string) => `Reply sent to ${email}`,
  replyFailed: "Failed to send reply email",
} as const;

/** Initial content of the reply dialog (docs/product.md#replies). */
export const REPLY = {
  subject: `Re: Your message to ${BRAND.product} Support`,
  body: (name: string) =>
    `Hello ${name},\n\nThank you for writing to us.\n\n\n\nKind regards,\nThe ${BRAND.product} Support Team`,
} as const;
