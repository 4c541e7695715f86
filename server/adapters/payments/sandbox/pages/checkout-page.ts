import type { CheckoutOrder } from "../objects/checkout-session.ts";
import type { CheckoutSession, Customer, Price, Product } from "../objects/wire.ts";
import type { CardEntry, CardErrors, CardField } from "./card-form.ts";
import { html, type Html } from "./html.ts";
import { day, money, page } from "./layout.ts";

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
  const { price, order } = view;
  const amount = money((price.unit_amount ?? 0) * order.quantity, price.currency);
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

interface Field {
  name: CardField;
  label: string;
  hint: string;
  numeric: boolean;
  value: string;
}

// autocomplete is off so that no browser offers a real card.
function field({ name, label, hint, numeric, value }: Field, errors: CardErrors, focus: CardField | undefined): Html {
  const error = errors[name];
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      placeholder="${hint}"
      autocomplete="off"
      required
      ${html`${numeric ? html`inputmode="numeric"` : ""} ${error ? html`aria-invalid="true" aria-describedby="${name}-error"` : ""} ${focus === name ? html`autofocus` : ""}`}
    />
    ${error ? html`<p class="error" id="${name}-error">${error}</p>` : ""}
  </div>`;
}

/** The hosted checkout: what is bought, and the card. */
export function checkoutPage(view: CheckoutView, entry: CardEntry) {
  const { session, order, product, customer, displayName } = view;
  const { errors, declined } = entry;
  const fields: Field[] = [
    { name: "number", label: "Card number", hint: "4242 4242 4242 4242", numeric: true, value: "" },
    { name: "expiry", label: "Expiry (MM/YY)", hint: "12/34", numeric: true, value: entry.values.expiry },
    { name: "cvc", label: "CVC", hint: "123", numeric: true, value: "" },
    { name: "name", label: "Name on card", hint: "", numeric: false, value: entry.values.name },
  ];
  const focus = fields.find((one) => errors[one.name])?.name ?? (declined ? "number" : undefined);
  const [number, expiry, cvc, name] = fields.map((one) => field(one, errors, focus));
  const problem = declined ?? (focus ? "Please check the marked fields." : null);
  return page({
    title: `${problem ? "Error: " : ""}Pay ${displayName} (sandbox)`,
    formTargets: [session.success_url, session.cancel_url].filter((target) => typeof target === "string"),
    body: html`
      <section>
        <h1>${order.trialDays === null ? "Subscribe to" : "Try"} ${product.name}</h1>
        ${summary(view)}
        <p class="dim">${displayName}${customer.email ? html` · ${customer.email}` : ""}</p>
      </section>
      <form class="card" method="post" action="${session.url}" novalidate>
        <h2>Pay with a test card</h2>
        ${problem ? html`<p class="alert" role="alert">${problem}</p>` : ""} ${number ?? ""}
        <div class="row">${expiry ?? ""}${cvc ?? ""}</div>
        ${name ?? ""}
        <p class="dim">
          4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks you to authenticate. Any future
          date, any code.
        </p>
        <button type="submit">${order.trialDays === null ? "Subscribe" : "Start trial"}</button>
      </form>
      ${session.cancel_url ? html`<p><a href="${session.cancel_url}">Cancel and return to ${displayName}</a></p>` : ""}
    `,
  });
}

/** Stands for the bank's page of 3-D Secure. */
export function authenticatePage(view: CheckoutView, last4: string) {
  return page({
    title: "Authenticate the payment (sandbox)",
    formTargets: [view.session.success_url].filter((target) => typeof target === "string"),
    body: html`<form class="card" method="post">
      <h1>Authenticate the payment</h1>
      <p>The bank of the test card ending in ${last4} asks whether it is you. This page stands for the bank's.</p>
      <p><button type="submit" name="action" value="complete">Complete authentication</button></p>
      <p><button type="submit" name="action" value="fail" class="plain">Fail authentication</button></p>
    </form>`,
  });
}

/** A session that can't be paid any more, or never existed. */
export function closedPage(heading: string, detail: string, back: string | null) {
  return page({
    title: `${heading} (sandbox)`,
    body: html`<section>
      <h1>${heading}</h1>
      <p>${detail}</p>
      ${back ? html`<p><a href="${back}">Return</a></p>` : ""}
    </section>`,
  });
}
