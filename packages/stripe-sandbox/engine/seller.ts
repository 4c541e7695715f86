/** Settings of the selling account. */
export interface Seller {
  /** Name on pages and invoices. */
  displayName: string;
  /** Full address of the pages, without a trailing slash. */
  pagesUrl: string;
  /** How long a renewal's invoice stays a draft; Stripe takes an hour. */
  draftSeconds: number;
  /** Status of a subscription after the last failed retry. */
  afterRetries: "canceled" | "unpaid";
}
