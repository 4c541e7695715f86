import type { Customer, TestClock } from "../objects/wire.ts";
import type { Ledger, Removed } from "../store.ts";
import { endSubscription, hasEnded } from "./subscriptions.ts";

/** For good: their subscriptions end now, their cards are gone. Invoices and payments stay. */
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

/** With everybody who lives in its time. */
export async function deleteTestClock(ledger: Ledger, clock: TestClock): Promise<Removed> {
  for (const customer of (await ledger.list("customer", { test_clock: clock.id }, { limit: 1000 })).data) {
    await deleteCustomer(ledger, customer);
  }
  await ledger.emit("test_helpers.test_clock.deleted", clock);
  await ledger.query("delete from timelines where id = $1", [clock.id]);
  // What is left of them stays as it is.
  await ledger.query("update objects set due_at = null where timeline = $1", [clock.id]);
  return ledger.remove(clock);
}
