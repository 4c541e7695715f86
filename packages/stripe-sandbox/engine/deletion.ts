import type { Customer, TestClock } from "../objects/wire.ts";
import type { Ledger, Removed } from "../store.ts";
import { endSubscription, hasEnded } from "./subscriptions.ts";

/** Deletes a customer: ends their subscriptions and detaches their cards. Invoices and payments are kept. */
export async function deleteCustomer(ledger: Ledger, customer: Customer): Promise<Removed> {
  for (const subscription of (await ledger.list("subscription", { customer: customer.id })).data) {
    if (!hasEnded(subscription)) await endSubscription(ledger, subscription, { reason: "cancellation_requested" });
  }
  for (const method of (await ledger.list("payment_method", { customer: customer.id })).data) {
    await ledger.put({ ...method, customer: null });
  }
  await ledger.emit("customer.deleted", customer);
  return ledger.remove(customer);
}

/** Deletes a test clock with all its customers. */
export async function deleteTestClock(ledger: Ledger, clock: TestClock): Promise<Removed> {
  for (const customer of (await ledger.list("customer", { test_clock: clock.id }, { limit: 1000 })).data) {
    await deleteCustomer(ledger, customer);
  }
  await ledger.emit("test_helpers.test_clock.deleted", clock);
  await ledger.query("delete from timelines where id = $1", [clock.id]);
  // Their remaining objects have no scheduled events any more.
  await ledger.query("update objects set due_at = null where timeline = $1", [clock.id]);
  return ledger.remove(clock);
}
