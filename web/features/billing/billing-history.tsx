import type { BillingOverview } from "../../../shared/endpoints/billing.ts";
import { BILLING } from "../../../shared/messages/billing.ts";
import { cn } from "../../lib/cn.ts";
import { formatDay } from "../../lib/date.ts";
import { money } from "./plan.ts";

type Invoice = BillingOverview["invoices"][number];

const STATUS = { open: "Unpaid", paid: "Paid", uncollectible: "Not collected" } as const;
/** An upgrade during the trial that still needs the bank's confirmation; nothing is owed. */
const UNCONFIRMED_UPGRADE = { what: "Upgrade to Premium", status: "Not confirmed", action: "Confirm payment" };

function describeInvoice({ minutes, amount }: Invoice): string {
  if (minutes !== null) return `${minutes} additional ${minutes === 1 ? "minute" : "minutes"}`;
  return amount === 0 ? "Free trial" : "Premium, one month";
}

function statusText({ status, amount, refunded, currency }: Invoice): string {
  if (refunded === 0) return STATUS[status];
  return refunded < amount ? `${money(refunded, currency)} refunded` : "Refunded";
}

/** Invoices and purchases, newest first. */
export function BillingHistory({ overview: { invoices, plan } }: { overview: BillingOverview }) {
  if (invoices.length === 0) return <p className="text-muted-foreground">{BILLING.noHistory}</p>;
  return (
    <ul className="divide-y">
      {invoices.map((invoice) => (
        <Line key={invoice.id} invoice={invoice} isUpgrade={invoice.status === "open" && plan === "trial"} />
      ))}
    </ul>
  );
}

function Line({ invoice, isUpgrade }: { invoice: Invoice; isUpgrade: boolean }) {
  const { number, date, amount, currency, status, url } = invoice;
  const isOwed = status === "open" && !isUpgrade;
  const action = isUpgrade ? UNCONFIRMED_UPGRADE.action : isOwed ? "Pay invoice" : "View invoice";
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[7rem_1fr_5rem_7.5rem_8rem]">
      <span className="max-sm:order-3 max-sm:text-sm max-sm:text-muted-foreground">{formatDay(date)}</span>
      <span>{isUpgrade ? UNCONFIRMED_UPGRADE.what : describeInvoice(invoice)}</span>
      <span className="text-right tabular-nums">{money(amount, currency)}</span>
      <span
        className={cn("text-right text-sm max-sm:order-4", isOwed ? "font-semibold text-destructive" : "text-muted-foreground")}
      >
        {isUpgrade ? UNCONFIRMED_UPGRADE.status : statusText(invoice)}
      </span>
      {url ? (
        <a
          className="link max-sm:order-5 max-sm:col-span-2 max-sm:py-2 sm:text-right"
          href={url}
          aria-label={`${action}${number ? ` ${number}` : ""} of ${formatDay(date)}`}
        >
          {action}
        </a>
      ) : null}
    </li>
  );
}
