import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { attributes, checkSize, givenBan, givenPassword } from "./admin-attributes.ts";
import { audit } from "./audit.ts";
import { normaliseEmail } from "./normalise-email.ts";
import { AuthError, emailExists, idExists, userNotFound, validationFailed } from "./errors.ts";
import type { Auth } from "./options.ts";
import { revokeOtherCredentials } from "./update-user.ts";
import { addUser, findUser, listUsers, userAnswer, type UserAnswer } from "./users.ts";

const newUser = z.strictObject({ ...attributes, id: z.uuid().optional() });

/** POST /admin/users. No mail is sent. */
export async function createUser(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const given = newUser.parse(request.body);
  const { user_metadata: userData = {}, app_metadata: appData = {}, email_confirm: confirmed = false } = given;
  const email = normaliseEmail(given.email, "Cannot create a user without either an email or phone");
  checkSize(userData, appData);
  const ban = givenBan(given.ban_duration);
  const encryptedPassword = await givenPassword(auth, given);
  return asPlatform(auth.db, async (tx) => {
    const id = await addUser(tx, {
      id: given.id,
      email,
      encryptedPassword,
      confirmed,
      appData,
      userData,
    });
    if (!id) throw given.id && (await findUser(tx, given.id)) ? idExists() : emailExists();
    if (ban) await tx.query("update auth.users set banned_until = now() + make_interval(secs => $2) where id = $1", [id, ban]);
    await audit(tx, { action: "user_signedup", subjectId: id, request, traits: { by: "admin" } });
    const user = await findUser(tx, id);
    if (!user) throw emailExists();
    return userAnswer(user);
  });
}

const MOST_PER_PAGE = 1000;

/** A positive number of the query; `defaultValue` if missing or empty. Throws `validation_failed` with upstream's message. */
function readCount(query: unknown, name: "page" | "per_page", defaultValue: number): number {
  const text = z.object({ [name]: z.string().default("") }).safeParse(query).data?.[name];
  if (text === "") return defaultValue;
  const bad = (why: string): Error => validationFailed(`Bad Pagination Parameters: ${why}`);
  if (text === undefined || !/^\d+$/.test(text)) throw bad(`strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`);
  const count = Number(text);
  if (count === 0) throw bad(`${name} must be greater than 0`);
  if (count > 1_000_000) throw bad(`${name} is too large`);
  return count;
}

/** GET /admin/users: newest first, with the total and the link to the next page in headers. */
export async function getUsers(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ users: UserAnswer[]; aud: string }> {
  const number = readCount(request.query, "page", 1);
  const size = Math.min(readCount(request.query, "per_page", 50), MOST_PER_PAGE);
  const { users, total } = await asPlatform(auth.db, async (tx) => ({
    users: await listUsers(tx, size, (number - 1) * size),
    total: Number((await tx.query<{ count: string }>("select count(*) from auth.users")).rows[0]?.count),
  }));
  const last = Math.max(1, Math.ceil(total / size));
  // supabase-js parses the page number after the first "=", so `page` comes first.
  const link = (to: number, rel: string): string => `</admin/users?page=${to}&per_page=${size}>; rel="${rel}"`;
  reply.header("x-total-count", total);
  reply.header("link", [...(number < last ? [link(number + 1, "next")] : []), link(last, "last")].join(", "));
  return { users: users.map(userAnswer), aud: "authenticated" };
}

/** The account that the path names. Throws 404 `validation_failed`. */
export function userIdOf(request: FastifyRequest): string {
  const id = z.object({ id: z.uuid() }).safeParse(request.params);
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data.id;
}

/** GET /admin/users/:id. */
export async function getUserById(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const id = userIdOf(request);
  const user = await asPlatform(auth.db, async (tx) => findUser(tx, id));
  if (!user) throw userNotFound();
  return userAnswer(user);
}

const deletion = z.object({ should_soft_delete: z.boolean().default(false) });

/** Keeps the row for what references it; nobody can sign in to it, and its e-mail address is free again. */
async function softDelete(tx: Transaction, userId: string): Promise<number | null> {
  const deleted = await tx.query(
    `update auth.users set email = encode(sha256(convert_to(id || ':' || coalesce(email, ''), 'UTF8')), 'hex'), encrypted_password = null,
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = coalesce(deleted_at, now()), updated_at = now() where id = $1`,
    [userId],
  );
  await revokeOtherCredentials(tx, userId, null);
  for (const table of ["identities", "mfa_factors", "sign_up_attempts"])
    await tx.query(`delete from auth.${table} where user_id = $1`, [userId]);
  return deleted.rowCount;
}

const DEADLOCK = "40P01";

/** Deleting an account cascades over many rows, which can deadlock with a concurrent request; PostgreSQL then aborts one of the two. */
async function retryOnDeadlock(work: () => Promise<void>, tries = 5): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (tries === 1 || (error as { code?: string }).code !== DEADLOCK) throw error;
    await retryOnDeadlock(work, tries - 1);
  }
}

/** DELETE /admin/users/:id: deletes the account and all that belongs to it; with `should_soft_delete` only its personal data. */
export async function deleteUser(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const id = userIdOf(request);
  const { should_soft_delete: softly } = deletion.parse(request.body ?? {});
  await retryOnDeadlock(() =>
    asPlatform(auth.db, async (tx) => {
      const count = softly ? await softDelete(tx, id) : (await tx.query("delete from auth.users where id = $1", [id])).rowCount;
      if (!count) throw userNotFound();
      await audit(tx, { action: "user_deleted", subjectId: id, request, traits: { softly } });
    }),
  );
  return {};
}
