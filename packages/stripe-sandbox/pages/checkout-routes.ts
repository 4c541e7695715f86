import type { FastifyInstance } from "fastify";
import { completeCheckout } from "../engine/checkout.ts";
import { findTestCard } from "../objects/card.ts";
import type { CheckoutSession } from "../objects/wire.ts";
import type { Hidden, Ledger } from "../store.ts";
import { closedPage, fieldOf, formOf, NOT_AUTHENTICATED, send, type ById, type Outcome, type PagesOptions } from "./answer.ts";
import { NOTHING_TYPED, readCard, type CardEntry } from "./card-form.ts";
import { challengePage } from "./challenge-page.ts";
import { checkoutPage, type CheckoutView } from "./checkout-page.ts";

const NOT_FOUND: Outcome = {
  status: 404,
  page: closedPage("No such checkout", "The address is not complete, or this checkout was opened in another sandbox.", null),
};

function successUrl(session: CheckoutSession): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** Stores the state of an open session. */
async function putOpen(ledger: Ledger, view: CheckoutView, state: Omit<Hidden["checkout.session"], "order">): Promise<void> {
  await ledger.put(view.session, { dueAt: view.session.expires_at, hidden: { order: view.order, ...state } });
}

/** Hosted checkout. */
export function checkoutRoutes(app: FastifyInstance, options: PagesOptions): void {
  const { store, seller, pagesUrl } = options;

  /** Runs `work` on an open session; responds itself if it is not open. */
  async function onOpenSession(
    ledger: Ledger,
    id: string,
    work: (view: CheckoutView) => Promise<Outcome> | Outcome,
  ): Promise<Outcome> {
    const session = await ledger.find("checkout.session", id);
    if (!session) return NOT_FOUND;
    // After a double click or the browser's back button.
    if (session.status === "complete") return { redirect: successUrl(session) };
    const { now } = await ledger.on(session.customer);
    if (session.status === "expired" || session.expires_at <= now) {
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
    return work({ session, order, price, product, customer, displayName: seller.displayName, now });
  }

  /** Redirects back to the form (Post/Redirect/Get), so that reloading submits nothing. */
  async function refuse(ledger: Ledger, view: CheckoutView, refused: CardEntry): Promise<Outcome> {
    await putOpen(ledger, view, { refused });
    return { redirect: `${pagesUrl}/checkout/${view.session.id}` };
  }

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
    const { card, holder, errors, values } = readCard(formOf(request), options.now());
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
          const formTargets = [view.session.success_url].filter((target) => typeof target === "string");
          return { status: 200, page: challengePage({ last4: challenged.number.slice(-4), formTargets }) };
        }),
      ),
    ),
  );

  app.post("/checkout/:id/authenticate", async (request: ById, reply) => {
    const action = fieldOf(request, "action");
    const outcome = await store.write((ledger) =>
      onOpenSession(ledger, request.params.id, async (view) => {
        const { session } = view;
        const { challenged } = await ledger.hidden("checkout.session", session.id);
        const card = findTestCard(challenged?.number ?? "");
        if (!challenged || !card) return { redirect: `${pagesUrl}/checkout/${session.id}` };
        const declined =
          action === "complete"
            ? await completeCheckout(ledger, seller, session, card, challenged)
            : { message: NOT_AUTHENTICATED };
        if (!declined) return { redirect: successUrl(session) };
        return refuse(ledger, view, { ...NOTHING_TYPED, declined: declined.message });
      }),
    );
    return send(reply, outcome);
  });
}
