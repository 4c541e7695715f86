import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "../../db/as-platform.ts";
import type { Transaction } from "../../db/transaction.ts";
import { acceptLink } from "./accept-link.ts";
import { AuthError } from "./errors.ts";
import { hashSecret, PKCE_PREFIX } from "./mailed-link.ts";
import type { Auth } from "./options.ts";
import { allowedRedirect, resolveRedirect } from "./redirects.ts";
import { openSession } from "./sessions.ts";
import { LINK_TYPES, verifyType } from "./verify.ts";

const query = z.object({ token: z.string().min(1), type: verifyType, redirect_to: z.string().optional() });

async function issueCode(tx: Transaction, flowStateId: string): Promise<string> {
  const code = randomUUID();
  await tx.query("update auth.flow_state set auth_code_hash = $2, auth_code_issued_at = now() where id = $1", [
    flowStateId,
    hashSecret(code),
  ]);
  return code;
}

/** GET /verify: a mailed link opened as a page. Ends at the redirect target with a session, a PKCE code, or the error. */
export async function verifyAndRedirect(auth: Auth, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, type, redirect_to: asked } = query.parse(request.query);
  try {
    const target = await asPlatform(auth.db, async (tx) => {
      const { user, link } = await acceptLink(tx, token, LINK_TYPES[type]);
      const url = new URL((asked && allowedRedirect(auth, asked)) || link.redirect_to);
      if (link.flow_state_id) {
        url.searchParams.set("code", await issueCode(tx, link.flow_state_id));
        return url;
      }
      const session = await openSession(auth, tx, user, { method: "otp", userAgent: request.headers["user-agent"] });
      url.hash = new URLSearchParams({
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        sb: "",
        token_type: session.token_type,
        type,
      }).toString();
      return url;
    });
    return reply.redirect(target.href, 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const url = new URL(resolveRedirect(auth, request));
    const details = new URLSearchParams({
      error: "access_denied",
      error_code: error.code,
      error_description: error.message,
      sb: "",
    });
    url.hash = details.toString();
    if (token.startsWith(PKCE_PREFIX)) for (const [name, value] of details) if (value) url.searchParams.set(name, value);
    return reply.redirect(url.href, 303);
  }
}
