import type { BillingOverview } from "../../../shared/functions.ts";
import { BILLING } from "../../../shared/messages/billing.ts";
import { cn } from "../../lib/cn.ts";
import { formatDay } from "../../lib/date.ts";
import { money } from "./plan.ts";

type Invoice = BillingOverview["invoices"][number];

const STATUS = { open: "Unpaid", paid: "Paid", uncollectible: "Not collected" } as const;

function described({ minutes, amount }: Invoice): string {
  if (minutes !== null) return `${minutes} additional ${minutes === 1 ? "minute" : "minutes"}`;
  return amount === 0 ? "Free trial" : "Premium, one month";
}

/** Invoices and purchases, newest first. */
export function BillingHistory({ invoices }: Pick<BillingOverview, "invoices">) {
  if (invoices.length === 0) return <p className="text-muted-foreground">{BILLING.noHistory}</p>;
  return (
    <ul className="divide-y">
      {invoices.map((invoice) => (
        <Line key={invoice.id} invoice={invoice} />
      ))}
    </ul>
  );
}

function Line({ invoice }: { invoice: Invoice }) {
  const { number, date, amount, currency, status, url } = invoice;
  const isOpen = status === "open";
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[8rem_1fr_6rem_6rem_7rem]">
      <span className="max-sm:order-3 max-sm:text-sm max-sm:text-muted-foreground">{formatDay(date)}</span>
      <span>{described(invoice)}</span>
      <span className="text-right tabular-nums">{money(amount, currency)}</span>
      <span
        className={cn("text-right text-sm max-sm:order-4", isOpen ? "font-semibold text-destructive" : "text-muted-foreground")}
      >
        {STATUS[status]}
      </span>
      {url ? (
        <a
          className="link max-sm:order-5 max-sm:col-span-2 max-sm:py-2 sm:text-right"
          href={url}
          aria-label={`${isOpen ? "Pay invoice" : "View invoice"}${number ? ` ${number}` : ""} of ${formatDay(date)}`}
        >
          {isOpen ? "Pay invoice" : "View invoice"}
        </a>
      ) : null}
    </li>
  );
}
