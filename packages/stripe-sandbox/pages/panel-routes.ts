import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { SandboxError } from "../error.ts";
import type { Ledger } from "../store.ts";
import { closedPage, fieldOf, formOf, send, type ById, type Outcome, type PagesOptions } from "./answer.ts";
import { controlPanel } from "./control-panel.ts";
import { customerPanel, type CustomerPanelView, type RefusedRefund } from "./customer-panel.ts";
import type { DeliveryState } from "./panel-parts.ts";

/** Notices by the `done` parameter. */
const NOTICES: ReadonlyMap<unknown, string> = new Map([
  ["time", "Time has passed."],
  ["nothing", "Nothing is due."],
  ["failing", "The next automatic charge will fail."],
  ["refunded", "The charge was refunded."],
  ["disputed", "The charge is disputed."],
  ["closed", "The dispute is closed."],
  ["delivered", "The event is on its way again."],
  ["duplicated", "The event is on its way under a new id."],
  ["reordered", "The events are on their way again."],
]);
const notice = (query: ById["query"]): string | null => NOTICES.get(query.done) ?? null;

const SECONDS = { hour: 3600, day: 86_400 };
const target = z.string().regex(/^(cus|clock)_\w+$/);
const step = z.enum(["hour", "day", "month", "next"]);
const amountTyped = z
  .string()
  .trim()
  .max(20)
  .regex(/^(\d{1,9}(\.\d{1,2})?)?$/);
const chosenEvents = z.union([z.string(), z.array(z.string())]).transform((one) => [one].flat());

/** A calendar month from `now`: 28 to 31 days. */
function secondsOf(wanted: "hour" | "day" | "month", now: number): number {
  if (wanted !== "month") return SECONDS[wanted];
  const date = new Date(now * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + 1);
  date.setUTCDate(Math.min(day, new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()));
  return date.getTime() / 1000 - now;
}

async function deliveries(ledger: Ledger, customer: string | null): Promise<DeliveryState[]> {
  const { rows } = await ledger.query<DeliveryState>(
    `select e.body as event, d.attempts, d.last_status as "lastStatus", d.last_error as "lastError",
       d.delivered_at is not null as delivered, d.next_attempt_at is not null as waiting
     from objects e join deliveries d on d.event_id = e.id
     where $1::text is null or $1 in (e.body #>> '{data,object,customer}', e.body #>> '{data,object,id}')
     order by e.seq desc limit 100`,
    [customer],
  );
  return rows;
}

/** The control panel. */
export function panelRoutes(app: FastifyInstance, options: PagesOptions): void {
  const { store, commands, seller, pagesUrl } = options;
  const customerUrl = (id: string): string => `${pagesUrl}/customers/${id}`;

  app.get("/", async (request: FastifyRequest<{ Querystring: ById["query"] }>, reply) => {
    const page = await store.read(async (ledger) => {
      const customers = (await ledger.list("customer", {}, { limit: 100 })).data;
      const subscriptions = (await ledger.list("subscription", {}, { limit: 1000 })).data;
      return controlPanel({
        displayName: seller.displayName,
        webhookUrl: options.webhookUrl,
        panelUrl: pagesUrl,
        sessions: (await ledger.list("checkout.session", {}, { limit: 50 })).data,
        // The newest one is found first.
        customers: customers.map((customer) => ({
          customer,
          subscription: subscriptions.find((each) => each.customer === customer.id) ?? null,
        })),
        clocks: (await ledger.list("test_helpers.test_clock", {}, { limit: 50 })).data,
        deliveries: await deliveries(ledger, null),
        notice: notice(request.query),
      });
    });
    return send(reply, { status: 200, page });
  });

  async function showCustomer(id: string, said: Pick<CustomerPanelView, "notice" | "refused">): Promise<Outcome> {
    const found = await store.read(async (ledger) => {
      const customer = await ledger.find("customer", id);
      return (
        customer && {
          customer,
          subscriptions: (await ledger.list("subscription", { customer: id })).data,
          invoices: (await ledger.list("invoice", { customer: id })).data,
          charges: (await ledger.list("charge", { customer: id })).data,
          disputes: (await ledger.list("dispute", {}, { limit: 1000 })).data,
          deliveries: await deliveries(ledger, id),
        }
      );
    });
    if (!found)
      return { status: 404, page: closedPage("No such customer", "The sandbox does not know this id.", `${pagesUrl}/`) };
    const view = { ...found, ...said, ...(await commands.timeOf(id)), displayName: seller.displayName, panelUrl: pagesUrl };
    return { status: said.refused ? 422 : 200, page: customerPanel(view) };
  }

  app.get("/customers/:id", async (request: ById, reply) =>
    send(reply, await showCustomer(request.params.id, { notice: notice(request.query), refused: null })),
  );

  app.post("/time/:target/:step", async (request, reply) => {
    const params = z.object({ target, step }).safeParse(request.params);
    if (!params.success) throw new SandboxError(400, "Time passes by an hour, a day, a month, or up to what happens next.");
    const { target: whose, step: wanted } = params.data;
    const back = whose.startsWith("cus_") ? customerUrl(whose) : `${pagesUrl}/`;
    if (wanted === "next") {
      const moved = await commands.advanceToNext(whose);
      return send(reply, { redirect: `${back}?done=${moved ? "time" : "nothing"}` });
    }
    const { now } = await commands.timeOf(whose);
    await commands.advanceTime(whose, secondsOf(wanted, now));
    return send(reply, { redirect: `${back}?done=time` });
  });

  /** URL of the customer's page in the panel. */
  async function customerOf(kind: "subscription" | "charge", id: string): Promise<string> {
    const object = await store.read((ledger) => ledger.find(kind, id));
    if (!object) throw new SandboxError(404, "The sandbox does not know this id.");
    return object.customer ?? "";
  }

  app.post("/subscriptions/:id/fail-next", async (request: ById, reply) => {
    const customer = await customerOf("subscription", request.params.id);
    await commands.failNextRenewal(request.params.id);
    return send(reply, { redirect: `${customerUrl(customer)}?done=failing` });
  });

  app.post("/charges/:id/refund", async (request: ById, reply) => {
    const charge = request.params.id;
    const customer = await customerOf("charge", charge);
    const given = fieldOf(request, "amount");
    const again = async (refused: RefusedRefund): Promise<unknown> =>
      send(reply, await showCustomer(customer, { notice: null, refused }));
    const typed = amountTyped.safeParse(given);
    if (!typed.success) {
      return again({
        charge,
        amount: given.slice(0, 20),
        problem: "Enter an amount such as 4.99, or nothing for all that is left.",
      });
    }
    try {
      await commands.refund(charge, typed.data === "" ? undefined : Math.round(Number(typed.data) * 100));
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return again({ charge, amount: typed.data, problem: error.message });
    }
    return send(reply, { redirect: `${customerUrl(customer)}?done=refunded` });
  });

  app.post("/charges/:id/dispute", async (request: ById, reply) => {
    const customer = await customerOf("charge", request.params.id);
    await commands.dispute(request.params.id);
    return send(reply, { redirect: `${customerUrl(customer)}?done=disputed` });
  });

  for (const outcome of ["won", "lost"] as const) {
    app.post(`/disputes/:id/${outcome}`, async (request: ById, reply) => {
      const dispute = await store.read((ledger) => ledger.find("dispute", request.params.id));
      const customer = await customerOf("charge", dispute?.charge ?? "");
      await commands.closeDispute(request.params.id, outcome);
      return send(reply, { redirect: `${customerUrl(customer)}?done=closed` });
    });
  }

  app.post("/events/:id/deliver", async (request: ById, reply) => {
    await commands.redeliver(request.params.id);
    return send(reply, { redirect: `${pagesUrl}/?done=delivered` });
  });

  app.post("/events/:id/duplicate", async (request: ById, reply) => {
    await commands.duplicate(request.params.id);
    return send(reply, { redirect: `${pagesUrl}/?done=duplicated` });
  });

  app.post("/events/reorder", async (request, reply) => {
    const { event, order } = formOf(request);
    const chosen = chosenEvents.safeParse(event);
    if (!chosen.success) throw new SandboxError(400, "Tick the events that are to be sent again.");
    // The log shows the newest first, and a form sends its boxes in the order of the page.
    const events = order === "random" ? shuffled(chosen.data) : chosen.data;
    await commands.reorder(events);
    return send(reply, { redirect: `${pagesUrl}/?done=reordered` });
  });
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
