/** A link that opens one sermon for everybody who has it (docs/product.md#giving-a-sermon-away). */

/** Characters of what its giver may have shown. */
export const LINK_LIMITS = { name: 80, dedication: 200, report: 1000, closedReason: 500 } as const;

/** Links of one sermon that may be open at a time, and links that one person may make in 24 hours. */
export const OPEN_LINKS_PER_SERMON = 10;
export const LINKS_PER_DAY = 50;

/** What a visitor may say is wrong with a page. */
export const REPORT_REASONS = ["hateful", "private", "harmful", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_LABELS: Record<ReportReason, string> = {
  hateful: "It is hateful, or mocks somebody",
  private: "It tells something private of me, or of somebody else",
  harmful: "It could do harm to somebody",
  other: "Something else",
};
