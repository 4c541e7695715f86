import type { FastifyRequest } from "fastify";
import { requireUser } from "./caller.ts";
import { validationFailed } from "./errors.ts";
import type { Auth } from "./options.ts";
import { userAnswer, type UserAnswer } from "./users.ts";

/** GET /user. Refuses when `x-jwt-aud` names another audience than the user's. */
export async function getUser(auth: Auth, request: FastifyRequest): Promise<UserAnswer> {
  const { user } = await requireUser(auth, request);
  const asked = request.headers["x-jwt-aud"];
  if (asked && asked !== user.aud) throw validationFailed("Token audience doesn't match request audience");
  return userAnswer(user);
}
