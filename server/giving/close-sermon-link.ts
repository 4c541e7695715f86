import * as endpoints from "../../shared/endpoints/links.ts";
import { implement } from "../endpoints/implement.ts";
import { refusals } from "./refusals.ts";
import { closeLink } from "./reports.privileged.ts";
import { requireAdmin } from "./require-admin.ts";

/** POST close-sermon-link, for administrators: the link opens nothing any more; its giver is shown the reason. */
export const closeSermonLink = implement(endpoints.closeSermonLink, async ({ context, caller, userId, body }) => {
  await requireAdmin(context, caller, userId);
  if (!(await closeLink(context.db, body.linkId, userId, body.reason))) throw refusals.linkNotFound();
  return { success: true };
});
