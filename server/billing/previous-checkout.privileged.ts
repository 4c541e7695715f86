import { isDeepStrictEqual } from "node:util";
import type { ProviderCheckout } from "../vendors/payments/payments.ts";
import type { Transaction } from "@lampstand/database";
import type { FunctionContext } from "../endpoints/context.ts";
import { refusals } from "./refusals.ts";

/** More than a person who changes their mind needs. */
const CHECKOUTS_PER_HOUR = 10;

interface Sale {
  userId: string;
  kind: "subscription" | "minutes";
  /** What is sold: as long as the terms stay the same, an open checkout is used again. */
  terms: object;
}

interface PreviousCheckout {
  /** Where to pay, if the previous checkout is open and has the same terms; else null, and an open one has been expired. */
  url: string | null;
  /** True when `CHECKOUTS_PER_HOUR` were opened within the hour. */
  exhausted: boolean;
}

/** The checkout that was last opened for this user and kind of sale. The caller holds `lockUser`. */
export async function findPreviousCheckout(context: FunctionContext, tx: Transaction, sale: Sale): Promise<PreviousCheckout> {
  const { rows } = await tx.query<{ session_id: string; terms: unknown; exhausted: boolean }>(
    `select session_id, terms, opened >= $3 and counted_from > now() - interval '1 hour' as exhausted
       from billing.open_checkouts where user_id = $1 and kind = $2`,
    [sale.userId, sale.kind, CHECKOUTS_PER_HOUR],
  );
  const previous = rows[0];
  let open: ProviderCheckout | null = previous ? await context.payments.retrieveCheckout(previous.session_id) : null;
  if (open?.status === "open" && !isDeepStrictEqual(previous?.terms, sale.terms))
    open = await context.payments.expireCheckout(open.id);
  return { url: open?.url ?? null, exhausted: previous?.exhausted ?? false };
}

/** Opens a checkout with `create`, stores its id, and returns the URL to pay at. The caller holds `lockUser`. */
export async function openNewCheckout(
  tx: Transaction,
  sale: Sale,
  previous: PreviousCheckout,
  create: (attempt: string) => Promise<ProviderCheckout>,
): Promise<string> {
  if (previous.exhausted) throw refusals.tooManyCheckouts();
  // The number is part of the provider's idempotency key. If this transaction rolls back, the next try has the same number, and gets the
  // same checkout.
  const { rows } = await tx.query<{ attempt: string }>(
    "update public.customers set checkouts_opened = checkouts_opened + 1 where id = $1 returning checkouts_opened::text as attempt",
    [sale.userId],
  );
  const created = await create(rows[0]?.attempt ?? "");
  if (!created.url) throw new Error("the payment provider opened a checkout without an address");
  await tx.query(
    `insert into billing.open_checkouts as o (user_id, kind, session_id, terms) values ($1, $2, $3, $4)
       on conflict (user_id, kind) do update set session_id = excluded.session_id, terms = excluded.terms,
         opened = case when o.counted_from > now() - interval '1 hour' then o.opened + 1 else 1 end,
         counted_from = case when o.counted_from > now() - interval '1 hour' then o.counted_from else now() end`,
    [sale.userId, sale.kind, created.id, sale.terms],
  );
  return created.url;
}
