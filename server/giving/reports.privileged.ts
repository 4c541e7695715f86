import { z } from "zod";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { REPORT_REASONS, type ReportReason } from "../../shared/sermon-link.ts";

/** Reports that are kept of one link: one more tells an administrator nothing new. */
const REPORTS_PER_LINK = 20;
const MOST_LISTED = 200;

const reportRow = z.object({
  id: z.uuid(),
  link_id: z.uuid(),
  reason: z.enum(REPORT_REASONS),
  message: z.string().nullable(),
  created_at: z.date(),
  closed_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
  ends_at: z.date().nullable(),
  closed_reason: z.string().nullable(),
});

/** Keeps what a visitor says of a link's page. */
export async function storeReport(db: Database, linkId: string, reason: ReportReason, message: string | null): Promise<void> {
  await asService(db, (tx) =>
    tx.query(
      `insert into public.sermon_link_reports (link_id, reason, message)
       select $1, $2, $3 where (select count(*) from public.sermon_link_reports where link_id = $1) < ${REPORTS_PER_LINK}`,
      [linkId, reason, message],
    ),
  );
}

/** Reports with the state of their links, the newest first. */
export async function findReports(db: Database): Promise<z.infer<typeof reportRow>[]> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query(
      `select r.id, r.link_id, r.reason, r.message, r.created_at, l.closed_at, l.revoked_at, l.ends_at, l.closed_reason
       from public.sermon_link_reports r join public.sermon_links l on l.id = r.link_id
       order by r.created_at desc, r.id limit ${MOST_LISTED}`,
    );
    return z.array(reportRow).parse(rows);
  });
}

/** Closes a link for good, with a reason that its giver is shown. False: there is none. A link that is closed keeps its first reason. */
export async function closeLink(db: Database, linkId: string, adminId: string, reason: string): Promise<boolean> {
  return asService(db, async (tx) => {
    const { rowCount } = await tx.query(
      `update public.sermon_links set closed_at = coalesce(closed_at, now()), closed_by = case when closed_at is null then $2::uuid else closed_by end,
         closed_reason = coalesce(closed_reason, $3) where id = $1`,
      [linkId, adminId, reason],
    );
    return rowCount === 1;
  });
}
