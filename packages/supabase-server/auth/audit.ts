import { createHmac } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Database, Transaction } from "@lampstand/database";
import { AuthError, OAuthError } from "./errors.ts";
import { networkAddress, networkOf } from "./network.ts";

/** The recorded events, under upstream's names where it has one. Token refreshes are not recorded: they are too many. */
export type AuditAction =
  | "login"
  | "login_failed"
  | "logout"
  | "user_signedup"
  | "user_repeated_signup"
  | "user_confirmation_requested"
  | "user_confirmed"
  | "user_recovery_requested"
  | "user_reauthenticate_requested"
  | "user_reauthenticated"
  | "user_magiclink_requested"
  | "user_email_change_requested"
  | "user_email_changed"
  | "user_updated_password"
  | "user_modified"
  | "user_invited"
  | "user_deleted"
  | "invite_accepted"
  | "link_generated"
  | "verification_failed"
  | "token_revoked"
  | "factor_in_progress"
  | "factor_verified"
  | "factor_deleted"
  | "factor_unenrolled"
  | "challenge_created"
  | "verification_attempted"
  | "identity_linked"
  | "identity_unlinked"
  | "account_closed"
  | "data_downloaded";

export interface AuditEntry {
  action: AuditAction;
  /** Who acted; left out for an unknown person and for the service key. */
  actorId?: string | undefined;
  /** Whose account it is about; the actor's when left out. */
  subjectId?: string | undefined;
  /** For the network address and the user agent. */
  request?: Pick<FastifyRequest, "ip" | "headers"> | undefined;
  /** Codes, counts and ids: never a secret, a name or a mail address (use `addressHash`). */
  traits?: Record<string, string | number | boolean>;
}

/** A user agent as it may be stored: printable, 255 characters at most. */
export function readUserAgent(headers: FastifyRequest["headers"]): string | null {
  const text = headers["user-agent"]?.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 255);
  return text ? text : null;
}

/** Keyed hash of a mail address for the trail; without the secret it can't be reversed by trying addresses. */
export function addressHash(auth: { keys: { jwtSecret: string } }, email: string): string {
  return createHmac("sha256", auth.keys.jwtSecret).update(`audit:${email.trim().toLowerCase()}`).digest("hex").slice(0, 32);
}

/**
 * Adds an entry to the trail. Pass the transaction of the recorded change, so that both commit or neither. For a refused request pass
 * `auth.db.owner`, outside of any transaction and before throwing, so that the entry is not rolled back.
 *
 * @example
 * await audit(auth.db.owner, { action: "login_failed", subjectId: user?.id, request, traits: { address: addressHash(auth, email) } });
 */
export async function audit(tx: Transaction | Database["owner"], entry: AuditEntry): Promise<void> {
  const { action, actorId, subjectId = actorId, request, traits = {} } = entry;
  await tx.query(
    "insert into auth.audit_log_entries (action, actor_id, subject_id, ip, user_agent, traits) values ($1, $2, $3, $4, $5, $6)",
    [
      action,
      actorId ?? null,
      subjectId ?? null,
      request ? networkAddress(request.ip) : null,
      request ? readUserAgent(request.headers) : null,
      JSON.stringify(traits),
    ],
  );
}

/** Records that a change ended the person's other sessions; does nothing if there were none. */
export async function auditEndedSessions(
  tx: Transaction,
  entry: { userId: string; request: AuditEntry["request"]; reason: "password_changed" | "factor_verified"; ended: number | null },
): Promise<void> {
  const { userId, request, reason, ended } = entry;
  if (ended) await audit(tx, { action: "logout", actorId: userId, request, traits: { scope: "others", ended, reason } });
}

/** Records a refused sign-in; an internal error is not recorded. The caller rethrows `refusal`. */
export async function auditFailedLogin(
  auth: { db: Database },
  refusal: unknown,
  entry: Omit<AuditEntry, "action" | "actorId">,
): Promise<void> {
  const reason = refusal instanceof AuthError ? refusal.code : refusal instanceof OAuthError ? refusal.error : null;
  if (reason !== null) await audit(auth.db.owner, { ...entry, action: "login_failed", traits: { ...entry.traits, reason } });
}

/** Whether the person has signed in from this address (of IPv6 its /64) before, as far back as the trail goes. */
export async function hasSignedInFrom(tx: Transaction, userId: string | null, ip: string): Promise<boolean> {
  const found = await tx.query(
    "select from auth.audit_log_entries where actor_id = $1 and action = 'login' and ip <<= $2::inet limit 1",
    [userId, networkOf(ip)],
  );
  return found.rowCount === 1;
}

/** Deletes entries older than `days`. */
export async function sweepAuditTrail(db: Database, days: number): Promise<void> {
  await db.owner.query("delete from auth.audit_log_entries where created_at < now() - make_interval(days => $1)", [days]);
}
