import type { FastifyInstance } from "fastify";
import type { Ledger } from "../store.ts";
import { closedPage, fieldOf, formOf, send, type ById, type Outcome, type PagesOptions } from "./answer.ts";
import { NOTHING_TYPED, readCard } from "./card-form.ts";
import { challengePage } from "./challenge-page.ts";
import { invoicePage, printedInvoice, type InvoiceView } from "./invoice-page.ts";

const NOT_FOUND: Outcome = {
  status: 404,
  page: closedPage("No such invoice", "The address is not complete, or this invoice is of another sandbox.", null),
};

/** This invoice's payment that waits for 3-D Secure, and its card. */
async function waitingPayment(ledger: Ledger, invoice: string): Promise<{ id: string; last4: string } | null> {
  for (const { payment } of (await ledger.list("invoice_payment", { invoice })).data) {
    const intent = await ledger.find("payment_intent", payment.payment_intent ?? "");
    if (intent?.status !== "requires_action") continue;
    const method = await ledger.find("payment_method", intent.payment_method ?? "");
    return { id: intent.id, last4: method?.card?.last4 ?? "" };
  }
  return null;
}

/** Hosted invoices. Anybody with an invoice's URL can see and pay it, as with Stripe. */
export function invoiceRoutes(app: FastifyInstance, options: PagesOptions): void {
  const { store, commands, seller, pagesUrl } = options;
  const addressOf = (id: string): string => `${pagesUrl}/invoices/${id}`;

  async function readView(ledger: Ledger, id: string): Promise<InvoiceView | null> {
    const invoice = await ledger.find("invoice", id);
    const customer = invoice && (await ledger.find("customer", invoice.customer ?? ""));
    if (!invoice || !customer || invoice.status === "draft") return null;
    const subscription = await ledger.find("subscription", invoice.parent?.subscription_details?.subscription ?? "");
    const card = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
    const saved = card ? await ledger.find("payment_method", card) : null;
    let refunded = 0;
    for (const { payment } of (await ledger.list("invoice_payment", { invoice: id })).data) {
      const [charge] = (await ledger.list("charge", { payment_intent: payment.payment_intent ?? "" })).data;
      refunded += charge?.amount_refunded ?? 0;
    }
    return { address: addressOf(id), displayName: seller.displayName, invoice, saved, refunded };
  }

  app.get("/invoices/:id", async (request: ById, reply) => {
    const view = await store.read((ledger) => readView(ledger, request.params.id));
    return send(reply, view ? { status: 200, page: invoicePage(view, NOTHING_TYPED) } : NOT_FOUND);
  });

  app.get("/invoices/:id/print", async (request: ById, reply) => {
    const view = await store.read((ledger) => readView(ledger, request.params.id));
    return send(reply, view ? { status: 200, page: printedInvoice(view) } : NOT_FOUND);
  });

  app.post("/invoices/:id", async (request: ById, reply) => {
    const { id } = request.params;
    const view = await store.read((ledger) => readView(ledger, id));
    if (!view) return send(reply, NOT_FOUND);
    const { card, holder, errors, values } = readCard(formOf(request), options.now());
    const typed = fieldOf(request, "with") !== "saved";
    // Paid meanwhile in another tab or by a retry.
    if (view.invoice.status !== "open") return send(reply, { redirect: view.address });
    if (typed && !card) return send(reply, { status: 422, page: invoicePage(view, { values, errors }) });
    const outcome = await commands.payInvoice(id, typed && card ? { card, holder } : undefined);
    if (outcome.status === "action") return send(reply, { redirect: `${view.address}/authenticate` });
    if (outcome.status === "paid") return send(reply, { redirect: view.address });
    const after = (await store.read((ledger) => readView(ledger, id))) ?? view;
    return send(reply, { status: 422, page: invoicePage(after, { values, errors: {}, declined: outcome.message }) });
  });

  app.get("/invoices/:id/authenticate", async (request: ById, reply) => {
    const { id } = request.params;
    const waiting = await store.read((ledger) => waitingPayment(ledger, id));
    if (!waiting) return send(reply, { redirect: addressOf(id) });
    return send(reply, { status: 200, page: challengePage({ last4: waiting.last4 }) });
  });

  app.post("/invoices/:id/authenticate", async (request: ById, reply) => {
    const { id } = request.params;
    const waiting = await store.read((ledger) => waitingPayment(ledger, id));
    if (!waiting) return send(reply, { redirect: addressOf(id) });
    const answer = fieldOf(request, "action") === "complete" ? "complete" : "fail";
    const outcome = await commands.authenticate(waiting.id, answer);
    const view = await store.read((ledger) => readView(ledger, id));
    if (outcome.status !== "declined" || !view) return send(reply, { redirect: addressOf(id) });
    return send(reply, { status: 422, page: invoicePage(view, { ...NOTHING_TYPED, declined: outcome.message }) });
  });
}
