import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import { normaliseEmail } from "./email-address.ts";
import { AuthError, emailExists, userNotFound, validationFailed } from "./errors.ts";
import type { Auth } from "./options.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
import { addUser, findUser, fitsInToken, listUsers, userAnswer, type UserAnswer } from "./users.ts";

const jsonObject = z.record(z.string(), z.unknown());

// Strict: an attribute that is not kept must not look as if it were.
const newUser = z.strictObject({
  id: z.uuid().optional(),
  email: z.string(),
  password: z.string().optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: jsonObject.default({}),
  app_metadata: jsonObject.default({}),
});

/** POST /admin/users. No mail is sent. */
export async function createUser(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const given = newUser.parse(request.body);
  const email = normaliseEmail(given.email);
  if (given.password !== undefined) checkNewPassword(auth, given.password);
  if (!fitsInToken({ ...given.user_metadata, ...given.app_metadata }))
    throw validationFailed("user_metadata, app_metadata: too large");
  const encryptedPassword = given.password === undefined ? null : await hashPassword(given.password, auth.passwordCost);
  return asPlatform(auth.db, async (tx) => {
    const id = await addUser(tx, {
      id: given.id,
      email,
      encryptedPassword,
      confirmed: given.email_confirm,
      appData: given.app_metadata,
      userData: { ...given.user_metadata, email_verified: given.email_confirm },
    });
    const user = id && (await findUser(tx, id));
    if (!user) throw emailExists();
    return userAnswer(user);
  });
}

const page = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  per_page: z.coerce.number().int().min(1).max(1000).catch(50),
});

/** GET /admin/users: newest first, with the total and the way to the next page in headers. */
export async function getUsers(
  auth: Auth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ users: UserAnswer[]; aud: string }> {
  const { page: number, per_page: size } = page.parse(request.query);
  const { users, total } = await asPlatform(auth.db, async (tx) => ({
    users: await listUsers(tx, size, (number - 1) * size),
    total: Number((await tx.query<{ count: string }>("select count(*) from auth.users")).rows[0]?.count),
  }));
  const last = Math.max(1, Math.ceil(total / size));
  // The client takes the number after the first "=".
  const link = (to: number, rel: string): string => `</admin/users?page=${to}&per_page=${size}>; rel="${rel}"`;
  reply.header("x-total-count", total);
  reply.header("link", [...(number < last ? [link(number + 1, "next")] : []), link(last, "last")].join(", "));
  return { users: users.map(userAnswer), aud: "authenticated" };
}

function userId(request: FastifyRequest): string {
  const id = z.object({ id: z.uuid() }).safeParse(request.params);
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data.id;
}

/** GET /admin/users/:id. */
export async function getUserById(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const id = userId(request);
  const user = await asPlatform(auth.db, async (tx) => findUser(tx, id));
  if (!user) throw userNotFound();
  return userAnswer(user);
}

const deletion = z.object({ should_soft_delete: z.boolean().default(false) });

/** DELETE /admin/users/:id, with everything that belongs to the account. */
export async function deleteUser(auth: Auth, request: FastifyRequest): Promise<Record<string, never>> {
  const id = userId(request);
  if (deletion.parse(request.body ?? {}).should_soft_delete)
    throw validationFailed("should_soft_delete: only lasting deletion is supported");
  const deleted = await asPlatform(auth.db, async (tx) => tx.query("delete from auth.users where id = $1", [id]));
  if (!deleted.rowCount) throw userNotFound();
  return {};
}
