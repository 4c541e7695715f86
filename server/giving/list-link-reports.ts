import * as endpoints from "../../shared/endpoints/links.ts";
import { implement } from "../endpoints/implement.ts";
import { findReports } from "./reports.privileged.ts";
import { requireAdmin } from "./require-admin.ts";
import { addressOf, stateOf } from "./sermon-link.ts";

/** POST list-link-reports, for administrators: what visitors reported, with the addresses of those pages and of no others. */
export const listLinkReports = implement(endpoints.listLinkReports, async ({ context, caller, userId }) => {
  await requireAdmin(context, caller, userId);
  const reports = await findReports(context.db);
  return {
    reports: reports.map((row) => ({
      id: row.id,
      linkId: row.link_id,
      address: addressOf(context, row.link_id),
      state: stateOf(row),
      closedReason: row.closed_reason,
      reason: row.reason,
      message: row.message,
      createdAt: row.created_at.toISOString(),
    })),
  };
});
