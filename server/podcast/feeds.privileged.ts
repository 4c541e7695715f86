import { z } from "zod";
import type { Database } from "@lampstand/database";
import { asService } from "@lampstand/database/as-service";
import { rejectIfDeleting } from "../account/reject-if-deleting.ts";

export interface Feed {
  userId: string;
  /** Digest of what is in it. */
  version: string;
  /** Whole seconds, as HTTP dates are. */
  changedAt: Date;
  /** Number of episodes. */
  total: number;
}

const episodeRow = z.object({
  id: z.uuid(),
  /** The beginning of the text, with title and focus. */
  opening: z.string(),
  created_at: z.date(),
  audio: z.string(),
  bytes: z.coerce.number(),
  seconds: z.coerce.number().nullable(),
  image: z.string().nullable(),
});
export type Episode = z.infer<typeof episodeRow>;

/** Episodes of one document of the feed. */
export const PAGE_SIZE = 100;

/** Enough for a title and a focus sentence: a feed never loads whole texts. */
const OPENING_CHARS = 800;

// A sermon is in the feed while it is in the library and has a recording.
const LISTED = "from public.sermons s where s.user_id = $1 and s.deleted_at is null and s.audio_url is not null";

/** Gives a person's feed a secret in place of the one that it had. */
export async function storeSecret(db: Database, userId: string, digest: Buffer): Promise<void> {
  await asService(db, async (tx) => {
    await rejectIfDeleting(tx, userId);
    await tx.query(
      `insert into public.podcast_feeds (user_id, secret_sha256) values ($1, $2)
       on conflict (user_id) do update set secret_sha256 = excluded.secret_sha256, created_at = now()`,
      [userId, digest],
    );
  });
}

/** Whose feed it is; null for a wrong secret, one that was replaced, or the feed of a closed account. */
export async function findOwner(db: Database, digest: Buffer): Promise<string | null> {
  const { rows } = await asService(db, (tx) =>
    tx.query<{ owner: string | null }>("select public.podcast_owner($1) as owner", [digest]),
  );
  return rows[0]?.owner ?? null;
}

/** The state of a person's feed. Notes when it has changed: deleting an old sermon changes it as well. */
export async function findFeed(db: Database, userId: string): Promise<Feed | null> {
  return asService(db, async (tx) => {
    const { rows } = await tx.query<{ version: string; total: number }>(
      // xmin: the transaction that wrote the row last, so that every change counts and no text is read for it.
      `select md5(coalesce(string_agg(s.id::text || s.xmin::text, ',' order by s.created_at desc, s.id), '')) as version,
         count(*)::int as total ${LISTED}`,
      [userId],
    );
    const { version = "", total = 0 } = rows[0] ?? {};
    await tx.query(
      // At least a second later, so that a date tells the two states apart.
      `update public.podcast_feeds set version = $2,
         changed_at = greatest(date_trunc('second', now()), date_trunc('second', changed_at) + interval '1 second')
       where user_id = $1 and version <> $2`,
      [userId, version],
    );
    const feeds = await tx.query<{ changed_at: Date }>(
      "select date_trunc('second', changed_at) as changed_at from public.podcast_feeds where user_id = $1",
      [userId],
    );
    const [feed] = feeds.rows;
    return feed ? { userId, version, total, changedAt: feed.changed_at } : null;
  });
}

/** The episodes of one page, the newest first. Pages begin with 1. */
export async function listEpisodes(db: Database, userId: string, page: number): Promise<Episode[]> {
  const { rows } = await asService(db, (tx) =>
    tx.query(
      `with listed as materialized (
         select s.id, s.created_at, s.audio_url, s.image_url ${LISTED}
         order by s.created_at desc, s.id limit ${PAGE_SIZE} offset $2)
       select l.id, l.created_at, l.audio_url as audio, l.image_url as image, left(s.content, ${OPENING_CHARS}) as opening,
         (audio.metadata ->> 'size')::bigint as bytes, step.output ->> 'seconds' as seconds
       from listed l join public.sermons s on s.id = l.id
       join storage.objects audio on audio.bucket_id = 'sermon-audio' and audio.name = l.audio_url
       left join public.generation_steps step on step.generation_id = l.id and step.kind = 'voice'
       order by l.created_at desc, l.id`,
      [userId, (page - 1) * PAGE_SIZE],
    ),
  );
  return z.array(episodeRow).parse(rows);
}

const episodeFiles = z.object({ content: z.string(), audio: z.string(), image: z.string().nullable() });
export type EpisodeFiles = z.infer<typeof episodeFiles>;

/** What one episode consists of; null if it is not in this person's feed. */
export async function findEpisode(db: Database, userId: string, id: string): Promise<EpisodeFiles | null> {
  const { rows } = await asService(db, (tx) =>
    tx.query(`select s.content, s.audio_url as audio, s.image_url as image ${LISTED} and s.id = $2`, [userId, id]),
  );
  return rows[0] ? episodeFiles.parse(rows[0]) : null;
}
