import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import { normaliseEmail } from "./email-address.ts";
import { magicLinkDisabled, otpDisabled, phoneDisabled } from "./errors.ts";
import type { Auth } from "./options.ts";
import { findUserByEmail } from "./users.ts";

const body = z.object({ email: z.string().optional(), phone: z.string().optional(), create_user: z.boolean().default(true) });

/** POST /otp: sign-in by mailed link is not enabled. An unknown address that must not be signed up is refused first, as upstream does. */
export async function otp(auth: Auth, request: FastifyRequest): Promise<never> {
  const given = body.parse(request.body);
  if (given.phone) throw phoneDisabled();
  const email = normaliseEmail(given.email);
  const known = await asPlatform(auth.db, async (tx) => findUserByEmail(tx, email));
  throw known || given.create_user ? magicLinkDisabled() : otpDisabled();
}
