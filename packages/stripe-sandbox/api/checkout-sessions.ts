import { z } from "zod";
import { expireSession } from "../engine/time.ts";
import { SandboxError } from "../error.ts";
import { newCheckoutSession } from "../objects/checkout-session.ts";
import { newPrice } from "../objects/price.ts";
import type { Price } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { endpoint, find, listPage, toChange, type Endpoint } from "./endpoint.ts";
import { lineItems } from "./line-items.ts";
import { boolean, integer, metadata, paging, text, url } from "./parameters.ts";
import { priceFacts, productOf } from "./prices.ts";

const HOUR = 3600;

const lineItem = z.strictObject({
  price: text.optional(),
  price_data: z.strictObject(priceFacts).optional(),
  quantity: integer.pipe(z.number().min(1).max(999_999)).default(1),
});

// Strict: unsupported parameters are refused, not ignored.
const createParameters = z.strictObject({
  mode: z.enum(["payment", "subscription"]),
  ui_mode: z.literal("hosted_page").default("hosted_page"),
  customer: text,
  client_reference_id: text.max(200).optional(),
  line_items: z.array(lineItem).length(1),
  allowed_payment_method_types: z.array(z.literal("card")).length(1).optional(),
  payment_method_collection: z.literal("always").optional(),
  payment_intent_data: z
    .strictObject({
      description: text.max(1000).optional(),
      metadata: metadata.optional(),
      setup_future_usage: z.enum(["off_session", "on_session"]).optional(),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
    })
    .optional(),
  invoice_creation: z.strictObject({ enabled: boolean }).optional(),
  metadata: metadata.optional(),
  success_url: url,
  cancel_url: url.optional(),
  expires_at: integer.optional(),
});
type Parameters = z.output<typeof createParameters>;

/** Refuses parameters of the other mode. */
function checkMode(params: Parameters, price: Price): void {
  const other = params.mode === "payment" ? "subscription_data" : "payment_intent_data";
  if (params[other] !== undefined) {
    throw new SandboxError(400, `You can not pass \`${other}\` in \`${params.mode}\` mode.`, { param: other });
  }
  if (params.mode === "payment" && params.payment_method_collection !== undefined) {
    throw new SandboxError(400, "You can only set `payment_method_collection` in `subscription` mode.", {
      param: "payment_method_collection",
    });
  }
  if (params.mode === "subscription" && params.invoice_creation?.enabled) {
    throw new SandboxError(400, "You can only enable invoice creation when `mode` is set to `payment`.", {
      param: "invoice_creation",
    });
  }
  if ((params.mode === "subscription") !== (price.type === "recurring")) {
    const message =
      params.mode === "payment"
        ? "You specified `payment` mode but passed a recurring price."
        : "You must provide at least one recurring price in `subscription` mode.";
    throw new SandboxError(400, message, { param: "line_items[0][price]" });
  }
}

async function priceOf(ledger: Ledger, line: z.output<typeof lineItem> | undefined): Promise<Price> {
  if (line?.price !== undefined && line.price_data === undefined) {
    const price = await find(ledger, "price", line.price, "line_items[0][price]");
    if (!price.active)
      throw new SandboxError(400, `The price specified is inactive: ${price.id}.`, { param: "line_items[0][price]" });
    return price;
  }
  const facts = line?.price_data;
  if (!facts || line.price !== undefined) {
    throw new SandboxError(400, "You must specify either `price` or `price_data`.", {
      code: "parameter_missing",
      param: "line_items[0][price]",
    });
  }
  const product = await productOf(ledger, facts);
  const price = newPrice(
    {
      product: product.id,
      unitAmount: facts.unit_amount,
      currency: facts.currency,
      interval: facts.recurring?.interval ?? null,
      active: false,
    },
    ledger.now,
  );
  await ledger.put(price);
  return price;
}

export const checkoutSessions: Endpoint[] = [
  endpoint("POST", "/checkout/sessions", createParameters, async (context, params) => {
    const customer = await find(context.ledger, "customer", params.customer, "customer");
    const [line] = params.line_items;
    const price = await priceOf(context.ledger, line);
    checkMode(params, price);
    const { ledger } = await toChange(context, "customer", customer.id);
    const expiresAt = params.expires_at ?? ledger.now + 24 * HOUR;
    if (expiresAt < ledger.now + HOUR / 2 || expiresAt > ledger.now + 24 * HOUR) {
      throw new SandboxError(
        400,
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
        { param: "expires_at" },
      );
    }
    const quantity = line?.quantity ?? 1;
    const trialDays = params.subscription_data?.trial_period_days ?? null;
    const session = newCheckoutSession(
      {
        mode: params.mode,
        customer: customer.id,
        clientReferenceId: params.client_reference_id ?? null,
        metadata: params.metadata ?? {},
        successUrl: params.success_url,
        cancelUrl: params.cancel_url ?? null,
        expiresAt,
        currency: price.currency,
        amount: trialDays === null ? (price.unit_amount ?? 0) * quantity : 0,
        invoice: params.invoice_creation?.enabled ?? false,
        pageUrl: `${context.seller.pagesUrl}/checkout`,
      },
      ledger.now,
    );
    await ledger.put(session, {
      dueAt: expiresAt,
      hidden: {
        order: {
          price: price.id,
          quantity,
          trialDays,
          subscriptionMetadata: params.subscription_data?.metadata ?? {},
          paymentMetadata: params.payment_intent_data?.metadata ?? {},
          paymentDescription: params.payment_intent_data?.description ?? null,
          saveCard: params.payment_intent_data?.setup_future_usage !== undefined,
        },
      },
    });
    return session;
  }),

  endpoint("GET", "/checkout/sessions/:id", z.strictObject({}), ({ ledger }, _params, id) =>
    find(ledger, "checkout.session", id),
  ),

  endpoint(
    "GET",
    "/checkout/sessions",
    z.strictObject({
      ...paging,
      customer: text.optional(),
      payment_intent: text.optional(),
      subscription: text.optional(),
      status: z.enum(["open", "complete", "expired"]).optional(),
    }),
    ({ ledger }, { customer, payment_intent, subscription, status, ...page }) =>
      listPage(ledger, "checkout.session", "/checkout/sessions", page, { customer, payment_intent, subscription, status }),
  ),

  endpoint("GET", "/checkout/sessions/:id/line_items", z.strictObject(paging), async ({ ledger }, _params, id) => {
    await find(ledger, "checkout.session", id, "session");
    return lineItems(ledger, id);
  }),

  endpoint("POST", "/checkout/sessions/:id/expire", z.strictObject({}), async (context, _params, id) => {
    const { ledger, object: session } = await toChange(context, "checkout.session", id);
    if (session.status !== "open") {
      throw new SandboxError(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return expireSession(ledger, session);
  }),
];
