import { asPlatform } from "@lampstand/database/as-platform";
import type { Database } from "@lampstand/database";
import { sweepWrongCodes } from "./redeem-token.ts";

/** Deletes expired tokens, flows and counters. Skips locked rows, so that concurrent sweeps don't wait for each other. */
export async function sweepMails(db: Database): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.query(`delete from auth.one_time_tokens where id in (
      select id from auth.one_time_tokens where expires_at < now() for update skip locked)`);
    await tx.query(`delete from auth.mail_requests where (token_type, address_hash) in (
      select token_type, address_hash from auth.mail_requests where requested_at < now() - interval '1 day' for update skip locked)`);
    await sweepWrongCodes(tx);
    // A flow whose link is not opened yet is kept; after that its code lives for minutes (CODE_LIFE in token-pkce.ts).
    await tx.query(`delete from auth.flow_state where id in (
      select id from auth.flow_state f where coalesce(auth_code_issued_at, created_at) < now() - interval '1 hour'
        and not exists (select from auth.one_time_tokens t where t.flow_state_id = f.id) for update skip locked)`);
  });
}
