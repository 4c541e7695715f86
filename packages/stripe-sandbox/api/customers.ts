import { z } from "zod";
import { needAttached } from "../engine/cards.ts";
import { updateCustomer } from "../engine/customers.ts";
import { deleteCustomer } from "../engine/deletion.ts";
import { newCustomer } from "../objects/customer.ts";
import type { Customer } from "../objects/wire.ts";
import { endpoint, find, listPage, toChange, type Endpoint } from "./endpoint.ts";
import { clearable, mergeMetadata, metadata, paging, text } from "./parameters.ts";

const facts = {
  email: clearable(z.email({ pattern: z.regexes.html5Email }).max(512)).optional(),
  name: text.max(256).optional(),
  description: text.optional(),
  phone: text.max(20).optional(),
  metadata: clearable(metadata).optional(),
};

export const customers: Endpoint[] = [
  endpoint("POST", "/customers", z.strictObject({ ...facts, test_clock: text.optional() }), async ({ ledger: real }, params) => {
    const clock =
      params.test_clock === undefined ? null : await find(real, "test_helpers.test_clock", params.test_clock, "test_clock");
    const ledger = clock ? await real.on(clock.id) : real;
    const customer = newCustomer(
      {
        email: params.email || undefined,
        name: params.name || undefined,
        description: params.description || undefined,
        phone: params.phone || undefined,
        metadata: mergeMetadata({}, params.metadata),
        testClock: clock?.id,
      },
      ledger.now,
    );
    await ledger.put(customer);
    await ledger.emit("customer.created", customer);
    return customer;
  }),

  endpoint(
    "POST",
    "/customers/:id",
    z.strictObject({
      ...facts,
      invoice_settings: z.strictObject({ default_payment_method: clearable(text).optional() }).optional(),
    }),
    async (context, params, id) => {
      const { ledger, object: before } = await toChange(context, "customer", id);
      const card = params.invoice_settings?.default_payment_method;
      if (card) await needAttached(ledger, id, card, "invoice_settings[default_payment_method]");
      // Absent keeps the value, empty clears it.
      const text = (given: string | undefined, was: string | null | undefined): string | null =>
        given === undefined ? (was ?? null) : given || null;
      const after: Customer = {
        ...before,
        email: text(params.email, before.email),
        name: text(params.name, before.name),
        description: text(params.description, before.description),
        phone: text(params.phone, before.phone),
        invoice_settings: {
          ...before.invoice_settings,
          default_payment_method: text(card, before.invoice_settings.default_payment_method),
        },
        metadata: mergeMetadata(before.metadata, params.metadata),
      };
      return updateCustomer(ledger, before, after);
    },
  ),

  endpoint("DELETE", "/customers/:id", z.strictObject({}), async (context, _params, id) => {
    const { ledger, object } = await toChange(context, "customer", id);
    return deleteCustomer(ledger, object);
  }),

  endpoint(
    "GET",
    "/customers/:id",
    z.strictObject({}),
    async ({ ledger }, _params, id) => (await ledger.removed(id)) ?? find(ledger, "customer", id),
  ),

  endpoint(
    "GET",
    "/customers",
    z.strictObject({ ...paging, email: text.optional(), test_clock: text.optional() }),
    // Without `test_clock` customers of test clocks are omitted.
    ({ ledger }, params) =>
      listPage(ledger, "customer", "/customers", params, { email: params.email, test_clock: params.test_clock ?? null }),
  ),

  endpoint(
    "GET",
    "/customers/:id/payment_methods",
    z.strictObject({ ...paging, type: z.literal("card").optional() }),
    async ({ ledger }, params, id) => {
      await find(ledger, "customer", id, "customer");
      return listPage(ledger, "payment_method", `/customers/${id}/payment_methods`, params, { customer: id });
    },
  ),
];
