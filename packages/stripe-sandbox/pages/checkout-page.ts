import type { CheckoutOrder } from "../objects/checkout-session.ts";
import type { CheckoutSession, Customer, Price, Product } from "../objects/wire.ts";
import { cardFields } from "./card-fields.ts";
import type { CardEntry } from "./card-form.ts";
import { html, type Html } from "./html.ts";
import { day, money, page, type Page } from "./layout.ts";

export interface CheckoutView {
  session: CheckoutSession;
  order: CheckoutOrder;
  price: Price;
  product: Product;
  customer: Customer;
  displayName: string;
  now: number;
}

function summary(view: CheckoutView): Html {
  const { price, order, session } = view;
  const amount = money((price.unit_amount ?? 0) * order.quantity, price.currency);
  if (session.mode === "payment") {
    return html`<p class="amount">${amount} due today</p>
      <p class="dim">${order.quantity} × ${money(price.unit_amount ?? 0, price.currency)}. You pay once.</p>`;
  }
  const each = price.recurring?.interval ?? "month";
  if (order.trialDays === null) {
    return html`<p class="amount">${amount} due today</p>
      <p class="dim">Then ${amount} per ${each}, until you cancel.</p>`;
  }
  return html`<p class="amount">${order.trialDays} days free</p>
    <p class="dim">
      ${money(0, price.currency)} due today. Then ${amount} per ${each}, starting ${day(view.now + order.trialDays * 86_400)},
      until you cancel.
    </p>`;
}

const VERBS = {
  payment: { heading: "Buy", button: "Pay" },
  subscription: { heading: "Subscribe to", button: "Subscribe" },
  trial: { heading: "Try", button: "Start trial" },
};

/** The hosted checkout page. */
export function checkoutPage(view: CheckoutView, entry: CardEntry): Page {
  const { session, order, product, customer, displayName } = view;
  const kind = session.mode === "payment" ? "payment" : order.trialDays === null ? "subscription" : "trial";
  const { fields, problem } = cardFields(entry);
  return page({
    title: `${problem ? "Error: " : ""}Pay ${displayName} (sandbox)`,
    formTargets: [session.success_url, session.cancel_url].filter((target) => typeof target === "string"),
    body: html`
      <section>
        <h1>${VERBS[kind].heading} ${product.name}</h1>
        ${summary(view)}
        <p class="dim">${displayName}${customer.email ? html` · ${customer.email}` : ""}</p>
      </section>
      <form class="card" method="post" action="${session.url}" novalidate>
        <h2>Pay with a test card</h2>
        ${fields}
        <button type="submit">${VERBS[kind].button}</button>
      </form>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Cancel and return to ${displayName}</a></p>` : ""}
    `,
  });
}
