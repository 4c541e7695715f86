import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";

export interface Growing {
  generationId: string;
  /** Of the whole recording. */
  bytes: number;
}

/** Whether a voice step still makes it, or has just made it. What is in the trash, or of a closed account, is not heard. */
const OPEN = `from public.growing_recordings r join public.generation_steps s
  on s.generation_id = r.generation_id and s.kind = 'voice' and s.attempt = r.attempt and s.status in ('in-progress', 'completed')
  join public.generations g on g.id = r.generation_id
  where r.key = $1 and not exists (select from public.sermons d where d.id = g.id and d.deleted_at is not null)
    and not exists (select from public.account_deletions a where a.user_id = g.user_id)`;

/** The growing recording with this key; null if there is none, any more. */
export async function findGrowing(db: Database, key: string): Promise<Growing | null> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query<Growing>(`select r.generation_id as "generationId", r.bytes ${OPEN}`, [key]);
    return rows[0] ?? null;
  });
}

/** Its next bytes from `at` on, of one part; empty if they are not spoken yet. Null if it is gone. */
export async function readGrowing(db: Database, key: string, at: number): Promise<Buffer | null> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query<{ sound: Buffer | null }>(
      `select (select substring(p.sound from $2 - p.starts_at + 1) from public.growing_recording_parts p
         where p.generation_id = r.generation_id and p.starts_at <= $2 and p.starts_at + octet_length(p.sound) > $2) as sound ${OPEN}`,
      [key, at],
    );
    return rows[0] ? (rows[0].sound ?? Buffer.alloc(0)) : null;
  });
}
