import * as endpoints from "../../shared/endpoints/contact.ts";
import { queryAsUser } from "@lampstand/database";
import { queueReply, notifyAdmin } from "./note-mail.privileged.ts";
import { refusals } from "./refusals.ts";
import { implement, requireUser } from "../endpoints/implement.ts";

/**
 * POST handle-email. `notify_admin` is open to everybody: it mails a stored message to support, once, and answers the same for an unknown
 * id. `reply_to_submission` is for administrators; it mails a reply to the sender of a message.
 */
export const handleEmail = implement(endpoints.handleEmail, async ({ context, body: { action, data }, request }) => {
  if (action === "notify_admin") {
    await notifyAdmin(context.db, data.submission_id);
    return { success: true };
  }
  const claims = await context.callerOf(request);
  const author = requireUser(claims);
  const { rows } = await queryAsUser<{ admin: boolean }>(
    context.db,
    { claims },
    {
      text: "select public.has_role($1, 'admin') as admin",
      values: [author],
    },
  );
  if (!rows[0]?.admin) throw refusals.adminRequired();
  return { success: true, entry: await queueReply(context.db, { ...data, author }) };
});
