import { z } from "zod";
import { needAttached } from "../engine/cards.ts";
import { collectInvoice, paymentError, subscriptionOf, voidSubscriptionInvoice, writeOff } from "../engine/collection.ts";
import { finalizeInvoice, intentOf } from "../engine/invoices.ts";
import { previewNext } from "../engine/periods.ts";
import { cardOf, hasEnded } from "../engine/subscriptions.ts";
import { atClockTime } from "../engine/time.ts";
import { SandboxError } from "../error.ts";
import { listOf } from "../objects/wire.ts";
import { endpoint, find, listPage, toChange, type Endpoint } from "./endpoint.ts";
import { boolean, paging, text } from "./parameters.ts";

export const invoices: Endpoint[] = [
  endpoint("GET", "/invoices/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "invoice", id)),
  endpoint(
    "GET",
    "/invoices",
    z.strictObject({
      ...paging,
      customer: text.optional(),
      subscription: text.optional(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
    }),
    ({ ledger }, { customer, subscription, status, ...page }) => {
      const parent = subscription === undefined ? undefined : { subscription_details: { subscription } };
      return listPage(ledger, "invoice", "/invoices", page, { customer, status, parent });
    },
  ),
  endpoint("GET", "/invoices/:id/lines", z.strictObject(paging), async ({ ledger }, _params, id) =>
    listOf((await find(ledger, "invoice", id)).lines.data, `/v1/invoices/${id}/lines`),
  ),

  endpoint(
    "POST",
    "/invoices/create_preview",
    z.strictObject({ customer: text.optional(), subscription: text.optional() }),
    async ({ ledger: real, seller }, params) => {
      const owner = params.subscription ?? params.customer;
      if (owner === undefined)
        throw new SandboxError(400, "You must pass `customer` or `subscription`.", { code: "parameter_missing" });
      const ledger = await atClockTime(real, seller, owner);
      const living =
        params.subscription === undefined
          ? (await ledger.list("subscription", { customer: owner })).data.find((one) => !hasEnded(one))
          : await find(ledger, "subscription", params.subscription, "subscription");
      if (
        !living ||
        hasEnded(living) ||
        (living.cancel_at !== null && living.cancel_at <= (living.items.data[0]?.current_period_end ?? 0))
      ) {
        throw new SandboxError(404, `No upcoming invoices for ${owner}.`, { code: "invoice_upcoming_none" });
      }
      return previewNext(ledger, seller, living);
    },
  ),

  endpoint(
    "POST",
    "/invoices/:id/pay",
    z.strictObject({ payment_method: text.optional(), off_session: boolean.optional() }),
    async (context, params, id) => {
      const { ledger, object: invoice } = await toChange(context, "invoice", id);
      if (invoice.status === "paid") throw new SandboxError(400, "Invoice is already paid", { code: "invoice_already_paid" });
      if (invoice.status === "void") throw new SandboxError(400, "This invoice can no longer be paid.");
      const customer = await find(ledger, "customer", invoice.customer ?? "", "customer");
      const open = invoice.status === "draft" ? await finalizeInvoice(ledger, context.seller, invoice) : invoice;
      if (open.status === "paid") return open;
      const method = params.payment_method
        ? await needAttached(ledger, customer.id, params.payment_method, "payment_method")
        : await cardOf(ledger, await ledger.get("subscription", subscriptionOf(open)));
      const tried = await collectInvoice(ledger, context.seller, open, { method, onSession: !params.off_session });
      const intent = tried.status === "paid" ? null : await intentOf(ledger, tried);
      return intent ? paymentError(intent, "invoice") : tried;
    },
  ),

  endpoint(
    "POST",
    "/invoices/:id/finalize",
    z.strictObject({ auto_advance: boolean.optional() }),
    async (context, params, id) => {
      const { ledger, object: draft } = await toChange(context, "invoice", id);
      if (draft.status !== "draft") {
        throw new SandboxError(400, "This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
          code: "invoice_not_editable",
        });
      }
      const invoice = await finalizeInvoice(ledger, context.seller, draft);
      if (invoice.status === "paid" || params.auto_advance === false) return invoice;
      const method = await cardOf(ledger, await ledger.get("subscription", subscriptionOf(invoice)));
      return collectInvoice(ledger, context.seller, invoice, { method, onSession: false });
    },
  ),

  endpoint("POST", "/invoices/:id/void", z.strictObject({}), async (context, _params, id) => {
    const { ledger, object } = await toChange(context, "invoice", id);
    return voidSubscriptionInvoice(ledger, object);
  }),

  endpoint("POST", "/invoices/:id/mark_uncollectible", z.strictObject({}), async (context, _params, id) => {
    const { ledger, object } = await toChange(context, "invoice", id);
    return writeOff(ledger, object);
  }),

  endpoint("GET", "/invoice_payments/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "invoice_payment", id)),
  endpoint(
    "GET",
    "/invoice_payments",
    z.strictObject({
      ...paging,
      invoice: text.optional(),
      payment: z.strictObject({ type: z.literal("payment_intent"), payment_intent: text.optional() }).optional(),
      status: z.enum(["canceled", "open", "paid"]).optional(),
    }),
    ({ ledger }, { invoice, payment, status, ...page }) =>
      listPage(ledger, "invoice_payment", "/invoice_payments", page, { invoice, payment, status }),
  ),
];
