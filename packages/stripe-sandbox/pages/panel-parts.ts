import type { SandboxEvent } from "../objects/wire.ts";
import { html, type Html } from "./html.ts";

export interface DeliveryState {
  event: SandboxEvent;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  delivered: boolean;
  waiting: boolean;
}

/** Unix seconds, to the minute, in UTC. */
export function time(seconds: number): Html {
  const iso = new Date(seconds * 1000).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")}</time>`;
}

/** A section of rows; on a narrow screen they scroll sideways, by keyboard too. */
export function table(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
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

/** A button that posts to `action`. `label` is for screen readers and names the object. */
export function button(action: string, text: string, label = text): Html {
  return html`<form method="post" action="${action}">
    <button type="submit" class="plain" aria-label="${label}">${text}</button>
  </form>`;
}

function outcome(delivery: DeliveryState): string {
  if (delivery.delivered && !delivery.waiting) return `delivered (${delivery.lastStatus})`;
  if (delivery.attempts === 0 || !delivery.lastError) return "waiting";
  return `${delivery.lastError}, ${delivery.waiting ? "will be tried again" : "given up"}`;
}

function eventItem(panelUrl: string, form: string, delivery: DeliveryState): Html {
  const { event, attempts } = delivery;
  const { id } = event.data.object as { id?: string };
  return html`<li class="entry">
    <p>
      <label class="tick">
        <input type="checkbox" form="${form}" name="event" value="${event.id}" />${event.type}
        <span class="dim">${time(event.created)}</span>
      </label>
    </p>
    <p>${outcome(delivery)}${attempts > 1 ? html`, ${attempts} attempts` : ""}</p>
    <p class="dim"><code>${event.id}</code><br /><code>${id ?? ""}</code></p>
    <div class="buttons">
      ${button(`${panelUrl}/events/${event.id}/deliver`, "Deliver again", `Deliver again: ${event.type}`)}
      ${button(`${panelUrl}/events/${event.id}/duplicate`, "Duplicate", `Duplicate under a new id: ${event.type}`)}
    </div>
  </li>`;
}

/** The log of events and their deliveries. Selected events can be sent again in another order. */
export function eventLog(panelUrl: string, deliveries: readonly DeliveryState[]): Html {
  const form = "reorder";
  return html`<section>
    <h2>Events</h2>
    ${
      deliveries.length === 0
        ? html`<p class="dim">None yet.</p>`
        : html`<form class="buttons" id="${form}" method="post" action="${panelUrl}/events/reorder">
              <p>Send the ticked ones again:</p>
              <button type="submit" name="order" value="reversed" class="plain">Newest first</button>
              <button type="submit" name="order" value="random" class="plain">In random order</button>
            </form>
            <ul class="plain">
              ${deliveries.map((delivery) => eventItem(panelUrl, form, delivery))}
            </ul>`
    }
  </section>`;
}
