/** Who sells, and how the account is set up. */
export interface Seller {
  /** As the pages and invoices name it. */
  displayName: string;
  /** Full address of the pages, without a trailing slash. */
  pagesUrl: string;
  /** How long a renewal's invoice stays a draft; Stripe takes an hour. */
  draftSeconds: number;
  /** What becomes of a subscription whose renewal was not paid after the last retry. */
  afterRetries: "canceled" | "unpaid";
}
