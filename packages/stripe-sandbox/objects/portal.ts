import { newId } from "./id.ts";
import type { Metadata, PortalConfiguration, PortalSession } from "./wire.ts";

interface ConfigurationFacts {
  isDefault: boolean;
  name?: string | null | undefined;
  headline?: string | null | undefined;
  defaultReturnUrl?: string | null | undefined;
  metadata?: Metadata | undefined;
  /** What the customer may do; everything that the sandbox's portal can, if absent. */
  features?: { invoiceHistory: boolean; paymentMethodUpdate: boolean; subscriptionCancel: boolean } | undefined;
}

export function newPortalConfiguration(facts: ConfigurationFacts, now: number): PortalConfiguration {
  const features = facts.features ?? { invoiceHistory: true, paymentMethodUpdate: true, subscriptionCancel: true };
  return {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: facts.headline ?? null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: facts.defaultReturnUrl ?? null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: features.invoiceHistory },
      payment_method_update: { enabled: features.paymentMethodUpdate, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: features.subscriptionCancel,
        mode: "at_period_end",
        proration_behavior: "none",
      },
      subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: "none",
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: "end_trial",
      },
    },
    is_default: facts.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: facts.metadata ?? {},
    name: facts.name ?? null,
    updated: now,
  };
}

interface SessionFacts {
  configuration: PortalConfiguration;
  customer: string;
  returnUrl: string | null;
  flow: PortalSession["flow"];
  pagesUrl: string;
}

/** A portal session: its unguessable URL gives access to one customer's billing. */
export function newPortalSession(facts: SessionFacts, now: number): PortalSession {
  const id = newId("bps", 40);
  return {
    id,
    object: "billing_portal.session",
    configuration: facts.configuration.id,
    created: now,
    customer: facts.customer,
    customer_account: null,
    flow: facts.flow,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: facts.returnUrl ?? facts.configuration.default_return_url,
    url: `${facts.pagesUrl}/portal/${id}`,
  };
}
