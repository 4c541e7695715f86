import { previousAttributes, type Customer } from "../objects/wire.ts";
import type { Ledger } from "../store.ts";

/** Stores the change and emits its event. */
export async function updateCustomer(ledger: Ledger, before: Customer, after: Customer): Promise<Customer> {
  await ledger.put(after);
  const previous = previousAttributes(before, after);
  if (previous) await ledger.emit("customer.updated", after, previous);
  return after;
}
