import type { FastifyInstance } from "fastify";
import { hasEnded } from "../engine/subscriptions.ts";
import { findTestCardByLast4 } from "../objects/card.ts";
import type { Ledger } from "../store.ts";
import { closedPage, fieldOf, formOf, NOT_AUTHENTICATED, send, type ById, type Outcome, type PagesOptions } from "./answer.ts";
import { NOTHING_TYPED, readCard, type CardEntry } from "./card-form.ts";
import { challengePage } from "./challenge-page.ts";
import { cancelPage, newCardPage, PORTAL_NOTICES, portalPage, type PortalView } from "./portal-pages.ts";

const NOT_FOUND: Outcome = {
  status: 404,
  page: closedPage("No such page", "This billing page has expired. Open it again from where you came.", null),
};

async function readView(
  ledger: Ledger,
  customerId: string,
): Promise<Omit<PortalView, "address" | "displayName" | "returnUrl" | "notice"> | null> {
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

/** The customer portal. Whoever has the session's address is the customer, until it expires. */
export function portalRoutes(app: FastifyInstance, options: PagesOptions): void {
  const { store, commands, seller, pagesUrl } = options;
  const addressOf = (id: string): string => `${pagesUrl}/portal/${id}`;

  /** Runs `work` for the session's customer. */
  async function asCustomer(
    id: string,
    work: (session: { customer: string; returnUrl: string | null; flow: string | null; address: string }) => Promise<Outcome>,
  ): Promise<Outcome> {
    const session = await commands.openPortal(id);
    return session ? work({ ...session, address: addressOf(id) }) : NOT_FOUND;
  }

  app.get("/portal/:id", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, returnUrl, flow, address }) => {
        const { done } = request.query;
        const view = await store.read((ledger) => readView(ledger, customer));
        if (!view) return NOT_FOUND;
        // A session can be opened for one thing: it begins there.
        const [first] = view.subscriptions;
        if (done === undefined && flow === "payment_method_update") return { redirect: `${address}/card` };
        if (done === undefined && flow === "subscription_cancel" && first)
          return { redirect: `${address}/subscriptions/${first.subscription.id}/cancel` };
        const notice = PORTAL_NOTICES.get(done) ?? null;
        return { status: 200, page: portalPage({ ...view, address, displayName: seller.displayName, returnUrl, notice }) };
      }),
    ),
  );

  app.get("/portal/:id/card", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ address }) => ({
        status: 200,
        page: newCardPage({ address, displayName: seller.displayName }, NOTHING_TYPED),
      })),
    ),
  );

  app.post("/portal/:id/card", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, address }) => {
        const again = (entry: CardEntry): Outcome => ({
          status: 422,
          page: newCardPage({ address, displayName: seller.displayName }, entry),
        });
        const { card, holder, errors, values } = readCard(formOf(request), options.now());
        if (!card) return again({ values, errors });
        if (card.challenge) {
          const fields = { last4: card.number.slice(-4), expiry: values.expiry, name: values.name };
          return { status: 200, page: challengePage({ last4: fields.last4, action: `${address}/card/authenticate`, fields }) };
        }
        const declined = await commands.saveCard(customer, card, holder);
        return declined ? again({ values, errors: {}, declined: declined.message }) : { redirect: `${address}?done=card` };
      }),
    ),
  );

  app.post("/portal/:id/card/authenticate", async (request: ById, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, address }) => {
        // Between the two pages only the last four digits are known, and no code.
        const known = findTestCardByLast4(fieldOf(request, "last4"));
        const { card, holder } = readCard({ ...formOf(request), number: known?.number, cvc: "000" }, options.now());
        const declined =
          fieldOf(request, "action") === "complete" && card
            ? await commands.saveCard(customer, card, holder)
            : { message: NOT_AUTHENTICATED };
        if (!declined) return { redirect: `${address}?done=card` };
        const entry = { ...NOTHING_TYPED, declined: declined.message };
        return { status: 422, page: newCardPage({ address, displayName: seller.displayName }, entry) };
      }),
    ),
  );

  app.post("/portal/:id/cards/:card/default", async (request: ById<"card">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, address }) => {
        await commands.useCard(customer, request.params.card);
        return { redirect: `${address}?done=default` };
      }),
    ),
  );

  app.post("/portal/:id/cards/:card/remove", async (request: ById<"card">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, address }) => {
        await commands.removeCard(customer, request.params.card);
        return { redirect: `${address}?done=removed` };
      }),
    ),
  );

  app.get("/portal/:id/subscriptions/:subscription/cancel", async (request: ById<"subscription">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, address }) => {
        const view = await store.read((ledger) => readView(ledger, customer));
        const found = view?.subscriptions.find(({ subscription }) => subscription.id === request.params.subscription);
        return found ? { status: 200, page: cancelPage({ address }, found) } : { redirect: address };
      }),
    ),
  );

  app.post("/portal/:id/subscriptions/:subscription/cancel", async (request: ById<"subscription">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, address }) => {
        await commands.cancelAtPeriodEnd(customer, request.params.subscription);
        return { redirect: `${address}?done=cancelled` };
      }),
    ),
  );

  app.post("/portal/:id/subscriptions/:subscription/resume", async (request: ById<"subscription">, reply) =>
    send(
      reply,
      await asCustomer(request.params.id, async ({ customer, address }) => {
        await commands.undoCancellation(customer, request.params.subscription);
        return { redirect: `${address}?done=resumed` };
      }),
    ),
  );
}
