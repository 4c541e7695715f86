import { advanceSubscription, expireSession, type Seller } from "./lifecycle.ts";
import type { Kind } from "./objects/wire.ts";
import type { Store } from "./store.ts";

/**
 * Does what has come due by now: sessions expire, trials end, subscriptions renew or end. Each in a transaction of its own.
 * Answers how many objects it changed.
 */
export async function runDue(store: Store, seller: Seller): Promise<number> {
  for (let count = 0; ; count++) {
    const found = await store.write(async (ledger) => {
      const { rows } = await ledger.query<{ id: string; kind: Kind }>(
        "select id, kind from objects where due_at <= $1 order by due_at, seq limit 1",
        [ledger.now],
      );
      const due = rows[0];
      if (!due) return false;
      if (due.kind === "subscription") {
        const subscription = await ledger.find("subscription", due.id);
        if (subscription) await advanceSubscription(ledger, seller, subscription);
      } else if (due.kind === "checkout.session") {
        const session = await ledger.find("checkout.session", due.id);
        if (session) await expireSession(ledger, session);
      } else {
        throw new Error(`nothing comes due for a ${due.kind}`);
      }
      return true;
    });
    if (!found) return count;
  }
}
