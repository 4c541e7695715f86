import { z } from "zod";
import { normaliseEmail } from "../normalise-email.ts";

/** A provider's claims. They go into every access token, so their lengths are limited. */
const claims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  // Apple sends booleans as strings.
  email_verified: z
    .literal([true, "true"])
    .transform(() => true)
    .catch(false),
  name: z.string().max(200).optional().catch(undefined),
  given_name: z.string().max(100).optional().catch(undefined),
  family_name: z.string().max(100).optional().catch(undefined),
  preferred_username: z.string().max(200).optional().catch(undefined),
  picture: z
    .url({ protocol: /^https$/ })
    .max(1024)
    .optional()
    .catch(undefined),
});

export interface Profile {
  /** The provider's stable id of the person. */
  sub: string;
  /** Normalised (normalise-email.ts), or null. */
  email: string | null;
  emailVerified: boolean;
  /** `identity_data`, with upstream's keys. */
  data: Record<string, unknown>;
}

function readEmail(given: string | undefined): string | null {
  try {
    return normaliseEmail(given);
  } catch {
    return null;
  }
}

/** Reads verified claims. Throws a ZodError when there is no `sub`. */
export function readProfile(issuer: string, given: unknown): Profile {
  const { sub, email_verified, name, given_name, family_name, picture, ...rest } = claims.parse(given);
  const email = readEmail(rest.email);
  const fullName = name ?? ([given_name, family_name].filter(Boolean).join(" ") || undefined);
  const data = {
    iss: issuer,
    sub,
    provider_id: sub,
    email: email ?? undefined,
    email_verified: email !== null && email_verified,
    phone_verified: false,
    name: fullName,
    full_name: fullName,
    preferred_username: rest.preferred_username,
    picture,
    avatar_url: picture,
  };
  return {
    sub,
    email,
    emailVerified: data.email_verified,
    data: Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)),
  };
}

const appleUser = z.object({
  name: z.object({ firstName: z.string().max(100).default(""), lastName: z.string().max(100).default("") }),
});

/** Apple sends the name only once, beside the code and unsigned: trust it for nothing but the name. */
export function readAppleName(user: string | null): { name?: string } {
  if (!user || user.length > 4096) return {};
  try {
    const { firstName, lastName } = appleUser.parse(JSON.parse(user)).name;
    const name = `${firstName} ${lastName}`.trim();
    return name ? { name } : {};
  } catch {
    return {};
  }
}
