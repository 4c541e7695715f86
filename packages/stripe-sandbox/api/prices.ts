import { z } from "zod";
import { SandboxError } from "../error.ts";
import { newPrice, newProduct } from "../objects/price.ts";
import { listOf, previousAttributes, type Price, type Product } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";
import { endpoint, find, listPage, type Endpoint } from "./endpoint.ts";
import { boolean, clearable, integer, mergeMetadata, metadata, paging, text } from "./parameters.ts";

export const productFacts = z.strictObject({
  name: text.min(1).max(250),
  description: text.optional(),
  metadata: metadata.optional(),
});

/** Parameters of a price, also for inline prices of a checkout. */
export const priceFacts = {
  currency: z.string().regex(/^[a-z]{3}$/),
  unit_amount: integer.pipe(z.number().min(0).max(99_999_999)),
  product: text.optional(),
  product_data: productFacts.optional(),
  recurring: z.strictObject({ interval: z.enum(["month", "year"]), interval_count: z.literal("1").optional() }).optional(),
};

/** The product that the facts name or describe. */
export async function productOf(
  ledger: Ledger,
  facts: { product?: string | undefined; product_data?: z.output<typeof productFacts> | undefined },
): Promise<Product> {
  if (facts.product !== undefined) return find(ledger, "product", facts.product, "product");
  if (!facts.product_data) {
    throw new SandboxError(400, "You must pass either `product` or `product_data`.", {
      code: "parameter_missing",
      param: "product",
    });
  }
  const product = newProduct(facts.product_data, ledger.now);
  await ledger.put(product);
  await ledger.emit("product.created", product);
  return product;
}

/** Takes the lookup key from the price that has it, if it is to be transferred. Throws 400 if it is not. */
async function freeLookupKey(
  ledger: Ledger,
  wanted: { lookup_key?: string | undefined; transfer_lookup_key?: boolean | undefined },
  by?: string,
): Promise<void> {
  const [holder] = wanted.lookup_key ? (await ledger.list("price", { lookup_key: wanted.lookup_key })).data : [];
  if (!holder || holder.id === by) return;
  if (!wanted.transfer_lookup_key)
    throw new SandboxError(400, `A price (\`${holder.id}\`) already uses that lookup key.`, { param: "lookup_key" });
  await ledger.put({ ...holder, lookup_key: null });
}

const lookup = { lookup_key: text.max(200).optional(), transfer_lookup_key: boolean.optional() };

export const prices: Endpoint[] = [
  endpoint("POST", "/products", productFacts, ({ ledger }, params) => productOf(ledger, { product_data: params })),
  endpoint(
    "POST",
    "/products/:id",
    z.strictObject({
      active: boolean.optional(),
      name: text.min(1).max(250).optional(),
      description: clearable(text).optional(),
      metadata: clearable(metadata).optional(),
    }),
    async ({ ledger }, params, id) => {
      const before = await find(ledger, "product", id);
      const after: Product = {
        ...before,
        active: params.active ?? before.active,
        name: params.name ?? before.name,
        description: params.description === undefined ? before.description : params.description || null,
        metadata: mergeMetadata(before.metadata, params.metadata),
        updated: ledger.now,
      };
      await ledger.put(after);
      await ledger.emit("product.updated", after, previousAttributes(before, after));
      return after;
    },
  ),
  endpoint("GET", "/products/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "product", id)),
  endpoint("GET", "/products", z.strictObject({ ...paging, active: boolean.optional() }), ({ ledger }, params) =>
    listPage(ledger, "product", "/products", params, { active: params.active }),
  ),

  endpoint(
    "POST",
    "/prices",
    z.strictObject({
      ...priceFacts,
      ...lookup,
      nickname: text.optional(),
      metadata: metadata.optional(),
    }),
    async ({ ledger }, params) => {
      const product = await productOf(ledger, params);
      await freeLookupKey(ledger, params);
      const price = newPrice(
        {
          product: product.id,
          unitAmount: params.unit_amount,
          currency: params.currency,
          interval: params.recurring?.interval ?? null,
          lookupKey: params.lookup_key,
          nickname: params.nickname,
          metadata: params.metadata,
        },
        ledger.now,
      );
      await ledger.put(price);
      await ledger.emit("price.created", price);
      return price;
    },
  ),
  // The amount can't be changed.
  endpoint(
    "POST",
    "/prices/:id",
    z.strictObject({
      ...lookup,
      active: boolean.optional(),
      nickname: clearable(text).optional(),
      metadata: clearable(metadata).optional(),
    }),
    async ({ ledger }, params, id) => {
      const before = await find(ledger, "price", id);
      await freeLookupKey(ledger, params, id);
      const after: Price = {
        ...before,
        active: params.active ?? before.active,
        lookup_key: params.lookup_key === undefined ? before.lookup_key : params.lookup_key || null,
        nickname: params.nickname === undefined ? before.nickname : params.nickname || null,
        metadata: mergeMetadata(before.metadata, params.metadata),
      };
      await ledger.put(after);
      await ledger.emit("price.updated", after, previousAttributes(before, after));
      return after;
    },
  ),
  endpoint("GET", "/prices/:id", z.strictObject({}), ({ ledger }, _params, id) => find(ledger, "price", id)),
  endpoint(
    "GET",
    "/prices",
    z.strictObject({
      ...paging,
      active: boolean.optional(),
      product: text.optional(),
      type: z.enum(["one_time", "recurring"]).optional(),
      lookup_keys: z.array(text).max(10).optional(),
    }),
    async ({ ledger }, params) => {
      const where = { active: params.active, product: params.product, type: params.type };
      if (!params.lookup_keys) return listPage(ledger, "price", "/prices", params, where);
      // A lookup key belongs to at most one price, so these are at most ten.
      const found: Price[] = [];
      for (const key of params.lookup_keys) found.push(...(await ledger.list("price", { ...where, lookup_key: key })).data);
      const from = found.findIndex(({ id }) => id === params.starting_after) + 1;
      const to = from + params.limit;
      return listOf(found.slice(from, to), "/v1/prices", found.length > to);
    },
  ),
];
