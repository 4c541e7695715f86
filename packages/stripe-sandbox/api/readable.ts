import { z } from "zod";
import type { Kind } from "../objects/wire.ts";
import { endpoint, find, listPage, type Endpoint } from "./endpoint.ts";
import { paging, text } from "./parameters.ts";

/** Retrieve and list endpoints of objects that the API can't create directly. */
export function readable(kind: Kind, path: string, filters: readonly string[]): Endpoint[] {
  const filterShape = Object.fromEntries(filters.map((filter) => [filter, text.optional()]));
  return [
    endpoint("GET", `${path}/:id`, z.strictObject({}), ({ ledger }, _params, id) => find(ledger, kind, id)),
    endpoint("GET", path, z.strictObject({ ...paging, ...filterShape }), ({ ledger }, params) => {
      const where = Object.fromEntries(
        Object.entries(params).filter(([name, value]) => filters.includes(name) && value !== undefined),
      );
      return listPage(ledger, kind, path, params, where);
    }),
  ];
}

export const readables: Endpoint[] = [
  ...readable("setup_intent", "/setup_intents", ["customer", "payment_method"]),
  ...readable("payment_intent", "/payment_intents", ["customer"]),
  ...readable("charge", "/charges", ["customer", "payment_intent"]),
];
