import type { CheckoutSession, Kind, TestClock } from "../objects/wire.ts";
import type { Ledger, Store } from "../store.ts";
import { chargeDraft, collectAutomatically } from "./collection.ts";
import { stepSubscription } from "./periods.ts";
import type { Seller } from "./seller.ts";

export async function expireSession(ledger: Ledger, session: CheckoutSession): Promise<CheckoutSession> {
  const expired: CheckoutSession = { ...session, status: "expired", url: null };
  await ledger.put(expired);
  await ledger.emit("checkout.session.expired", expired);
  return expired;
}

interface Due {
  id: string;
  kind: Kind;
  /** Unix seconds in its own timeline. */
  due_at: number;
}

/** `then` is a ledger at the due time, so that late runs have the same result as punctual ones. */
async function runDueEvent(then: Ledger, seller: Seller, { id, kind }: Due): Promise<void> {
  if (kind === "subscription") await stepSubscription(then, seller, await then.get(kind, id));
  else if (kind === "checkout.session") await expireSession(then, await then.get(kind, id));
  else if (kind === "invoice") {
    const invoice = await then.get(kind, id);
    if (invoice.status === "draft") await chargeDraft(then, seller, invoice, false);
    else await collectAutomatically(then, seller, invoice);
  } else throw new Error(`nothing comes due for a ${kind}`);
}

/**
 * Runs everything due in all timelines: sessions expire, trials end, subscriptions renew or end, failed charges are retried. Each in its
 * own transaction. Returns the number of changed objects.
 */
export async function runDue(store: Store, seller: Seller): Promise<number> {
  for (let count = 0; ; count++) {
    const found = await store.write(async (ledger) => {
      const { rows } = await ledger.query<Due>(
        `select o.id, o.kind, o.due_at::float8 from objects o left join timelines t on t.id = o.timeline
         where o.due_at <= coalesce(t.frozen_at, $1 + coalesce(t.ahead, 0)) order by o.due_at, o.seq limit 1`,
        [ledger.now],
      );
      const [due] = rows;
      if (due) await runDueEvent((await ledger.on(due.id)).at(due.due_at), seller, due);
      return due !== undefined;
    });
    if (!found) return count;
  }
}

/** The same for one timeline, within the given transaction. */
async function runDueEvents(ledger: Ledger, seller: Seller): Promise<number> {
  for (let count = 0; ; count++) {
    const { rows } = await ledger.query<Due>(
      "select id, kind, due_at::float8 from objects where timeline = $1 and due_at <= $2 order by due_at, seq limit 1",
      [ledger.timeline, ledger.now],
    );
    const [due] = rows;
    if (!due) return count;
    await runDueEvent(ledger.at(due.due_at), seller, due);
  }
}

/** The ledger in the timeline of this customer or customer's object, after running everything due there. */
export async function atClockTime(ledger: Ledger, seller: Seller, id: string | null): Promise<Ledger> {
  const theirs = await ledger.on(id);
  await runDueEvents(theirs, seller);
  return theirs;
}

/** Time of the next scheduled event in the ledger's timeline, Unix seconds. */
export async function nextDue(ledger: Ledger): Promise<number | null> {
  const { rows } = await ledger.query<{ next: number | null }>(
    "select min(due_at)::float8 as next from objects where timeline = $1",
    [ledger.timeline],
  );
  return rows[0]?.next ?? null;
}

/** Advances a test clock, or a customer without one, to a later time (Unix seconds), running everything due on the way. */
export async function moveTo(
  ledger: Ledger,
  seller: Seller,
  id: string,
  time: number,
): Promise<{ now: number; changed: number }> {
  const from = await ledger.on(id);
  const clock = await ledger.find("test_helpers.test_clock", from.timeline ?? "");
  if (clock) {
    await ledger.query("update timelines set frozen_at = $2 where id = $1", [clock.id, time]);
    const advancing: TestClock = {
      ...clock,
      frozen_time: time,
      status: "advancing",
      status_details: { advancing: { target_frozen_time: time } },
    };
    await from.emit("test_helpers.test_clock.advancing", advancing);
  } else {
    await ledger.query(
      "insert into timelines (id, ahead) values ($1, $2) on conflict (id) do update set ahead = timelines.ahead + excluded.ahead",
      [from.timeline, time - from.now],
    );
  }
  const then = await ledger.on(id);
  const changed = await runDueEvents(then, seller);
  if (clock) {
    const ready = { ...clock, frozen_time: time };
    await then.put(ready);
    await then.emit("test_helpers.test_clock.ready", ready);
  }
  return { now: then.now, changed };
}
