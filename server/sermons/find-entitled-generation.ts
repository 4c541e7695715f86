import { z } from "zod";
import { type Claims, queryAsUser } from "@lampstand/database";
import { VOICES } from "../../shared/voices.ts";
import type { FunctionContext } from "../endpoints/context.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { sha256 } from "./generation.ts";

const entitledRow = z.object({ id: z.uuid(), voice: z.enum(VOICES), voice_chosen: z.boolean(), differs: z.boolean() });
export type EntitledGeneration = z.infer<typeof entitledRow>;

/**
 * The caller's generation that a request is about: by its id if given, else by its text or topic. Voices and images are made only
 * for generated sermons, so that nobody uses them as a free service. Null when there is none. Throws a `FunctionError` 409
 * `generation_mismatch` when the body names one and has the text or topic of another: which of them is meant can't be known.
 */
export async function findEntitledGeneration(
  context: FunctionContext,
  caller: Claims,
  wanted: { generationId?: string | undefined; text?: string | undefined; prompt?: string | undefined },
): Promise<EntitledGeneration | null> {
  const rows = await queryAsUser(
    context.db,
    { claims: caller },
    {
      text: `select id, voice, voice_chosen, coalesce(text_sha256 <> $2, false) or coalesce(prompt_sha256 <> $3, false) as differs
           from public.generations
           where state <> 'withheld' and case when $1::uuid is not null then id = $1 else text_sha256 = $2 or prompt_sha256 = $3 end
           order by created_at desc limit 1`,
      values: [
        wanted.generationId ?? null,
        wanted.text ? sha256(wanted.text) : null,
        wanted.prompt ? sha256(wanted.prompt) : null,
      ],
    },
    { readOnly: true },
  );
  const found = rows.rows[0] ? entitledRow.parse(rows.rows[0]) : null;
  if (wanted.generationId !== undefined && found?.differs)
    throw new FunctionError(409, "generation_mismatch", "This is not what was written under this generationId.");
  return found;
}
