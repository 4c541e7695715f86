import { createHmac } from "node:crypto";
import { z } from "zod";
import { asPlatform } from "@lampstand/database/as-platform";
import type { Auth } from "../options.ts";
import type { Challenge } from "../pkce.ts";

/** Seconds for signing in at the provider, perhaps with a second factor. */
const FLOW_LIFE = 600;

export interface Flow {
  id: string;
  provider: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: Challenge["method"] | null;
  linking_user_id: string | null;
}

export interface NewFlow {
  provider: string;
  redirectTo: string;
  challenge: Challenge | null;
  linkingUserId: string | null;
}

/** Stores a flow and returns its `state`. */
export async function openFlow(auth: Auth, flow: NewFlow): Promise<string> {
  return asPlatform(auth.db, async (tx) => {
    await tx.query(`delete from auth.oidc_flows where id in (
      select id from auth.oidc_flows where created_at < now() - interval '1 hour' limit 100 for update skip locked)`);
    const opened = await tx.query<{ id: string }>(
      `insert into auth.oidc_flows (provider, redirect_to, code_challenge, code_challenge_method, linking_user_id)
       values ($1, $2, $3, $4, $5) returning id`,
      [flow.provider, flow.redirectTo, flow.challenge?.challenge ?? null, flow.challenge?.method ?? null, flow.linkingUserId],
    );
    const id = opened.rows[0]?.id;
    if (!id) throw new Error("insert returned no flow");
    return id;
  });
}

/**
 * Marks a `state` as used, even if the callback then fails: of two concurrent callbacks only the first gets `used: false`. Null if it is
 * unknown or expired.
 */
export async function useFlow(auth: Auth, state: string | null): Promise<(Flow & { used: boolean }) | null> {
  if (!z.uuid().safeParse(state).success) return null;
  return asPlatform(auth.db, async (tx) => {
    const found = await tx.query<Flow & { used: boolean }>(
      `select id, provider, redirect_to, code_challenge, code_challenge_method, linking_user_id, used_at is not null as used
       from auth.oidc_flows where id = $1 and created_at > now() - make_interval(secs => $2) for update`,
      [state, FLOW_LIFE],
    );
    const flow = found.rows[0];
    if (flow && !flow.used) await tx.query("update auth.oidc_flows set used_at = now() where id = $1", [flow.id]);
    return flow ?? null;
  });
}

/** Nonce and PKCE verifier for the provider: HMACs of the state, so neither is stored. */
export function flowSecrets(state: string, jwtSecret: string): { nonce: string; verifier: string } {
  const derive = (use: string): string => createHmac("sha256", jwtSecret).update(`oidc-${use}:${state}`).digest("base64url");
  return { nonce: derive("nonce"), verifier: derive("verifier") };
}
