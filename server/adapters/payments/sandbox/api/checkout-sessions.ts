import { z } from "zod";
import { SandboxError } from "../error.ts";
import { expireSession } from "../lifecycle.ts";
import { newCheckoutSession } from "../objects/checkout-session.ts";
import { listOf } from "../objects/wire.ts";
import { endpoint, find, pageOf, type Endpoint } from "./endpoint.ts";
import { lineItems } from "./line-items.ts";
import { integer, metadata, paging, text, url } from "./parameters.ts";

const HOUR = 3600;

// Only what the sandbox acts out; any other mode or method is refused, never ignored.
const createParameters = z.strictObject({
  mode: z.literal("subscription"),
  ui_mode: z.literal("hosted_page").default("hosted_page"),
  customer: text,
  client_reference_id: text.max(200).optional(),
  line_items: z
    .array(z.strictObject({ price: text, quantity: integer.pipe(z.number().min(1).max(999_999)).default(1) }))
    .length(1),
  allowed_payment_method_types: z.array(z.literal("card")).length(1).optional(),
  payment_method_collection: z.literal("always").optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      trial_period_days: integer.pipe(z.number().min(1).max(730)).optional(),
    })
    .optional(),
  metadata: metadata.optional(),
  success_url: url,
  cancel_url: url.optional(),
  expires_at: integer.optional(),
});

export const checkoutSessions: Endpoint[] = [
  endpoint("POST", "/checkout/sessions", createParameters, async ({ ledger, checkoutPageUrl }, params) => {
    const customer = await find(ledger, "customer", params.customer, "customer");
    const line = params.line_items[0] ?? { price: "", quantity: 1 };
    const price = await find(ledger, "price", line.price, "line_items[0][price]");
    const expiresAt = params.expires_at ?? ledger.now + 24 * HOUR;
    if (expiresAt < ledger.now + HOUR / 2 || expiresAt > ledger.now + 24 * HOUR) {
      throw new SandboxError(
        400,
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
        {
          param: "expires_at",
        },
      );
    }
    const trialDays = params.subscription_data?.trial_period_days ?? null;
    const session = newCheckoutSession(
      {
        customer: customer.id,
        clientReferenceId: params.client_reference_id ?? null,
        metadata: params.metadata ?? {},
        successUrl: params.success_url,
        cancelUrl: params.cancel_url ?? null,
        expiresAt,
        currency: price.currency,
        amount: trialDays === null ? (price.unit_amount ?? 0) * line.quantity : 0,
        pageUrl: checkoutPageUrl,
      },
      ledger.now,
    );
    await ledger.put(session, {
      dueAt: expiresAt,
      hidden: {
        order: {
          price: price.id,
          quantity: line.quantity,
          trialDays,
          subscriptionMetadata: params.subscription_data?.metadata ?? {},
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
      subscription: text.optional(),
      status: z.enum(["open", "complete", "expired"]).optional(),
    }),
    async ({ ledger }, params) => {
      const where = { customer: params.customer, subscription: params.subscription, status: params.status };
      const { data, hasMore } = await ledger.list("checkout.session", where, pageOf(params));
      return listOf(data, "/v1/checkout/sessions", hasMore);
    },
  ),

  endpoint("GET", "/checkout/sessions/:id/line_items", z.strictObject(paging), async ({ ledger }, _params, id) => {
    await find(ledger, "checkout.session", id, "session");
    return lineItems(ledger, id);
  }),

  endpoint("POST", "/checkout/sessions/:id/expire", z.strictObject({}), async ({ ledger }, _params, id) => {
    const session = await find(ledger, "checkout.session", id);
    if (session.status !== "open") {
      throw new SandboxError(
        400,
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      );
    }
    return expireSession(ledger, session);
  }),
];
