/** SQL that makes the sign-in of every session of user $1 15 minutes and a second old: too old for recent-proof.ts. */
export const EXPIRE_PROOF_SQL = `update auth.sessions set amr = (
    select jsonb_agg(jsonb_set(proof, '{timestamp}', to_jsonb((proof ->> 'timestamp')::bigint - 901)))
    from jsonb_array_elements(amr) as a (proof))
  where user_id = $1`;
