import { beforeAll, expect, test } from "vitest";
import { newCustomer } from "../objects/customer.ts";
import { newPrice } from "../objects/price.ts";
import { newSubscription } from "../objects/subscription.ts";
import { listOf } from "../objects/wire.ts";
import { createSdkSchemas, type SdkSchemas } from "./sdk-schemas.ts";

let schemas: SdkSchemas;
beforeAll(() => {
  schemas = createSdkSchemas();
});

const customer = newCustomer({ email: "ada@example.com" }, 1);
const price = newPrice({ product: "prod_1", unitAmount: 1499, currency: "usd", interval: "month" }, 1);
const facts = { customer, price, quantity: 1, trialEnd: null, paymentMethod: "pm_1", metadata: {} };
const subscription = newSubscription(facts, 1);
const event = {
  id: "evt_1",
  object: "event",
  api_version: null,
  created: 1,
  data: { object: subscription, previous_attributes: { status: "active" } },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type: "customer.subscription.updated",
};
const [item] = subscription.items.data;

test("what matches the SDK's declarations passes: an object, one with its references expanded, a deleted one, a list, an event", () => {
  for (const body of [
    customer,
    price,
    subscription,
    { ...subscription, customer },
    { ...subscription, customer: { id: customer.id, object: "customer", deleted: true } },
    { ...subscription, default_payment_method: null },
    listOf([subscription, { ...subscription }], "/v1/subscriptions"),
    event,
  ]) {
    expect(schemas.problems(body)).toEqual([]);
  }
  expect(Object.fromEntries(schemas.checked)).toEqual({
    customer: 1,
    price: 1,
    subscription: 6,
    "event/customer.subscription.updated": 1,
  });
});

test.for<[string, object, string]>([
  ["a property too many", { ...subscription, plan: null }, `"plan"`],
  ["a property too few", { ...subscription, status: undefined }, `"status"`],
  [
    "a property too many deep inside",
    { ...subscription, items: { ...subscription.items, data: [{ ...item, foo: 1 }] } },
    `"foo"`,
  ],
  [
    "a wrong type deep inside",
    { ...subscription, items: { ...subscription.items, data: [{ ...item, quantity: "1" }] } },
    "quantity",
  ],
  ["null where nothing may be null", { ...subscription, created: null }, "created"],
  ["a number in place of a word", { ...price, type: 7 }, "type"],
  ["an object of another kind in place of a reference", { ...subscription, customer: price }, "customer"],
  ["a wrong object inside a reference", { ...subscription, customer: { ...customer, balance: "0" } }, "balance"],
  ["`deleted` on what is not deleted", { ...customer, deleted: null }, "deleted"],
  ["a decimal that is a number", { ...price, unit_amount_decimal: 1499 }, "unit_amount_decimal"],
  ["one wrong body in a list", listOf([customer, { ...customer, created: "now" }], "/v1/customers"), "created"],
  ["a list without its address", { object: "list", data: [], has_more: false }, "url"],
  ["an event about an object of another kind", { ...event, data: { object: customer } }, "data/object"],
  [
    "a previous attribute that the object does not have",
    { ...event, data: { object: subscription, previous_attributes: { a: 1 } } },
    `"a"`,
  ],
  [
    "an event that does not exist",
    { ...event, type: "customer.subscription.forgotten" },
    "event/customer.subscription.forgotten",
  ],
  ["an object that does not exist", { id: "x_1", object: "unicorn" }, "unicorn"],
  ["no object at all", {}, "not an object"],
])("%s is caught", ([, body, name]) => {
  expect(schemas.problems(JSON.parse(JSON.stringify(body))).join("\n")).toContain(name);
});
