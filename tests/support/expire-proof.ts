/** Makes the sign-in of each session of the person $1 (an id) 15 minutes and a second old: no longer fresh (recent-proof.ts). */
export const EXPIRE_PROOF_SQL = `update auth.sessions set amr = (
    select jsonb_agg(jsonb_set(proof, '{timestamp}', to_jsonb((proof ->> 'timestamp')::bigint - 901)))
    from jsonb_array_elements(amr) as a (proof))
  where user_id = $1`;
