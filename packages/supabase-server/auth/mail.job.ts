import { z } from "zod";
import type { MailTransport } from "./mailer.ts";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Database, Transaction } from "@lampstand/database";
import type { Keys } from "../gateway/tokens.ts";
import { linkAddress } from "./link-address.ts";
import { writeLetter } from "./mail-templates.ts";
import { activateToken, TOKEN_COLUMNS, typedCode, type TokenRow } from "./mailed-token.ts";

const payload = z.object({ one_time_token_id: z.uuid() });

/** Activates the token and returns what the mail needs. Null when it was replaced, redeemed or has expired. */
async function activate(
  tx: Transaction,
  id: string,
  jwtSecret: string,
): Promise<(TokenRow & { secret: string; newEmail: string | null }) | null> {
  const found = await tx.query<TokenRow>(
    `select ${TOKEN_COLUMNS} from auth.one_time_tokens where id = $1 and expires_at > now()`,
    [id],
  );
  const token = found.rows[0];
  if (!token) return null;
  const user = await tx.query<{ email_change: string | null }>("select email_change from auth.users where id = $1", [
    token.user_id,
  ]);
  return { ...token, secret: await activateToken(tx, token, jwtSecret), newEmail: user.rows[0]?.email_change ?? null };
}

/**
 * The job `auth-mail`: mails the link and the code of a one-time token. Idempotent: a second run mails the same link and code. Rejects
 * when the mail was not accepted; the queue then retries.
 */
export function authMailTask(options: {
  db: Database;
  keys: Pick<Keys, "jwtSecret">;
  mailer: MailTransport;
  publicUrl: string;
  productName: string;
}): (data: unknown) => Promise<void> {
  const { db, keys, mailer, publicUrl, productName } = options;
  return async (data) => {
    const { one_time_token_id: id } = payload.parse(data);
    const token = await asPlatform(db, async (tx) => activate(tx, id, keys.jwtSecret));
    if (!token) return;
    const link = linkAddress(publicUrl, token);
    const code = typedCode(token, keys.jwtSecret);
    await mailer.send({
      to: token.email,
      ...writeLetter(productName, token.token_type, { link, code, newEmail: token.newEmail }),
    });
  };
}
