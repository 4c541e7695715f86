import { randomUUID } from "node:crypto";
import type { Database } from "@lampstand/database";
import { feedXml } from "../server/podcast/feed-xml.ts";
import { findFeed, listEpisodes, storeSecret } from "../server/podcast/feeds.privileged.ts";
import { secretDigest } from "../server/podcast/open-podcast-feed.ts";

type Row = [what: string, figure: string, ratio: string];

const FEW = 10;
const MANY = 10_000;
const ASKED = 20;
const ADDRESS = "https://lampstand.example";

/** The newest document of a feed, and the answer that nothing has changed, of somebody with ten sermons and of somebody with 10,000. */
export async function benchFeed(db: Database): Promise<Row[]> {
  const people = { few: randomUUID(), many: randomUUID() };
  for (const [person, count] of [
    [people.few, FEW],
    [people.many, MANY],
  ] as const) {
    await db.owner.query("insert into auth.users (id, email) values ($1::uuid, $1::text || '@example.com')", [person]);
    await db.owner.query(
      `with made as (
         insert into public.sermons (user_id, title, content, audio_url, created_at)
         select $1::uuid, 'x', '# Sermon ' || n || E'\\n\\n' || repeat('Come in. ', 400),
           $1::uuid || '/' || gen_random_uuid() || '/' || md5(n::text) || '.mp3', now() - n * interval '1 minute'
         from generate_series(1, $2::int) n returning audio_url)
       insert into storage.objects (bucket_id, name, metadata) select 'sermon-audio', audio_url, '{"size": 1}' from made`,
      [person, count],
    );
    await storeSecret(db, person, secretDigest(person));
  }
  await db.owner.query("vacuum analyze public.sermons, storage.objects");

  async function state(person: string) {
    const feed = await findFeed(db, person);
    if (!feed) throw new Error("no feed");
    return feed;
  }
  async function write(person: string): Promise<string> {
    const feed = await state(person);
    const episodes = await listEpisodes(db, person, 1);
    return feedXml({ feed, page: 1, episodes, publicUrl: ADDRESS, folder: `${ADDRESS}/podcast/secret` });
  }
  /** The middle of several, in milliseconds; the first one warms up. */
  async function taken(work: () => Promise<unknown>): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i <= ASKED; i++) {
      const started = performance.now();
      await work();
      if (i > 0) times.push(performance.now() - started);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(ASKED / 2)] ?? 0;
  }
  const rows: Row[] = [];
  for (const [what, work] of [
    ["a podcast feed that has changed", write],
    ["a podcast feed that has not", state],
  ] as const) {
    const few = await taken(() => work(people.few));
    const many = await taken(() => work(people.many));
    rows.push([
      `${what}, of ${MANY.toLocaleString("en-US")} sermons`,
      `${many.toFixed(1)} ms`,
      `${(many / few).toFixed(1)} x of ${FEW} (${few.toFixed(1)} ms)`,
    ]);
  }
  return rows;
}
