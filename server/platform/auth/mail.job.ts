import { z } from "zod";
import type { Mailer } from "../../adapters/mail/mail.ts";
import { asPlatform } from "../../db/as-platform.ts";
import type { Database } from "../../db/database.ts";
import type { Transaction } from "../../db/transaction.ts";
import type { Keys } from "../gateway/tokens.ts";
import { linkAddress } from "./link-address.ts";
import { MAIL_TEMPLATES } from "./mail-templates.ts";
import { hashSecret, linkSecret, type LinkRow } from "./mailed-link.ts";

const payload = z.object({ one_time_token_id: z.uuid() });

// Skips what another process is at, so that sweepers never wait for each other.
async function sweep(tx: Transaction): Promise<void> {
  await tx.query(`delete from auth.one_time_tokens where id in (
    select id from auth.one_time_tokens where expires_at < now() for update skip locked)`);
  await tx.query(`delete from auth.mail_requests where (token_type, address_hash) in (
    select token_type, address_hash from auth.mail_requests where requested_at < now() - interval '1 day' for update skip locked)`);
  // A flow waits for its link to be opened, then for its code, which lives for minutes.
  await tx.query(`delete from auth.flow_state where id in (
    select id from auth.flow_state f where coalesce(auth_code_issued_at, created_at) < now() - interval '1 hour'
      and not exists (select from auth.one_time_tokens t where t.flow_state_id = f.id) for update skip locked)`);
}

/** Arms the link: from now on its secret is known. Nothing when it was replaced, spent or left to expire. */
async function arm(
  tx: Transaction,
  id: string,
  jwtSecret: string,
): Promise<(LinkRow & { email: string; secret: string }) | null> {
  const found = await tx.query<LinkRow & { email: string }>(
    `select t.id, t.token_type, t.attempt_id, t.flow_state_id, t.redirect_to, u.email
     from auth.one_time_tokens t join auth.users u on u.id = t.user_id where t.id = $1 and t.expires_at > now()`,
    [id],
  );
  const link = found.rows[0];
  if (!link) return null;
  const secret = linkSecret(link, jwtSecret);
  await tx.query("update auth.one_time_tokens set token_hash = $2 where id = $1", [id, hashSecret(secret)]);
  return { ...link, secret };
}

/**
 * The job `auth-mail`: mails the link of a one-time token. Run twice, it mails the same link twice, so whichever arrives works.
 * Rejects when the mail was not accepted; the queue then tries again.
 */
export function authMailTask(options: {
  db: Database;
  keys: Pick<Keys, "jwtSecret">;
  mailer: Mailer;
  publicUrl: string;
}): (data: unknown) => Promise<void> {
  const { db, keys, mailer, publicUrl } = options;
  return async (data) => {
    const { one_time_token_id: id } = payload.parse(data);
    const link = await asPlatform(db, async (tx) => {
      await sweep(tx);
      return arm(tx, id, keys.jwtSecret);
    });
    if (!link) return;
    await mailer.send({ to: link.email, ...MAIL_TEMPLATES[link.token_type](linkAddress(publicUrl, link)) });
  };
}
