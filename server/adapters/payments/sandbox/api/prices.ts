import { z } from "zod";
import { listOf, type Price } from "../objects/wire.ts";
import { endpoint, find, pageOf, type Endpoint } from "./endpoint.ts";
import { boolean, paging, text } from "./parameters.ts";

export const prices: Endpoint[] = [
  endpoint("GET", "/products/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "product", id)),
  endpoint("GET", "/products", z.strictObject({ ...paging, active: boolean.optional() }), async ({ ledger }, params) => {
    const { data, hasMore } = await ledger.list("product", { active: params.active }, pageOf(params));
    return listOf(data, "/v1/products", hasMore);
  }),
  endpoint("GET", "/prices/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "price", id)),
  endpoint(
    "GET",
    "/prices",
    z.strictObject({
      ...paging,
      active: boolean.optional(),
      product: text.optional(),
      lookup_keys: z.array(text).max(10).optional(),
    }),
    async ({ ledger }, params) => {
      const where = { active: params.active, product: params.product };
      if (!params.lookup_keys) {
        const { data, hasMore } = await ledger.list("price", where, pageOf(params));
        return listOf(data, "/v1/prices", hasMore);
      }
      // A lookup key belongs to at most one price, so these are at most ten.
      const found: Price[] = [];
      for (const key of params.lookup_keys) found.push(...(await ledger.list("price", { ...where, lookup_key: key })).data);
      return listOf(found.slice(0, params.limit), "/v1/prices");
    },
  ),
];
