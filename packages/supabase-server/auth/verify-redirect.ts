import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Transaction } from "@lampstand/database";
import { acceptToken } from "./accept-token.ts";
import { audit } from "./audit.ts";
import { FIRST_CONFIRMATION } from "./email-change.ts";
import { AuthError, linkExpired } from "./errors.ts";
import { hashSecret, PKCE_PREFIX } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { allowedRedirect, resolveRedirect } from "./redirects.ts";
import { openSession } from "./sessions.ts";
import { redeemLink } from "./redeem-token.ts";
import { TOKEN_TYPES, verifyType } from "./verify.ts";

const query = z.object({ token: z.string().min(1), type: verifyType, redirect_to: z.string().optional() });

async function issueCode(tx: Transaction, flowStateId: string, passwordNeeded: boolean): Promise<string> {
  const code = randomUUID();
  await tx.query(
    `update auth.flow_state set auth_code_hash = $2, auth_code_issued_at = now(),
       authentication_method = case when $3 then 'recovery' else authentication_method end where id = $1`,
    [flowStateId, hashSecret(code), passwordNeeded],
  );
  return code;
}

/** Adds parameters to the fragment, and for a PKCE link to the query too (docs/dialect.md#redirects-and-pkce). */
function withResultParams(url: URL, details: Record<string, string>, token: string): URL {
  url.hash = new URLSearchParams({ ...details, sb: "" }).toString();
  if (token.startsWith(PKCE_PREFIX)) for (const [name, value] of Object.entries(details)) url.searchParams.set(name, value);
  return url;
}

/** GET /verify: redeems a link opened in a browser. Redirects to its target with a session, a PKCE code, or the error. */
export async function verifyAndRedirect(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token: secret, type, redirect_to: asked } = query.parse(request.query);
  try {
    const target = await asPlatform(auth.db, async (tx) => {
      const taken = await redeemLink(tx, secret, TOKEN_TYPES[type]);
      if (!taken) throw linkExpired();
      const { user, token, awaitsOtherMailbox, passwordNeeded } = await acceptToken(tx, taken, request);
      const url = new URL((asked && allowedRedirect(auth, asked)) || token.redirect_to);
      if (awaitsOtherMailbox) return withResultParams(url, { message: FIRST_CONFIRMATION }, secret);
      if (token.flow_state_id) {
        url.searchParams.set("code", await issueCode(tx, token.flow_state_id, passwordNeeded));
        return url;
      }
      await audit(tx, { action: "login", actorId: user.id, request, traits: { method: "otp", type: token.token_type } });
      const session = await openSession(auth, tx, user, { method: "otp", userAgent: request.headers["user-agent"] });
      url.hash = new URLSearchParams({
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        sb: "",
        token_type: session.token_type,
        // For "recovery" supabase-js emits PASSWORD_RECOVERY, upon which the page asks for a new password.
        type: passwordNeeded ? "recovery" : type,
      }).toString();
      return url;
    });
    return reply.redirect(target.href, 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    await audit(auth.db.owner, { action: "verification_failed", request, traits: { type, code: error.code } });
    const details = { error: "access_denied", error_code: error.code, error_description: error.message };
    return reply.redirect(withResultParams(new URL(resolveRedirect(auth, request)), details, secret).href, 303);
  }
}
