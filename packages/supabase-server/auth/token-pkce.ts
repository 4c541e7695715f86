import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import { audit, auditFailedLogin } from "./audit.ts";
import { badCodeVerifier, banned, flowStateExpired, flowStateNotFound, validationFailed } from "./errors.ts";
import { hashSecret } from "./mailed-token.ts";
import type { Auth } from "./options.ts";
import { readTokens } from "./oidc/provider-tokens.ts";
import { verifierMatches, type Challenge } from "./pkce.ts";
import { openSession, type SessionAnswer, type SignInMethod } from "./sessions.ts";
import { lockUser } from "./users.ts";

/** Seconds for which a code works after it was issued (not after the request for the mail). */
const CODE_LIFE = 300;

const body = z.object({ auth_code: z.string().default(""), code_verifier: z.string().default("") });

interface FlowState {
  id: string;
  authentication_method: SignInMethod;
  code_challenge: string;
  code_challenge_method: Challenge["method"];
  /** Null for a mailed link. */
  provider_type: string | null;
  expired: boolean;
}

/** POST /token?grant_type=pkce: exchanges the code of a redirect, with the verifier of the browser that started the flow. */
export async function exchangeCode(auth: Auth, request: FastifyRequest): Promise<SessionAnswer> {
  const { auth_code: code, code_verifier: verifier } = body.parse(request.body);
  if (!code || !verifier) throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  let subjectId: string | undefined;
  const opening = asPlatform(auth.db, async (tx) => {
    const owner = await tx.query<{ user_id: string }>("select user_id from auth.flow_state where auth_code_hash = $1", [
      hashSecret(code),
    ]);
    const user = owner.rows[0] && (await lockUser(tx, owner.rows[0].user_id));
    const found = await tx.query<FlowState>(
      `select id, authentication_method, code_challenge, code_challenge_method, provider_type,
         auth_code_issued_at < now() - make_interval(secs => $2) as expired
       from auth.flow_state where auth_code_hash = $1`,
      [hashSecret(code), CODE_LIFE],
    );
    const flow = found.rows[0];
    if (!flow || !user) throw flowStateNotFound();
    subjectId = user.id;
    if (flow.expired) throw flowStateExpired();
    if (!verifierMatches(verifier, { challenge: flow.code_challenge, method: flow.code_challenge_method }))
      throw badCodeVerifier();
    if (user.is_banned) throw banned();
    await tx.query("delete from auth.flow_state where id = $1", [flow.id]);
    await audit(tx, { action: "login", actorId: user.id, request, traits: { method: flow.authentication_method } });
    const session = await openSession(auth, tx, user, {
      method: flow.authentication_method,
      provider: flow.provider_type ?? undefined,
      userAgent: request.headers["user-agent"],
    });
    return { ...session, ...readTokens(code, auth.keys.jwtSecret) };
  });
  return opening.catch(async (error: unknown) => {
    await auditFailedLogin(auth, error, { subjectId, request, traits: { method: "pkce" } });
    throw error;
  });
}
