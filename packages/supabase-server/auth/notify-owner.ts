import type { FastifyRequest } from "fastify";
import { parseDevice } from "../device-name.ts";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Database, Transaction } from "@lampstand/database";
import { tracePayload } from "@lampstand/telemetry";
import { audit, readUserAgent } from "./audit.ts";
import type { NoticeKind } from "./notice-letters.ts";

export const NOTICE = "auth-notice";

/**
 * Mails the owner about a change to their account when the transaction commits. These mails count against no limit, which an attacker
 * could use up first.
 */
export async function notifyOwner(
  tx: Transaction,
  notice: {
    kind: NoticeKind;
    userId: string;
    /** The recipient; the account's address when left out. */
    email?: string | null;
    /** For the device's name; left out when the change was not made by the person's device. */
    request?: Pick<FastifyRequest, "headers">;
  },
): Promise<void> {
  const { kind, userId, email = null, request } = notice;
  await tx.query(
    `with noted as (
       insert into auth.notices (user_id, kind, email, device)
       select id, $2, coalesce($3, email), $4 from auth.users where id = $1 and coalesce($3, email) is not null returning id)
     select jobs.enqueue('${NOTICE}', jsonb_build_object('id', id) || $5::jsonb) from noted`,
    [userId, kind, email, request ? parseDevice(readUserAgent(request.headers)) : null, JSON.stringify(tracePayload())],
  );
}

/** Records an event of the whole account in the audit trail, and notifies the owner of a download. A closed account gets another mail. */
export async function recordAccountEvent(
  db: Database,
  action: "account_closed" | "data_downloaded",
  userId: string,
  request: FastifyRequest,
): Promise<void> {
  await asPlatform(db, async (tx) => {
    await audit(tx, { action, actorId: userId, request });
    if (action === "data_downloaded") await notifyOwner(tx, { kind: action, userId, request });
  });
}

/** Deletes notices that could not be mailed within a week. */
export async function sweepNotices(db: Database): Promise<void> {
  await db.owner.query("delete from auth.notices where created_at < now() - interval '7 days'");
}
