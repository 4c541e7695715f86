import { asPlatform } from "@lampstand/database/as-platform";
import type { Database } from "@lampstand/database";

/** Forgets tokens, flows and counts that are over. Sweepers never wait for each other. */
export async function sweepMails(db: Database): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.query(`delete from auth.one_time_tokens where id in (
      select id from auth.one_time_tokens where expires_at < now() for update skip locked)`);
    await tx.query(`delete from auth.mail_requests where (token_type, address_hash) in (
      select token_type, address_hash from auth.mail_requests where requested_at < now() - interval '1 day' for update skip locked)`);
    await tx.query(`delete from auth.wrong_codes where id in (
      select id from auth.wrong_codes where tried_at < now() - interval '1 day' for update skip locked)`);
    // A flow waits for its link to be opened, then for its code, which lives for minutes.
    await tx.query(`delete from auth.flow_state where id in (
      select id from auth.flow_state f where coalesce(auth_code_issued_at, created_at) < now() - interval '1 hour'
        and not exists (select from auth.one_time_tokens t where t.flow_state_id = f.id) for update skip locked)`);
  });
}
