import { createPrivateKey } from "node:crypto";
import { z } from "zod";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** https, or http on this machine only, since secrets and tokens are sent to it. */
const issuer = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url !== null && LOOPBACK.test(url.hostname));
}, "must be an https URL");

/** An unencrypted PKCS #8 key for ES256, as Apple issues it; in an environment variable its line ends may be written as \n. */
const applePrivateKey = z
  .string()
  .transform((pem) => pem.replaceAll("\\n", "\n"))
  .refine((pem) => {
    try {
      return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1";
    } catch {
      return false;
    }
  }, "must be an EC key (P-256) in PEM");

const PRESETS: Record<string, { issuer: string; scopes: string; responseMode?: "form_post" }> = {
  google: { issuer: "https://accounts.google.com", scopes: "openid email profile" },
  // Apple returns name and address only with form_post.
  apple: { issuer: "https://appleid.apple.com", scopes: "openid email name", responseMode: "form_post" },
};

/** Issuer of a provider that needs only a name; empty for any other. */
export const presetIssuer = (id: string): string => PRESETS[id]?.issuer ?? "";

const provider = z
  .strictObject({
    /** The name in `signInWithOAuth({ provider })`, in identities and in `app_metadata.providers`. */
    id: z.string().regex(/^(?!(?:email|phone|anonymous)$)[a-z][a-z0-9_-]{0,31}$/, "must be a short lower-case name"),
    issuer: issuer.optional(),
    clientId: z.string().min(1),
    /** Left out for a public client. */
    clientSecret: z.string().min(1).optional(),
    /** Further audiences of ID tokens for the grant `id_token`: native apps of the same owner. */
    additionalClientIds: z.array(z.string().min(1)).default([]),
    /** Separated by spaces. */
    scopes: z
      .string()
      .regex(/(?:^| )openid(?: |$)/, "must name openid")
      .optional(),
    responseMode: z.literal(["query", "form_post"]).optional(),
    /** For Apple, instead of `clientSecret`: the team and key that sign one. */
    teamId: z.string().min(1).optional(),
    keyId: z.string().min(1).optional(),
    privateKey: applePrivateKey.optional(),
  })
  .transform((given, context) => {
    const preset = PRESETS[given.id];
    const found = given.issuer ?? preset?.issuer;
    if (!found) {
      context.addIssue({ code: "custom", path: ["issuer"], message: "is missing" });
      return z.NEVER;
    }
    const { teamId, keyId, privateKey, clientSecret, id, clientId, additionalClientIds } = given;
    if (Boolean(teamId) !== Boolean(keyId) || Boolean(keyId) !== Boolean(privateKey) || (privateKey && clientSecret)) {
      context.addIssue({ code: "custom", message: "teamId, keyId and privateKey go together, and replace clientSecret" });
      return z.NEVER;
    }
    return {
      id,
      issuer: found,
      clientId,
      clientIds: [clientId, ...additionalClientIds],
      clientSecret: clientSecret ?? null,
      signer: teamId && keyId && privateKey ? { teamId, keyId, privateKey } : null,
      scopes: given.scopes ?? preset?.scopes ?? "openid email profile",
      responseMode: given.responseMode ?? preset?.responseMode ?? null,
    };
  });

/** Schema of `AUTH_OIDC_PROVIDERS`; ids are unique. */
export const oidcProviders = z
  .array(provider)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, "names a provider twice");

export type OidcProvider = z.output<typeof provider>;
