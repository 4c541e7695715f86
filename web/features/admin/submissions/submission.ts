import type { CONTACT_STATUSES } from "../../../../shared/contact.ts";

export const STATUS_NAMES: Record<(typeof CONTACT_STATUSES)[number], string> = {
  new: "New",
  responded: "Responded",
  resolved: "Resolved",
};

/** Where a message was written, for people: "contact_page" reads "Contact page". */
export function sourceName(formSource: string): string {
  const words = formSource.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
