import type { Customer, Invoice, PaymentMethod, PortalConfiguration, Price, Product, Subscription } from "../objects/wire.ts";
import type { CardEntry } from "./card-form.ts";
import { cardFields } from "./card-fields.ts";
import { html, type Html } from "./html.ts";
import { invoiceStatus } from "./invoice-page.ts";
import { day, money, page, type Page } from "./layout.ts";

/** Notices by the `done` parameter. */
export const PORTAL_NOTICES: ReadonlyMap<unknown, string> = new Map([
  ["card", "Your card was saved."],
  ["default", "This card will be charged from now on."],
  ["removed", "The card was removed."],
  ["cancelled", "Your subscription will end with its period."],
  ["resumed", "Your subscription goes on."],
]);

export interface PortalView {
  /** The page's own address. */
  address: string;
  displayName: string;
  returnUrl: string | null;
  headline: string | null;
  features: PortalConfiguration["features"];
  customer: Customer;
  subscriptions: { subscription: Subscription; product: Product }[];
  cards: PaymentMethod[];
  /** Id of the card that is charged next. */
  charged: string | null;
  invoices: Invoice[];
  notice: string | null;
}

/** For example `Visa ending in 4242`. */
export function cardName({ card }: PaymentMethod): string {
  const brand = card?.brand ?? "card";
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${card?.last4 ?? ""}`;
}

function perInterval(price: Price, quantity: number): string {
  return `${money((price.unit_amount ?? 0) * quantity, price.currency)} per ${price.recurring?.interval ?? "month"}`;
}

function subscriptionEnd(subscription: Subscription): number | null {
  if (subscription.cancel_at !== null) return subscription.cancel_at;
  return subscription.cancel_at_period_end ? (subscription.items.data[0]?.current_period_end ?? null) : null;
}

/** What happens next without further action. */
function outlook({ status }: Subscription, next: string): string {
  if (status === "trialing") return `Your trial ends, and you are charged first, on ${next}.`;
  if (status === "past_due" || status === "unpaid")
    return "The last payment failed. Pay its invoice below, or add a card that can be charged.";
  if (status === "incomplete") return "It begins once its first invoice is paid.";
  if (status === "paused") return "It is paused: there was no card to charge when the trial ended.";
  return `Renews on ${next}.`;
}

function subscriptionSection(view: PortalView, { subscription, product }: PortalView["subscriptions"][number]): Html {
  const item = subscription.items.data[0];
  const ends = subscriptionEnd(subscription);
  const at = `${view.address}/subscriptions/${subscription.id}`;
  const next = day(item?.current_period_end ?? 0);
  const may = view.features.subscription_cancel.enabled;
  return html`<section aria-label="Subscription ${product.name}">
    <h2>${product.name}</h2>
    <p>${item ? perInterval(item.price, item.quantity ?? 1) : ""} · ${subscription.status.replaceAll("_", " ")}</p>
    ${
      ends === null
        ? html`<p>${outlook(subscription, next)}</p>
            ${may ? html`<p><a class="button plain" href="${at}/cancel">Cancel subscription</a></p>` : ""}`
        : html`<p>Ends on ${day(ends)}. You are not charged again.</p>
            ${may ? html`<form method="post" action="${at}/resume"><button type="submit">Don't cancel subscription</button></form>` : ""}`
    }
  </section>`;
}

function cardItem(view: PortalView, method: PaymentMethod): Html {
  const at = `${view.address}/cards/${method.id}`;
  const name = cardName(method);
  const charged = method.id === view.charged;
  const expires = `${String(method.card?.exp_month ?? 0).padStart(2, "0")}/${String(method.card?.exp_year ?? 0).slice(-2)}`;
  return html`<li>
    <p>${name}, expires ${expires}${charged ? html` · <strong>default</strong>` : ""}</p>
    ${
      charged || !view.features.payment_method_update.enabled
        ? ""
        : html`<div class="row">
            <form method="post" action="${at}/default">
              <button type="submit" class="plain" aria-label="Make default: ${name}">Make default</button>
            </form>
            <form method="post" action="${at}/remove">
              <button type="submit" class="plain" aria-label="Remove: ${name}">Remove</button>
            </form>
          </div>`
    }
  </li>`;
}

function invoiceItem(invoice: Invoice): Html {
  const amount = money(invoice.total, invoice.currency);
  return html`<li>
    ${
      invoice.hosted_invoice_url
        ? html`<a href="${invoice.hosted_invoice_url}">${invoice.number ?? "Invoice"}, ${day(invoice.created)}</a>`
        : html`${invoice.number ?? "Draft"}, ${day(invoice.created)}`
    }
    · ${amount} · ${invoiceStatus(invoice)}
  </li>`;
}

function back(view: { returnUrl: string | null; displayName: string }): Html | "" {
  return view.returnUrl ? html`<p><a href="${view.returnUrl}">Return to ${view.displayName}</a></p>` : "";
}

/** The customer portal's main page. */
export function portalPage(view: PortalView): Page {
  return page({
    title: `Your billing at ${view.displayName} (sandbox)`,
    body: html`
      <h1>Your billing at ${view.displayName}</h1>
      ${view.headline ? html`<p>${view.headline}</p>` : ""}
      ${view.customer.email ? html`<p class="dim">${view.customer.email}</p>` : ""}
      ${view.notice ? html`<p class="notice" role="status">${view.notice}</p>` : ""} ${back(view)}
      ${
        view.subscriptions.length === 0
          ? html`<section>
              <h2>Subscription</h2>
              <p class="dim">You have no running subscription.</p>
            </section>`
          : view.subscriptions.map((each) => subscriptionSection(view, each))
      }
      <section>
        <h2>Payment methods</h2>
        ${
          view.cards.length === 0
            ? html`<p class="dim">No card is saved.</p>`
            : html`<ul class="plain">
                ${view.cards.map((method) => cardItem(view, method))}
              </ul>`
        }
        ${view.features.payment_method_update.enabled ? html`<p><a class="button" href="${view.address}/card">Add a card</a></p>` : ""}
      </section>
      ${
        view.features.invoice_history.enabled
          ? html`<section>
              <h2>Invoices</h2>
              ${
                view.invoices.length === 0
                  ? html`<p class="dim">None yet.</p>`
                  : html`<ul class="plain">
                      ${view.invoices.map(invoiceItem)}
                    </ul>`
              }
            </section>`
          : ""
      }
    `,
  });
}

/** The page to enter a new default card. */
export function newCardPage(view: { address: string; target: string | undefined }, entry: CardEntry): Page {
  const { fields, problem } = cardFields(entry);
  return page({
    title: `${problem ? "Error: " : ""}Add a card (sandbox)`,
    formTargets: view.target ? [view.target] : [],
    body: html`<form class="card" method="post" action="${view.address}/card" novalidate>
        <h1>Add a test card</h1>
        <p class="dim">It will be charged for your subscription from now on.</p>
        ${fields}
        <button type="submit">Save card</button>
      </form>
      <p><a href="${view.address}">Back to your billing</a></p>`,
  });
}

/** Asks once more before a subscription is cancelled. */
export function cancelPage(
  view: { address: string; target: string | undefined },
  { subscription, product }: PortalView["subscriptions"][number],
): Page {
  const until = day(subscription.items.data[0]?.current_period_end ?? 0);
  return page({
    title: "Cancel subscription (sandbox)",
    formTargets: view.target ? [view.target] : [],
    body: html`<form class="card" method="post" action="${view.address}/subscriptions/${subscription.id}/cancel">
        <h1>Cancel ${product.name}?</h1>
        <p>It stays yours until ${until}. You are not charged again, and until then you can change your mind.</p>
        <button type="submit">Cancel subscription</button>
      </form>
      <p><a href="${view.address}">Keep it, back to your billing</a></p>`,
  });
}
