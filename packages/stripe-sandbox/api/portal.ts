import { z } from "zod";
import { SandboxError } from "../error.ts";
import { newPortalConfiguration, newPortalSession } from "../objects/portal.ts";
import type { PortalConfiguration, PortalSession } from "../objects/wire.ts";
import { endpoint, find, listPage, type Endpoint } from "./endpoint.ts";
import { boolean, clearable, mergeMetadata, metadata, paging, text, url } from "./parameters.ts";

const SESSION_SECONDS = 3600;
const CONFIGURATIONS = "/billing_portal/configurations";
const switchable = z.strictObject({ enabled: boolean }).optional();

const configuration = {
  business_profile: z.strictObject({ headline: clearable(text.max(60)).optional() }).optional(),
  default_return_url: clearable(url).optional(),
  features: z
    .strictObject({
      invoice_history: switchable,
      payment_method_update: switchable,
      subscription_cancel: z
        .strictObject({
          enabled: boolean,
          mode: z.literal("at_period_end").optional(),
          proration_behavior: z.literal("none").optional(),
        })
        .optional(),
    })
    .optional(),
  metadata: clearable(metadata).optional(),
  name: clearable(text).optional(),
};

const flow = z
  .strictObject({
    type: z.enum(["payment_method_update", "subscription_cancel"]),
    subscription_cancel: z.strictObject({ subscription: text }).optional(),
    after_completion: z
      .strictObject({
        type: z.enum(["portal_homepage", "redirect"]),
        redirect: z.strictObject({ return_url: url }).optional(),
      })
      .refine((given) => (given.type === "redirect") === (given.redirect !== undefined), {
        message: "redirect goes with its type, and only with it",
      })
      .optional(),
  })
  .refine((given) => (given.type === "subscription_cancel") === (given.subscription_cancel !== undefined), {
    message: "subscription_cancel goes with its type, and only with it",
  });

function flowOf(given: z.output<typeof flow>): NonNullable<PortalSession["flow"]> {
  const { after_completion: after } = given;
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after?.redirect ?? null,
      type: after?.type ?? "portal_homepage",
    },
    customer_update: null,
    subscription_cancel: given.subscription_cancel ? { retention: null, ...given.subscription_cancel } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: given.type,
  };
}

export const portal: Endpoint[] = [
  endpoint(
    "POST",
    "/billing_portal/sessions",
    z.strictObject({ customer: text, return_url: url.optional(), configuration: text.optional(), flow_data: flow.optional() }),
    async ({ ledger, seller }, params) => {
      const customer = await find(ledger, "customer", params.customer, "customer");
      const ending = params.flow_data?.subscription_cancel?.subscription;
      if (ending !== undefined) {
        const subscription = await find(ledger, "subscription", ending, "flow_data[subscription_cancel][subscription]");
        if (subscription.customer !== customer.id) throw new SandboxError(400, "The subscription is another customer's.");
      }
      const [standard] = (await ledger.list("billing_portal.configuration", { is_default: true })).data;
      const used = params.configuration ?? standard?.id ?? "";
      const configuration = await find(ledger, "billing_portal.configuration", used, "configuration");
      const wanted = params.flow_data?.type;
      if (wanted && !configuration.features[wanted].enabled) {
        throw new SandboxError(400, `The portal's configuration does not enable ${wanted}.`, { param: "flow_data[type]" });
      }
      const session = newPortalSession(
        {
          configuration,
          customer: customer.id,
          returnUrl: params.return_url ?? null,
          flow: params.flow_data ? flowOf(params.flow_data) : null,
          pagesUrl: seller.pagesUrl,
        },
        ledger.now,
      );
      await ledger.put(session, { hidden: { expiresAt: ledger.now + SESSION_SECONDS } });
      await ledger.emit("billing_portal.session.created", session);
      return session;
    },
  ),

  endpoint("POST", CONFIGURATIONS, z.strictObject(configuration).required({ features: true }), async ({ ledger }, params) => {
    const { features } = params;
    const created = newPortalConfiguration(
      {
        isDefault: false,
        name: params.name || null,
        headline: params.business_profile?.headline || null,
        defaultReturnUrl: params.default_return_url || null,
        metadata: mergeMetadata({}, params.metadata),
        features: {
          invoiceHistory: features?.invoice_history?.enabled ?? false,
          paymentMethodUpdate: features?.payment_method_update?.enabled ?? false,
          subscriptionCancel: features?.subscription_cancel?.enabled ?? false,
        },
      },
      ledger.now,
    );
    await ledger.put(created);
    await ledger.emit("billing_portal.configuration.created", created);
    return created;
  }),

  endpoint(
    "POST",
    `${CONFIGURATIONS}/:id`,
    z.strictObject({ ...configuration, active: boolean.optional() }),
    async ({ ledger }, params, id) => {
      const before = await find(ledger, "billing_portal.configuration", id);
      const { features } = params;
      const after: PortalConfiguration = {
        ...before,
        active: params.active ?? before.active,
        business_profile: {
          ...before.business_profile,
          headline:
            params.business_profile?.headline === undefined
              ? before.business_profile.headline
              : params.business_profile.headline || null,
        },
        default_return_url:
          params.default_return_url === undefined ? before.default_return_url : params.default_return_url || null,
        features: {
          ...before.features,
          invoice_history: features?.invoice_history ?? before.features.invoice_history,
          payment_method_update: { ...before.features.payment_method_update, ...features?.payment_method_update },
          subscription_cancel: {
            ...before.features.subscription_cancel,
            enabled: features?.subscription_cancel?.enabled ?? before.features.subscription_cancel.enabled,
          },
        },
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        name: params.name === undefined ? before.name : params.name || null,
        updated: ledger.now,
      };
      await ledger.put(after);
      await ledger.emit("billing_portal.configuration.updated", after);
      return after;
    },
  ),
  endpoint("GET", `${CONFIGURATIONS}/:id`, z.strictObject({}), ({ ledger }, _params, id) =>
    find(ledger, "billing_portal.configuration", id),
  ),
  endpoint(
    "GET",
    CONFIGURATIONS,
    z.strictObject({ ...paging, active: boolean.optional(), is_default: boolean.optional() }),
    ({ ledger }, { active, is_default, ...page }) =>
      listPage(ledger, "billing_portal.configuration", CONFIGURATIONS, page, { active, is_default }),
  ),
];
