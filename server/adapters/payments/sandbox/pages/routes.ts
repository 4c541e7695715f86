import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { completeCheckout, type Seller } from "../lifecycle.ts";
import { findTestCard } from "../objects/card.ts";
import type { CheckoutSession, SandboxEvent } from "../objects/wire.ts";
import type { Hidden, Ledger, Store } from "../store.ts";
import { NOTHING_TYPED, readCard, type CardEntry } from "./card-form.ts";
import { authenticatePage, checkoutPage, closedPage, type CheckoutView } from "./checkout-page.ts";
import { controlPanel, type DeliveryState } from "./control-panel.ts";

interface PagesOptions {
  store: Store;
  seller: Seller;
  /** Full address under which these routes are mounted, without a trailing slash. */
  pagesUrl: string;
  webhookUrl: string;
  /** There may be something to deliver. */
  wake: () => void;
  now: () => Date;
}

type Page = ReturnType<typeof closedPage>;
/** What a request ends in: a page, or another address. */
type Outcome = { status: number; page: Page } | { redirect: string };
type ById = FastifyRequest<{ Params: { id: string } }>;

/**
 * The panel's forms need no secret, so another site must not be able to send them: browsers say where a request comes from
 * (Fetch Metadata, and the Origin header where that is missing). A program that sends neither is nobody's browser.
 */
function comesFromElsewhere(request: FastifyRequest, pagesUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin";
  const origin = request.headers.origin;
  return origin !== undefined && origin !== new URL(pagesUrl).origin && origin !== `${request.protocol}://${request.host}`;
}

function send(reply: FastifyReply, outcome: Outcome): FastifyReply {
  if ("redirect" in outcome) return reply.redirect(outcome.redirect, 303);
  return reply.status(outcome.status).headers(outcome.page.headers).send(outcome.page.document);
}

function successUrl(session: CheckoutSession): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The session stays open; what it waits for or was refused for replaces what was there. */
async function putOpen(ledger: Ledger, view: CheckoutView, state: Omit<Hidden["checkout.session"], "order">): Promise<void> {
  await ledger.put(view.session, { dueAt: view.session.expires_at, hidden: { order: view.order, ...state } });
}

const NOT_FOUND: Outcome = {
  status: 404,
  page: closedPage("No such checkout", "The address is not complete, or this checkout was opened in another sandbox.", null),
};

/** Hosted checkout and control panel. Everything works without scripts. */
export function pageRoutes(options: PagesOptions): FastifyPluginAsync {
  const { store, seller, pagesUrl } = options;

  /** Runs `work` on an open session; one that is closed is answered here. */
  async function onOpenSession(
    ledger: Ledger,
    id: string,
    work: (view: CheckoutView) => Promise<Outcome> | Outcome,
  ): Promise<Outcome> {
    const session = await ledger.find("checkout.session", id);
    if (!session) return NOT_FOUND;
    // A second click, or the way back in the browser: the same end as the first.
    if (session.status === "complete") return { redirect: successUrl(session) };
    if (session.status === "expired" || session.expires_at <= ledger.now) {
      return {
        status: 410,
        page: closedPage(
          "This checkout has expired",
          `Nothing was charged. Start again at ${seller.displayName}.`,
          session.cancel_url,
        ),
      };
    }
    const { order } = await ledger.hidden("checkout.session", id);
    const price = await ledger.find("price", order.price);
    const product = price && (await ledger.find("product", price.product));
    const customer = await ledger.find("customer", session.customer ?? "");
    if (!price || !product || !customer) return NOT_FOUND;
    return work({ session, order, price, product, customer, displayName: seller.displayName, now: ledger.now });
  }

  /** Back to the form, by another address than the one posted to: so reloading and going back send nothing again. */
  async function refuse(ledger: Ledger, view: CheckoutView, refused: CardEntry): Promise<Outcome> {
    await putOpen(ledger, view, { refused });
    return { redirect: `${pagesUrl}/checkout/${view.session.id}` };
  }

  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 16_384 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    app.addHook("preHandler", async (request, reply) => {
      if (request.method === "POST" && comesFromElsewhere(request, pagesUrl)) {
        const page = closedPage("Refused", "This form was sent by another site.", null);
        return reply.status(403).headers(page.headers).send(page.document);
      }
    });

    app.get("/checkout/:id", async (request: ById, reply) =>
      send(
        reply,
        await store.read((ledger) =>
          onOpenSession(ledger, request.params.id, async (view) => {
            const { refused } = await ledger.hidden("checkout.session", view.session.id);
            return { status: 200, page: checkoutPage(view, refused ?? NOTHING_TYPED) };
          }),
        ),
      ),
    );

    app.post("/checkout/:id", async (request: ById, reply) => {
      const { card, holder, errors, values } = readCard((request.body ?? {}) as Record<string, unknown>, options.now());
      const outcome = await store.write((ledger) =>
        onOpenSession(ledger, request.params.id, async (view) => {
          const { session } = view;
          if (!card) return refuse(ledger, view, { values, errors });
          if (card.challenge) {
            await putOpen(ledger, view, { challenged: { number: card.number, ...holder } });
            return { redirect: `${pagesUrl}/checkout/${session.id}/authenticate` };
          }
          const declined = await completeCheckout(ledger, seller, session, card, holder);
          if (declined) return refuse(ledger, view, { values, errors: {}, declined: declined.message });
          return { redirect: successUrl(session) };
        }),
      );
      return send(reply, outcome);
    });

    app.get("/checkout/:id/authenticate", async (request: ById, reply) =>
      send(
        reply,
        await store.read((ledger) =>
          onOpenSession(ledger, request.params.id, async (view) => {
            const { challenged } = await ledger.hidden("checkout.session", view.session.id);
            if (!challenged) return { redirect: `${pagesUrl}/checkout/${view.session.id}` };
            return { status: 200, page: authenticatePage(view, challenged.number.slice(-4)) };
          }),
        ),
      ),
    );

    app.post("/checkout/:id/authenticate", async (request: ById, reply) => {
      const { action } = (request.body ?? {}) as Record<string, unknown>;
      const outcome = await store.write((ledger) =>
        onOpenSession(ledger, request.params.id, async (view) => {
          const { session } = view;
          const { challenged } = await ledger.hidden("checkout.session", session.id);
          const card = findTestCard(challenged?.number ?? "");
          if (!challenged || !card) return { redirect: `${pagesUrl}/checkout/${session.id}` };
          const declined =
            action === "complete"
              ? await completeCheckout(ledger, seller, session, card, challenged)
              : {
                  message:
                    "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
                };
          if (!declined) return { redirect: successUrl(session) };
          return refuse(ledger, view, { ...NOTHING_TYPED, declined: declined.message });
        }),
      );
      return send(reply, outcome);
    });

    app.get("/", async (_request, reply) => {
      const page = await store.read(async (ledger) => {
        const { data: customers } = await ledger.list("customer", {}, { limit: 1000 });
        const { rows } = await ledger.query<Omit<DeliveryState, "event"> & { event: SandboxEvent }>(
          `select e.body as event, d.attempts, d.last_status as "lastStatus", d.last_error as "lastError",
             d.delivered_at is not null as delivered, d.next_attempt_at is not null as waiting
           from objects e join deliveries d on d.event_id = e.id order by e.seq desc limit 100`,
        );
        return controlPanel(
          {
            displayName: seller.displayName,
            webhookUrl: options.webhookUrl,
            sessions: (await ledger.list("checkout.session", {}, { limit: 50 })).data,
            subscriptions: (await ledger.list("subscription", {}, { limit: 50 })).data,
            customers: new Map(customers.map((customer) => [customer.id, customer])),
            deliveries: rows,
          },
          new URL(pagesUrl).pathname,
        );
      });
      return send(reply, { status: 200, page });
    });

    app.post("/events/:id/deliver", async (request: ById, reply) => {
      await store.write((ledger) =>
        ledger.query("update deliveries set next_attempt_at = now(), attempts = 0, last_error = null where event_id = $1", [
          request.params.id,
        ]),
      );
      options.wake();
      return send(reply, { redirect: `${pagesUrl}/` });
    });
  };
}
