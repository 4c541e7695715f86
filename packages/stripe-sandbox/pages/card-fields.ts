import type { CardEntry, CardErrors, CardField } from "./card-form.ts";
import { html, type Html } from "./html.ts";

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

/** The form fields of a test card. `problem` is set if an entry was not accepted. */
export function cardFields(entry: CardEntry): { fields: Html; problem: string | null } {
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
  return {
    problem,
    fields: html`${problem ? html`<p class="alert" role="alert">${problem}</p>` : ""} ${number ?? ""}
      <div class="row">${expiry ?? ""}${cvc ?? ""}</div>
      ${name ?? ""}
      <p class="dim">
        <span class="test-number">4242 4242 4242 4242</span> succeeds, <span class="test-number">4000 0000 0000 0002</span> is
        declined, <span class="test-number">4000 0025 0000 3155</span> asks you to authenticate. Any future date, any code.
      </p>`,
  };
}
