import type { Invoice, PaymentMethod } from "../objects/wire.ts";
import type { CardEntry } from "./card-form.ts";
import { cardFields } from "./card-fields.ts";
import { html, type Html } from "./html.ts";
import { day, money, page, type Page } from "./layout.ts";

export interface InvoiceView {
  /** The page's own address. */
  address: string;
  displayName: string;
  invoice: Invoice;
  saved: PaymentMethod | null;
  /** In the invoice's smallest unit. */
  refunded: number;
}

/** For a person: `paid`, `void`, and for an open one that was tried `payment failed`. */
export function invoiceStatus(invoice: Invoice): string {
  if (invoice.status === "open") return invoice.attempted ? "payment failed" : "to be paid";
  return invoice.status ?? "draft";
}

function lines(invoice: Invoice): Html {
  const amount = (cents: number): string => money(cents, invoice.currency);
  const sums: [string, number][] = [
    ["Total", invoice.total],
    ["Paid", invoice.amount_paid],
    ["Still to pay", invoice.amount_remaining],
  ];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="What it is for">
    <table class="wrap">
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col" class="number">Amount</th>
        </tr>
      </thead>
      <tbody>
        ${invoice.lines.data.map(
          (line) =>
            html`<tr>
              <td>
                ${line.description ?? ""}<br /><span class="dim">${day(line.period.start)} to ${day(line.period.end)}</span>
              </td>
              <td>${line.quantity ?? ""}</td>
              <td class="number">${amount(line.amount)}</td>
            </tr>`,
        )}
      </tbody>
      <tfoot>
        ${sums.map(
          ([label, cents]) =>
            html`<tr>
              <th scope="row" colspan="2">${label}</th>
              <td class="number">${amount(cents)}</td>
            </tr>`,
        )}
      </tfoot>
    </table>
  </div>`;
}

function facts({ invoice, refunded }: InvoiceView): Html {
  const paidAt = invoice.status_transitions.paid_at;
  const rows: [string, string][] = [
    ["Number", invoice.number ?? "not given yet"],
    ["Date", day(invoice.created)],
    ["Status", invoiceStatus(invoice)],
    ["Billed to", [invoice.customer_name, invoice.customer_email].filter(Boolean).join(", ") || "the customer"],
    ...(paidAt === null ? [] : ([["Paid on", day(paidAt)]] as [string, string][])),
    ...(refunded === 0 ? [] : ([["Refunded", money(refunded, invoice.currency)]] as [string, string][])),
  ];
  return html`<dl>
    ${rows.map(
      ([term, text]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${text}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The hosted invoice: what it is for and, while it is open, the way to pay it. */
export function invoicePage(view: InvoiceView, entry: CardEntry): Page {
  const { invoice, saved, address } = view;
  const { fields, problem } = cardFields(entry);
  const due = money(invoice.amount_remaining, invoice.currency);
  const open = invoice.status === "open";
  return page({
    title: `${problem && open ? "Error: " : ""}Invoice ${invoice.number ?? ""} from ${view.displayName} (sandbox)`,
    body: html`
      <section>
        <h1>Invoice from ${view.displayName}</h1>
        <p class="amount">${open ? `${due} due` : money(invoice.total, invoice.currency)}</p>
        ${facts(view)}
        <h2>What it is for</h2>
        ${lines(invoice)} ${invoice.invoice_pdf ? html`<p><a href="${invoice.invoice_pdf}">View for printing</a></p>` : ""}
      </section>
      ${
        open && saved
          ? html`<form class="card" method="post" action="${address}">
              <h2>Pay with the saved card</h2>
              <button type="submit" name="with" value="saved">
                Pay ${due} with the card ending in ${saved.card?.last4 ?? ""}
              </button>
            </form>`
          : ""
      }
      ${
        open
          ? html`<form class="card" method="post" action="${address}" novalidate>
              <h2>Pay with a test card</h2>
              ${fields}
              <button type="submit" name="with" value="card">Pay ${due}</button>
            </form>`
          : ""
      }
    `,
  });
}

/** For printing; Stripe offers a PDF. */
export function printedInvoice(view: InvoiceView): Page {
  return page({
    title: `Invoice ${view.invoice.number ?? ""} from ${view.displayName} (sandbox)`,
    body: html`<article>
      <h1>Invoice</h1>
      <p>${view.displayName}</p>
      ${facts(view)} ${lines(view.invoice)}
      <p class="dim">This invoice is of a payments sandbox. No card was charged.</p>
    </article>`,
  });
}
