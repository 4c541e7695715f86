import type { CheckoutSession, Customer, SandboxEvent, Subscription } from "../objects/wire.ts";
import { html, type Html } from "./html.ts";
import { money, page } from "./layout.ts";

export interface DeliveryState {
  event: SandboxEvent;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  delivered: boolean;
  waiting: boolean;
}

interface PanelView {
  displayName: string;
  webhookUrl: string;
  sessions: CheckoutSession[];
  subscriptions: Subscription[];
  customers: Map<string, Customer>;
  deliveries: DeliveryState[];
}

function time(seconds: number): Html {
  const iso = new Date(seconds * 1000).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}

function table(caption: string, heads: string[], rows: Html[]): Html {
  if (rows.length === 0)
    return html`<section>
      <h2>${caption}</h2>
      <p class="dim">None yet.</p>
    </section>`;
  return html`<section>
    <h2>${caption}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${caption}">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function outcome(delivery: DeliveryState): string {
  if (delivery.delivered && !delivery.waiting) return `delivered (${delivery.lastStatus})`;
  if (delivery.attempts === 0 || !delivery.lastError) return "waiting";
  return `${delivery.lastError}, ${delivery.waiting ? "will be tried again" : "given up"}`;
}

/** Everything the sandbox holds, newest first, and the way to have an event delivered once more. Times are UTC. */
export function controlPanel(view: PanelView, pagesPath: string) {
  const buyer = (id: string | null): string => (id && view.customers.get(id)?.email) || id || "";
  return page({
    title: `Payments sandbox of ${view.displayName}`,
    wide: true,
    body: html`
      <h1>Payments sandbox of ${view.displayName}</h1>
      <p class="dim">Events go to ${view.webhookUrl}. Times are UTC.</p>
      ${table(
        "Checkout sessions",
        ["Opened", "Customer", "Due today", "Status", "Page"],
        view.sessions.map(
          (session) =>
            html`<tr>
              <td>${time(session.created)}</td>
              <td>${buyer(session.customer)}</td>
              <td>${money(session.amount_total ?? 0, session.currency ?? "usd")}</td>
              <td>${session.status}</td>
              <td>${session.url ? html`<a href="${session.url}">Open</a>` : ""}</td>
            </tr>`,
        ),
      )}
      ${table(
        "Subscriptions",
        ["Started", "Customer", "Status", "Period ends", "Id"],
        view.subscriptions.map(
          (subscription) =>
            html`<tr>
              <td>${time(subscription.created)}</td>
              <td>${buyer(subscription.customer)}</td>
              <td>${subscription.status}</td>
              <td>${time(subscription.items.data[0]?.current_period_end ?? 0)}</td>
              <td><code>${subscription.id}</code></td>
            </tr>`,
        ),
      )}
      ${table(
        "Events",
        ["Created", "Type", "Delivery", "Attempts", "Id", "Action"],
        view.deliveries.map(
          (delivery) =>
            html`<tr>
              <td>${time(delivery.event.created)}</td>
              <td>${delivery.event.type}</td>
              <td>${outcome(delivery)}</td>
              <td>${delivery.attempts}</td>
              <td><code>${delivery.event.id}</code></td>
              <td>
                <form method="post" action="${pagesPath}/events/${delivery.event.id}/deliver">
                  <button type="submit" class="plain" aria-label="Deliver again: ${delivery.event.type}">Deliver again</button>
                </form>
              </td>
            </tr>`,
        ),
      )}
    `,
  });
}
