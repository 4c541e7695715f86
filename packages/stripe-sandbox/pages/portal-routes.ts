import type { FastifyInstance } from "fastify";
import { hasEnded } from "../engine/subscriptions.ts";
import type { OpenPortal } from "../commands.ts";
import { findTestCardByLast4 } from "../objects/card.ts";
import type { Ledger } from "../store.ts";
import { closedPage, fieldOf, formOf, NOT_AUTHENTICATED, send, type ById, type Outcome, type PagesOptions } from "./answer.ts";
import { NOTHING_TYPED, readCard, type CardEntry } from "./card-form.ts";
import { challengePage } from "./challenge-page.ts";
import { cancelPage, newCardPage, PORTAL_NOTICES, portalPage, type PortalView } from "./portal-pages.ts";

/** Features that a configuration can disable. */
type Feature = "payment_method_update" | "subscription_cancel";

const NOT_FOUND: Outcome = {
  status: 404,
  page: closedPage("No such page", "This billing page has expired. Open it again from where you came.", null),
};

async function readView(
  ledger: Ledger,
  customerId: string,
): Promise<Pick<PortalView, "customer" | "subscriptions" | "cards" | "charged" | "invoices"> | null> {
  const customer = await ledger.find("customer", customerId);
  if (!customer) return null;
  const subscriptions: PortalView["subscriptions"] = [];
  for (const subscription of (await ledger.list("subscription", { customer: customerId })).data) {
    const product = await ledger.find("product", subscription.items.data[0]?.price.product ?? "");
    if (product && !hasEnded(subscription)) subscriptions.push({ subscription, product });
  }
  return {
    customer,
    subscriptions,
    cards: (await ledger.list("payment_method", { customer: customerId })).data,
    charged: subscriptions[0]?.subscription.default_payment_method ?? customer.invoice_settings.default_payment_method,
    invoices: (await ledger.list("invoice", { customer: customerId }, { limit: 24 })).data.filter(
      ({ status }) => status !== "draft",
    ),
  };
}

/** The customer portal. The session's URL gives access to the customer until it expires. */
export function portalRoutes(app: FastifyInstance, options: PagesOptions): void {
  const { store, commands, seller, pagesUrl } = options;
  const addressOf = (id: string): string => `${pagesUrl}/portal/${id}`;

  /** Runs `work` for the session's customer, if its configuration lets them do that. */
  async function asCustomer(
    id: string,
    feature: Feature | null,
    work: (session: OpenPortal & { address: string }) => Promise<Outcome>,
  ): Promise<Outcome> {
    const session = await commands.openPortal(id);
    return session && (!feature || session.features[feature].enabled) ? work({ ...session, address: addressOf(id) }) : NOT_FOUND;
  }

  /** Return URL of a session that was opened for this flow only. */
  function targetOf({ flow }: OpenPortal, feature: Feature): string | undefined {
    return flow?.type === feature ? flow.after_completion.redirect?.return_url : undefined;
  }

  function done(session: OpenPortal & { address: string }, feature: Feature, what: string): Outcome {
    return { redirect: targetOf(session, feature) ?? `${session.address}?done=${what}` };
  }

  function newCard(session: OpenPortal & { address: string }, status: number, entry: CardEntry): Outcome {
    const target = targetOf(session, "payment_method_update");
    return { status, page: newCardPage({ address: session.address, target }, entry) };
  }

  app.get("/portal/:id", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, null, async (session) => {
        const { customer, flow, address } = session;
        const { done: what } = request.query;
        const view = await store.read((ledger) => readView(ledger, customer));
        if (!view) return NOT_FOUND;
        // A session opened for a single flow starts with it.
        if (what === undefined && flow?.type === "payment_method_update") return { redirect: `${address}/card` };
        const ending = view.subscriptions.find((each) => each.subscription.id === flow?.subscription_cancel?.subscription);
        if (what === undefined && ending) return { redirect: `${address}/subscriptions/${ending.subscription.id}/cancel` };
        const notice = PORTAL_NOTICES.get(what) ?? null;
        return { status: 200, page: portalPage({ ...session, ...view, displayName: seller.displayName, notice }) };
      }),
    ),
  );

  app.get("/portal/:id/card", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "payment_method_update", async (session) => newCard(session, 200, NOTHING_TYPED)),
    ),
  );

  app.post("/portal/:id/card", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "payment_method_update", async (session) => {
        const { customer, address } = session;
        const { card, holder, errors, values } = readCard(formOf(request), options.now());
        if (!card) return newCard(session, 422, { values, errors });
        if (card.challenge) {
          const fields = { last4: card.number.slice(-4), expiry: values.expiry, name: values.name };
          const formTargets = [targetOf(session, "payment_method_update")].filter((target) => target !== undefined);
          const challenge = { last4: fields.last4, action: `${address}/card/authenticate`, fields, formTargets };
          return { status: 200, page: challengePage(challenge) };
        }
        const declined = await commands.saveCard(customer, card, holder);
        return declined
          ? newCard(session, 422, { values, errors: {}, declined: declined.message })
          : done(session, "payment_method_update", "card");
      }),
    ),
  );

  app.post("/portal/:id/card/authenticate", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "payment_method_update", async (session) => {
        const { customer } = session;
        // The challenge page passes on only the last four digits and no security code.
        const known = findTestCardByLast4(fieldOf(request, "last4"));
        const { card, holder } = readCard({ ...formOf(request), number: known?.number, cvc: "000" }, options.now());
        const declined =
          fieldOf(request, "action") === "complete" && card
            ? await commands.saveCard(customer, card, holder)
            : { message: NOT_AUTHENTICATED };
        if (!declined) return done(session, "payment_method_update", "card");
        return newCard(session, 422, { ...NOTHING_TYPED, declined: declined.message });
      }),
    ),
  );

  app.post("/portal/:id/cards/:card/default", async (request: ById<"card">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "payment_method_update", async (session) => {
        await commands.useCard(session.customer, request.params.card);
        return done(session, "payment_method_update", "default");
      }),
    ),
  );

  app.post("/portal/:id/cards/:card/remove", async (request: ById<"card">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "payment_method_update", async ({ customer, address }) => {
        await commands.removeCard(customer, request.params.card);
        return { redirect: `${address}?done=removed` };
      }),
    ),
  );

  app.get("/portal/:id/subscriptions/:subscription/cancel", async (request: ById<"subscription">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "subscription_cancel", async (session) => {
        const { customer, address } = session;
        const view = await store.read((ledger) => readView(ledger, customer));
        const found = view?.subscriptions.find(({ subscription }) => subscription.id === request.params.subscription);
        return found
          ? { status: 200, page: cancelPage({ address, target: targetOf(session, "subscription_cancel") }, found) }
          : { redirect: address };
      }),
    ),
  );

  app.post("/portal/:id/subscriptions/:subscription/cancel", async (request: ById<"subscription">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "subscription_cancel", async (session) => {
        await commands.cancelAtPeriodEnd(session.customer, request.params.subscription);
        return done(session, "subscription_cancel", "cancelled");
      }),
    ),
  );

  app.post("/portal/:id/subscriptions/:subscription/resume", async (request: ById<"subscription">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, "subscription_cancel", async ({ customer, address }) => {
        await commands.undoCancellation(customer, request.params.subscription);
        return { redirect: `${address}?done=resumed` };
      }),
    ),
  );
}
