import type { Charge, Customer, Dispute, Invoice, Subscription } from "../objects/wire.ts";
import { html, type Html } from "./html.ts";
import { invoiceStatus } from "./invoice-page.ts";
import { money, page, type Page } from "./layout.ts";
import { button, eventLog, table, time, type DeliveryState } from "./panel-parts.ts";

/** A refused refund, to show the form again with its values. */
export interface RefusedRefund {
  charge: string;
  amount: string;
  problem: string;
}

export interface CustomerPanelView {
  displayName: string;
  panelUrl: string;
  customer: Customer;
  /** The customer's own time and what happens next, Unix seconds. */
  now: number;
  next: number | null;
  subscriptions: Subscription[];
  invoices: Invoice[];
  charges: Charge[];
  disputes: Dispute[];
  deliveries: DeliveryState[];
  notice: string | null;
  refused: RefusedRefund | null;
}

function timeSection({ customer, now, next, panelUrl }: CustomerPanelView): Html {
  const at = `${panelUrl}/time/${customer.id}`;
  return html`<section>
    <h2>Time</h2>
    <p>
      For this customer it is ${time(now)}. ${next === null ? "Nothing is due." : html`Next, something happens at ${time(next)}.`}
    </p>
    <div class="buttons">
      ${button(`${at}/hour`, "An hour passes")} ${button(`${at}/day`, "A day passes")} ${button(`${at}/month`, "A month passes")}
      ${next === null ? "" : button(`${at}/next`, "On to what happens next")}
    </div>
  </section>`;
}

function refundForm(view: CustomerPanelView, charge: Charge): Html {
  const refused = view.refused?.charge === charge.id ? view.refused : null;
  const field = `amount-${charge.id}`;
  const left = money(charge.amount - charge.amount_refunded, charge.currency);
  return html`<form method="post" action="${view.panelUrl}/charges/${charge.id}/refund" novalidate>
    <label for="${field}">Refund of at most ${left}, empty for all</label>
    <div class="row">
      <input
        id="${field}"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        value="${refused?.amount ?? ""}"
        ${refused ? html`aria-invalid="true" aria-describedby="${field}-error" autofocus` : ""}
      />
      <button type="submit" class="plain" aria-label="Refund the charge of ${money(charge.amount, charge.currency)}">
        Refund
      </button>
    </div>
    ${refused ? html`<p class="error" id="${field}-error" role="alert">${refused.problem}</p>` : ""}
  </form>`;
}

function chargeState(charge: Charge, dispute: Dispute | undefined): string {
  const refunded = charge.amount_refunded > 0 ? `refunded ${money(charge.amount_refunded, charge.currency)}` : "";
  const disputed = dispute ? `disputed: ${dispute.status.replaceAll("_", " ")}` : "";
  return [charge.status, refunded, disputed].filter(Boolean).join(", ");
}

function chargeItem(view: CustomerPanelView, charge: Charge): Html {
  const dispute = view.disputes.find((each) => each.charge === charge.id);
  const at = view.panelUrl;
  const amount = money(charge.amount, charge.currency);
  const closing = dispute && !["won", "lost"].includes(dispute.status);
  return html`<li class="entry">
    <p>${amount} <span class="dim">${time(charge.created)}</span></p>
    <p>${chargeState(charge, dispute)}</p>
    <p class="dim"><code>${charge.id}</code></p>
    ${charge.paid && !dispute && charge.amount_refunded < charge.amount ? refundForm(view, charge) : ""}
    <div class="buttons">
      ${charge.paid && !dispute ? button(`${at}/charges/${charge.id}/dispute`, "Dispute", `Dispute the charge of ${amount}`) : ""}
      ${closing ? button(`${at}/disputes/${dispute.id}/won`, "Win the dispute", `Win the dispute over ${amount}`) : ""}
      ${closing ? button(`${at}/disputes/${dispute.id}/lost`, "Lose the dispute", `Lose the dispute over ${amount}`) : ""}
    </div>
  </li>`;
}

function subscriptionRow(view: CustomerPanelView, subscription: Subscription): Html {
  const running = subscription.status === "active" || subscription.status === "trialing";
  return html`<tr>
    <td>${time(subscription.created)}</td>
    <td>${subscription.status.replaceAll("_", " ")}</td>
    <td>${time(subscription.items.data[0]?.current_period_end ?? 0)}</td>
    <td>${subscription.cancel_at === null ? "" : time(subscription.cancel_at)}</td>
    <td><code>${subscription.id}</code></td>
    <td>
      <div class="buttons">
        ${running ? button(`${view.panelUrl}/subscriptions/${subscription.id}/fail-next`, "Fail the next charge") : ""}
      </div>
    </td>
  </tr>`;
}

/** One customer with all available actions. */
export function customerPanel(view: CustomerPanelView): Page {
  const { customer, panelUrl } = view;
  return page({
    title: `${view.refused ? "Error: " : ""}${customer.email ?? customer.id} in the payments sandbox`,
    wide: true,
    body: html`
      <p><a href="${panelUrl}/">Payments sandbox of ${view.displayName}</a></p>
      <h1>${customer.email ?? customer.name ?? "Customer"}</h1>
      <p class="dim"><code>${customer.id}</code>${customer.delinquent ? " · has not paid" : ""}. Times are UTC.</p>
      ${view.notice ? html`<p class="notice" role="status">${view.notice}</p>` : ""} ${timeSection(view)}
      ${table(
        "Subscriptions",
        ["Started", "Status", "Period ends", "Ends for good", "Id", "Action"],
        view.subscriptions.map((each) => subscriptionRow(view, each)),
      )}
      <section>
        <h2>Charges</h2>
        ${
          view.charges.length === 0
            ? html`<p class="dim">None yet.</p>`
            : html`<ul class="plain">
                ${view.charges.map((each) => chargeItem(view, each))}
              </ul>`
        }
      </section>
      ${table(
        "Invoices",
        ["Made", "Number", "Total", "Status"],
        view.invoices.map((invoice) => {
          const number = invoice.number ?? "draft";
          return html`<tr>
            <td>${time(invoice.created)}</td>
            <td>${invoice.hosted_invoice_url ? html`<a href="${invoice.hosted_invoice_url}">${number}</a>` : number}</td>
            <td>${money(invoice.total, invoice.currency)}</td>
            <td>${invoiceStatus(invoice)}</td>
          </tr>`;
        }),
      )}
      ${eventLog(panelUrl, view.deliveries)}
    `,
  });
}
