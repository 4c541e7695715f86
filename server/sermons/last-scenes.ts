import type { Transaction } from "@lampstand/database";
import type { Generation } from "./generation.ts";

/** Pictures that are remembered for a person. Each mood has more scenes than this. */
export const REMEMBERED_PICTURES = 12;

/** Scenes of the pictures of a person's last sermons, newest first. This one's own is left out: made again, it may look the same. */
export async function lastScenes(tx: Transaction, generation: Pick<Generation, "id" | "user_id">): Promise<string[]> {
  const { rows } = await tx.query<{ scene: string }>(
    `select s.output ->> 'scene' as scene
     from public.generations g join public.generation_steps s on s.generation_id = g.id and s.kind = 'image'
     where g.user_id = $1 and g.id <> $2 and s.output ? 'scene'
     order by g.created_at desc limit $3`,
    [generation.user_id, generation.id, REMEMBERED_PICTURES],
  );
  return rows.map(({ scene }) => scene);
}
