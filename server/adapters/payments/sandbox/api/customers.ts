import { z } from "zod";
import { newCustomer } from "../objects/customer.ts";
import { listOf, type Customer } from "../objects/wire.ts";
import { endpoint, find, pageOf, type Endpoint } from "./endpoint.ts";
import { metadata, paging, text } from "./parameters.ts";

const facts = z.strictObject({
  email: z.email().max(512).optional(),
  name: text.max(256).optional(),
  description: text.optional(),
  metadata: metadata.optional(),
});

export const customers: Endpoint[] = [
  endpoint("POST", "/customers", facts, async ({ ledger }, params) => {
    const customer = newCustomer(params, ledger.now);
    await ledger.put(customer);
    await ledger.emit("customer.created", customer);
    return customer;
  }),

  endpoint("POST", "/customers/:id", facts, async ({ ledger }, params, id) => {
    const before = await find(ledger, "customer", id);
    const after: Customer = {
      ...before,
      email: params.email ?? before.email,
      name: params.name ?? before.name ?? null,
      description: params.description ?? before.description,
      metadata: { ...before.metadata, ...params.metadata },
    };
    await ledger.put(after);
    await ledger.emit("customer.updated", after, { email: before.email, name: before.name, metadata: before.metadata });
    return after;
  }),

  endpoint("GET", "/customers/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "customer", id)),

  endpoint("GET", "/customers", z.strictObject({ ...paging, email: text.optional() }), async ({ ledger }, params) => {
    const { data, hasMore } = await ledger.list("customer", { email: params.email }, pageOf(params));
    return listOf(data, "/v1/customers", hasMore);
  }),

  endpoint("GET", "/customers/:id/payment_methods", z.strictObject(paging), async ({ ledger }, params, id) => {
    await find(ledger, "customer", id, "customer");
    const { data, hasMore } = await ledger.list("payment_method", { customer: id }, pageOf(params));
    return listOf(data, `/v1/customers/${id}/payment_methods`, hasMore);
  }),
];
