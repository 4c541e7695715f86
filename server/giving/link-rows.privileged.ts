import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { LINKS_PER_DAY, OPEN_LINKS_PER_SERMON } from "../../shared/sermon-link.ts";
import { refusals } from "./refusals.ts";
import { LINK_COLUMNS } from "./sermon-link.ts";

/** What is shown of the giver. */
export interface Shown {
  name?: string | null | undefined;
  dedication?: string | null | undefined;
  showsTopic: boolean;
  endsAt?: string | null | undefined;
}

const valuesOf = ({ name, dedication, showsTopic, endsAt }: Shown): unknown[] => [
  name ?? null,
  dedication ?? null,
  showsTopic,
  endsAt ?? null,
];

/** Adds a link of a sermon that is the user's own; returns its row. Throws a `FunctionError` where there are too many. */
export async function insertLink(db: Database, userId: string, sermonId: string, shown: Shown): Promise<unknown> {
  return asService(db, async (tx) => {
    // Simultaneous requests are counted one after the other.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('sermon_links:' || $1, 0))", [userId]);
    const { rows } = await tx.query<{ open: number; today: number; closed: number }>(
      `select count(*) filter (where sermon_id = $2 and revoked_at is null and closed_at is null and (ends_at is null or ends_at > now()))::int as open,
         count(*) filter (where created_at > now() - interval '1 day')::int as today,
         count(*) filter (where sermon_id = $2 and closed_at is not null)::int as closed
       from public.sermon_links where user_id = $1`,
      [userId, sermonId],
    );
    if ((rows[0]?.closed ?? 0) > 0) throw refusals.linksClosed();
    if ((rows[0]?.today ?? 0) >= LINKS_PER_DAY) throw refusals.tooManyLinks();
    if ((rows[0]?.open ?? 0) >= OPEN_LINKS_PER_SERMON) throw refusals.linksUsed();
    const added = await tx.query(
      `insert into public.sermon_links (user_id, sermon_id, giver_name, dedication, shows_topic, ends_at)
       values ($1, $2, $3, $4, $5, $6) returning ${LINK_COLUMNS}`,
      [userId, sermonId, ...valuesOf(shown)],
    );
    return added.rows[0];
  });
}

/** Changes what an open link of the user shows; returns its row, undefined if there is none. */
export async function updateLink(db: Database, userId: string, linkId: string, shown: Shown): Promise<unknown> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query(
      `update public.sermon_links set giver_name = $3, dedication = $4, shows_topic = $5, ends_at = $6
       where user_id = $1 and id = $2 and revoked_at is null and closed_at is null returning ${LINK_COLUMNS}`,
      [userId, linkId, ...valuesOf(shown)],
    );
    return rows[0];
  });
}

/** Takes a link of the user back, for good; returns its row, undefined if there is none. Again is as good as once. */
export async function revokeLink(db: Database, userId: string, linkId: string): Promise<unknown> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query(
      `update public.sermon_links set revoked_at = coalesce(revoked_at, now()) where user_id = $1 and id = $2 returning ${LINK_COLUMNS}`,
      [userId, linkId],
    );
    return rows[0];
  });
}
