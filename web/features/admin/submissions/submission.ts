import type { CONTACT_STATUSES } from "../../../../shared/contact.ts";

export const STATUS_NAMES: Record<(typeof CONTACT_STATUSES)[number], string> = {
  new: "New",
  responded: "Responded",
  resolved: "Resolved",
};

/** Display name of a `form_source`: "contact_page" becomes "Contact page". */
export function sourceName(formSource: string): string {
  const words = formSource.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
