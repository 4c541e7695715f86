import type { CheckoutSession, Customer, Subscription, TestClock } from "../objects/wire.ts";
import { html } from "./html.ts";
import { money, page, type Page } from "./layout.ts";
import { button, eventLog, table, time, type DeliveryState } from "./panel-parts.ts";

interface PanelView {
  displayName: string;
  webhookUrl: string;
  panelUrl: string;
  sessions: CheckoutSession[];
  customers: { customer: Customer; subscription: Subscription | null }[];
  clocks: TestClock[];
  deliveries: DeliveryState[];
  notice: string | null;
}

/** All objects of the sandbox, newest first. Times are UTC. */
export function controlPanel(view: PanelView): Page {
  const emails = new Map(view.customers.map(({ customer }) => [customer.id, customer.email]));
  const at = view.panelUrl;
  return page({
    title: `Payments sandbox of ${view.displayName}`,
    wide: true,
    body: html`
      <h1>Payments sandbox of ${view.displayName}</h1>
      <p class="dim">
        Events go to ${view.webhookUrl}. Times are UTC. Open a customer to let time pass, refund, dispute and more.
      </p>
      ${view.notice ? html`<p class="notice" role="status">${view.notice}</p>` : ""}
      ${table(
        "Customers",
        ["Customer", "Since", "Subscription", "Period ends", "Id"],
        view.customers.map(
          ({ customer, subscription }) =>
            html`<tr>
              <td><a href="${at}/customers/${customer.id}">${customer.email ?? customer.name ?? customer.id}</a></td>
              <td>${time(customer.created)}</td>
              <td>${subscription?.status.replaceAll("_", " ") ?? "none"}</td>
              <td>${subscription ? time(subscription.items.data[0]?.current_period_end ?? 0) : ""}</td>
              <td><code>${customer.id}</code></td>
            </tr>`,
        ),
      )}
      ${
        view.clocks.length === 0
          ? ""
          : table(
              "Test clocks",
              ["Name", "Its time", "Status", "Id", "Advance by"],
              view.clocks.map(
                (clock) =>
                  html`<tr>
                    <td>${clock.name ?? ""}</td>
                    <td>${time(clock.frozen_time)}</td>
                    <td>${clock.status}</td>
                    <td><code>${clock.id}</code></td>
                    <td>
                      <div class="buttons">
                        ${(["hour", "day", "month"] as const).map((step) =>
                          button(`${at}/time/${clock.id}/${step}`, step, `Advance ${clock.name ?? clock.id} by a ${step}`),
                        )}
                      </div>
                    </td>
                  </tr>`,
              ),
            )
      }
      ${table(
        "Checkout sessions",
        ["Opened", "Customer", "Due today", "Status", "Page"],
        view.sessions.map(
          (session) =>
            html`<tr>
              <td>${time(session.created)}</td>
              <td>${emails.get(session.customer ?? "") ?? session.customer ?? ""}</td>
              <td>${money(session.amount_total ?? 0, session.currency ?? "usd")}</td>
              <td>${session.status}</td>
              <td>${session.url ? html`<a href="${session.url}" aria-label="Open checkout ${session.id}">Open</a>` : ""}</td>
            </tr>`,
        ),
      )}
      ${eventLog(at, view.deliveries)}
    `,
  });
}
