import type { ContactSubmission } from "../../../../shared/contact.ts";

export const STATUSES = ["new", "responded", "resolved"] as const;
type Status = ContactSubmission["status"];
export const STATUS_NAMES: Record<Status, string> = { new: "New", responded: "Responded", resolved: "Resolved" };

/** Where a message was written, for people: "contact_page" reads "Contact page". */
export function sourceName(formSource: string): string {
  const words = formSource.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
