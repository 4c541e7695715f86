import { z } from "zod";
import { listOf, type Kind } from "../objects/wire.ts";
import { endpoint, find, pageOf, type Endpoint } from "./endpoint.ts";
import { paging, text } from "./parameters.ts";

/** Objects that the API only shows: they come into being by checkouts and by time. */
function readable(kind: Kind, path: string, filters: readonly string[]): Endpoint[] {
  const filterShape = Object.fromEntries(filters.map((filter) => [filter, text.optional()]));
  return [
    endpoint("GET", `${path}/:id`, z.strictObject({}), ({ ledger }, _params, id) => find(ledger, kind, id)),
    endpoint("GET", path, z.strictObject({ ...paging, ...filterShape }), async ({ ledger }, params) => {
      const where = Object.fromEntries(
        Object.entries(params).filter(([name, value]) => filters.includes(name) && value !== undefined),
      );
      const { data, hasMore } = await ledger.list(kind, where, pageOf(params));
      return listOf(data, `/v1${path}`, hasMore);
    }),
  ];
}

export const readables: Endpoint[] = [
  ...readable("invoice", "/invoices", ["customer", "status"]),
  ...readable("invoice_payment", "/invoice_payments", ["invoice"]),
  ...readable("payment_method", "/payment_methods", ["customer", "type"]),
  ...readable("setup_intent", "/setup_intents", ["customer", "payment_method"]),
  ...readable("payment_intent", "/payment_intents", ["customer"]),
  ...readable("event", "/events", ["type"]),
];
