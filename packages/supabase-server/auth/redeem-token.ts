import type { Transaction } from "@lampstand/database";
import { isSameSecret } from "../gateway/tokens.ts";
import { hashSecret, mailboxKey, TOKEN_COLUMNS, typedCode, type TokenRow, type TokenType } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { lockUser, type UserRow } from "./users.ts";

export interface RedeemedToken {
  user: UserRow;
  token: TokenRow;
}

/** Redeems a link's secret and deletes its token. Null if it is unknown, used, expired or of another type. */
export async function redeemLink(tx: Transaction, secret: string, types: readonly TokenType[]): Promise<RedeemedToken | null> {
  const hash = hashSecret(secret);
  const owner = await tx.query<{ user_id: string }>("select user_id from auth.one_time_tokens where token_hash = $1", [hash]);
  const user = owner.rows[0] && (await lockUser(tx, owner.rows[0].user_id));
  const taken = await tx.query<TokenRow>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > now()
     returning ${TOKEN_COLUMNS}`,
    [hash, types],
  );
  const token = taken.rows[0];
  return user && token ? { user, token } : null;
}

// A code has a million values. The limit per day bounds guessing over many mails. The link is not affected, so wrong codes lock nobody out.
const TRIES_PER_CODE = 5;
const TRIES_PER_DAY = 20;
/** SQL: a row of auth.wrong_codes that counts. */
const IS_COUNTED = "tried_at > now() - interval '1 day'";

/**
 * Redeems a typed code and deletes its token. Null for a wrong code, which is counted for the address: the caller throws after the commit.
 * Runs the same statements for an unknown address, so that the time does not reveal it.
 */
export async function redeemCode(
  auth: Pick<Auth, "keys">,
  tx: Transaction,
  email: string,
  given: string,
  types: readonly TokenType[],
): Promise<RedeemedToken | null> {
  const address = mailboxKey(auth, email);
  // Serializes attempts for one address, or concurrent ones would all pass the limit.
  await tx.query("select pg_advisory_xact_lock(hashtextextended('mailed-code:' || $1, 0))", [email]);
  const alive = await tx.query<TokenRow>(
    `select ${TOKEN_COLUMNS} from auth.one_time_tokens t
     where email = $1 and token_type = any($2) and token_hash is not null and expires_at > now()
       and (select count(*) < $5 and count(*) filter (where tried_at > t.created_at) < $4 from auth.wrong_codes
            where address_hash = $3 and t.token_type = any(token_types) and ${IS_COUNTED})`,
    [email, types, address, TRIES_PER_CODE, TRIES_PER_DAY],
  );
  const right = alive.rows.find((token) => isSameSecret(given, typedCode(token, auth.keys.jwtSecret)));
  if (!right) {
    await tx.query("insert into auth.wrong_codes (address_hash, token_types) values ($1, $2)", [address, types]);
    return null;
  }
  const user = await lockUser(tx, right.user_id);
  // No row if its link was opened meanwhile.
  const spent = await tx.query("delete from auth.one_time_tokens where id = $1", [right.id]);
  return user && spent.rowCount ? { user, token: right } : null;
}

/** Deletes wrong codes that no longer count. */
export async function sweepWrongCodes(tx: Transaction): Promise<void> {
  await tx.query(`delete from auth.wrong_codes where id in (
    select id from auth.wrong_codes where not (${IS_COUNTED}) for update skip locked)`);
}
