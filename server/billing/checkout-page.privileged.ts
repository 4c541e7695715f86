import { isDeepStrictEqual } from "node:util";
import { asService } from "@lampstand/database/as-service";
import type { Transaction } from "@lampstand/database";
import { rejectIfDeleting } from "../account/reject-if-deleting.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";
import type { ProviderCheckout } from "../vendors/payments/payments.ts";
import { refusals } from "./refusals.ts";
import { lockUser } from "./sync-customer.privileged.ts";

/** More than a person who changes their mind needs. */
const CHECKOUTS_PER_HOUR = 10;

export interface Sale {
  userId: string;
  kind: "subscription" | "minutes";
  /** What is sold: as long as the terms stay the same, an open checkout is used again. */
  terms: object;
}

/** The checkout that was last opened for a user and kind of sale, as it is stored. */
export interface StoredCheckout {
  /** Null if there is none. */
  sessionId: string | null;
  terms: unknown;
  /** True when `CHECKOUTS_PER_HOUR` were opened within the hour. */
  exhausted: boolean;
  /** How many checkouts of both kinds have been stored for the user. */
  opened: number;
}

export async function readStoredCheckout(
  tx: Transaction,
  { userId, kind }: Pick<Sale, "userId" | "kind">,
): Promise<StoredCheckout> {
  const { rows } = await tx.query<StoredCheckout>(
    `select o.session_id as "sessionId", o.terms, coalesce(c.checkouts_opened, 0) as opened,
       coalesce(o.opened >= $3 and o.counted_from > now() - interval '1 hour', false) as exhausted
     from (select $1::uuid as id) u
     left join public.customers c on c.id = u.id
     left join billing.open_checkouts o on o.user_id = u.id and o.kind = $2`,
    [userId, kind, CHECKOUTS_PER_HOUR],
  );
  return rows[0] ?? { sessionId: null, terms: null, exhausted: false, opened: 0 };
}

/** Where to pay, if the stored checkout is open and has the terms of `sale`; else null, and an open one has been expired. */
export async function findOpenPage(context: FunctionContext, stored: StoredCheckout, sale: Sale): Promise<string | null> {
  const { payments } = context;
  const checkout = stored.sessionId === null ? null : await payments.retrieveCheckout(stored.sessionId);
  if (checkout?.status !== "open" || isDeepStrictEqual(stored.terms, sale.terms)) return checkout?.url ?? null;
  return (await payments.expireCheckout(checkout.id)).url;
}

/**
 * Opens a checkout with `create`, stores it, and the customer if it is the user's first, in place of `stored`, and returns the URL to pay at.
 * Null when another request has stored a different checkout meanwhile: the new one was expired before anybody knew of it, and the caller
 * starts over. Throws a `FunctionError` when too many were opened, or the account is being deleted; `PaymentsError` when the provider fails.
 */
export async function openPage(
  context: FunctionContext,
  sale: Sale & { customerId: string },
  stored: StoredCheckout,
  create: (attempt: string) => Promise<ProviderCheckout>,
): Promise<string | null> {
  if (stored.exhausted) throw refusals.tooManyCheckouts();
  // The number is part of the provider's idempotency key: clicks at the same time, and the next one after a crash, get the same checkout.
  const attempt = stored.opened + 1;
  const { id, url } = await create(String(attempt));
  if (!url) throw new Error("the payment provider opened a checkout without an address");
  try {
    if (await asService(context.db, (tx) => storePage(tx, sale, attempt, id))) return url;
  } catch (error) {
    if (error instanceof FunctionError) await context.payments.expireCheckout(id);
    throw error;
  }
  await context.payments.expireCheckout(id);
  return null;
}

/** False when another checkout was stored as this attempt. */
async function storePage(
  tx: Transaction,
  { userId, kind, terms, customerId }: Sale & { customerId: string },
  attempt: number,
  sessionId: string,
): Promise<boolean> {
  await lockUser(tx, userId);
  await rejectIfDeleting(tx, userId);
  await tx.query("insert into public.customers (id, stripe_customer_id) values ($1, $2) on conflict (id) do nothing", [
    userId,
    customerId,
  ]);
  const { rowCount } = await tx.query(
    "update public.customers set checkouts_opened = $3 where id = $1 and stripe_customer_id = $2 and checkouts_opened = $3::int - 1",
    [userId, customerId, attempt],
  );
  if (!rowCount) {
    const same = await tx.query("select from billing.open_checkouts where user_id = $1 and session_id = $2", [userId, sessionId]);
    return same.rowCount === 1;
  }
  await tx.query(
    `insert into billing.open_checkouts as o (user_id, kind, session_id, terms) values ($1, $2, $3, $4)
       on conflict (user_id, kind) do update set session_id = excluded.session_id, terms = excluded.terms,
         opened = case when o.counted_from > now() - interval '1 hour' then o.opened + 1 else 1 end,
         counted_from = case when o.counted_from > now() - interval '1 hour' then o.counted_from else now() end`,
    [userId, kind, sessionId, terms],
  );
  return true;
}
