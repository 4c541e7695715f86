import type { FastifyRequest } from "fastify";
import { knownDevice } from "../device-name.ts";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Database, Transaction } from "@lampstand/database";
import { audit, readUserAgent } from "./audit.ts";
import type { NoticeKind } from "./notice-letters.ts";

export const NOTICE = "auth-notice";

/**
 * Has the owner told by mail of what was done to their account, when the transaction commits. Such mails count against no limit:
 * whoever has taken the account over could use it up first.
 */
export async function notifyOwner(
  tx: Transaction,
  notice: {
    kind: NoticeKind;
    userId: string;
    /** The account's own when left out. */
    email?: string | null;
    /** Left out when it was not the owner's device that did it. */
    request?: Pick<FastifyRequest, "headers">;
  },
): Promise<void> {
  const { kind, userId, email = null, request } = notice;
  await tx.query(
    `with noted as (
       insert into auth.notices (user_id, kind, email, device)
       select id, $2, coalesce($3, email), $4 from auth.users where id = $1 and coalesce($3, email) is not null returning id)
     select jobs.enqueue('${NOTICE}', jsonb_build_object('id', id)) from noted`,
    [userId, kind, email, request ? knownDevice(readUserAgent(request.headers)) : null],
  );
}

/** What a person did with the account as a whole: told in the trail, and a download by mail too. Its end has a mail of its own. */
export async function noteAccountAct(
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

/** Forgets what no mail server took in a week. */
export async function sweepNotices(db: Database): Promise<void> {
  await db.owner.query("delete from auth.notices where created_at < now() - interval '7 days'");
}
