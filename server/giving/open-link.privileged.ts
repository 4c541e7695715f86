import { z } from "zod";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";

const openLink = z.object({
  id: z.uuid(),
  giver_name: z.string().nullable(),
  dedication: z.string().nullable(),
  topic: z.string().nullable(),
  content: z.string(),
  audio_url: z.string().nullable(),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
});
export type OpenLink = z.infer<typeof openLink>;

/** What the link with this id shows; null if it opens nothing (any more). */
export async function openLinkOf(db: Database, id: string): Promise<OpenLink | null> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query({
      name: "open-sermon-link",
      text: "select * from public.open_sermon_link($1)",
      values: [id],
    });
    return rows[0] ? openLink.parse(rows[0]) : null;
  });
}

/** One more play. */
export async function countPlay(db: Database, id: string): Promise<void> {
  await asService(db, (tx) => tx.query("update public.sermon_links set plays = plays + 1 where id = $1", [id]));
}
