import { randomUUID } from "node:crypto";
import { createComposer } from "../server/vendors/writer/composer/composer.ts";
import { asUser, type Database } from "@lampstand/database";

type Row = [what: string, figure: string, ratio: string];

const FEW = 10;
const MANY = 10_000;
const ASKED = 20;
const TOPICS = ["forgiving my father", "I lost my job", "fear of the night", "my daughter is ill", "Psalm 23", "hope in old age"];

const PAGE = `select id, title, written_title, audio_url, image_url, created_at, is_favourite from public.sermons
  where user_id = $1 order by created_at desc, id desc limit 24`;
const SEARCH = "select * from public.search_sermons($1)";
const OPEN = "select id, title, content, audio_url, image_url, created_at from public.sermons where id = $1";
/** Into the trash and out of it. */
const DELETE = "select public.trash_sermons(array[$1::uuid]), public.restore_sermons(array[$1::uuid])";

async function texts(): Promise<string[]> {
  const written: string[] = [];
  for (const topic of TOPICS)
    for await (const event of createComposer().write(
      { topic, minutes: 10, seed: topic, memory: [] },
      new AbortController().signal,
    ))
      if (event.type === "done") written.push(event.written.content);
  return written;
}

/** The library of somebody with ten sermons beside that of somebody with 10,000, as its pages are queried. */
export async function benchLibrary(db: Database): Promise<Row[]> {
  const people = { few: randomUUID(), many: randomUUID() };
  const written = await texts();
  for (const [person, count] of [
    [people.few, FEW],
    [people.many, MANY],
  ] as const) {
    await db.owner.query("insert into auth.users (id, email) values ($1::uuid, $1::text || '@example.com')", [person]);
    await db.owner.query(
      `insert into public.sermons (user_id, title, content, created_at)
       select $1, 'topic ' || n, ($2::text[])[1 + n % $4] || E'\\n\\nnumber' || n, now() - n * interval '1 hour'
       from generate_series(1, $3::int) n`,
      [person, written, count, written.length],
    );
  }
  await db.owner.query("vacuum analyze public.sermons, public.sermon_words");
  /** Of each person, in the middle of their library. */
  const middle = await db.owner.query<{ user_id: string; id: string }>(
    `select s.user_id, (array_agg(s.id order by s.created_at))[1 + count(*) / 2] as id from public.sermons s
     where s.user_id = any ($1) group by s.user_id`,
    [Object.values(people)],
  );
  const sermonOf = (person: string): string => middle.rows.find(({ user_id }) => user_id === person)?.id ?? "";

  /** The middle of several, in milliseconds; the first one warms up. */
  const taken = async (person: string, text: string, values: unknown[]): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i <= ASKED; i++) {
      const started = performance.now();
      await asUser(db, { claims: { role: "authenticated", sub: person } }, (tx) => tx.query(text, values));
      if (i > 0) times.push(performance.now() - started);
    }
    return times.toSorted((a, b) => a - b)[Math.floor(ASKED / 2)] ?? 0;
  };
  const rows: Row[] = [];
  for (const [what, text, valuesOf] of [
    ["a page of the library", PAGE, (person: string) => [person]],
    ["opening a sermon", OPEN, (person: string) => [sermonOf(person)]],
    ["deleting a sermon, and taking it back", DELETE, (person: string) => [sermonOf(person)]],
    ["a search that finds one sermon", SEARCH, () => ["number7 "]],
    ["a search that finds every sermon", SEARCH, () => ["God"]],
  ] as const) {
    const few = await taken(people.few, text, valuesOf(people.few));
    const many = await taken(people.many, text, valuesOf(people.many));
    rows.push([
      `${what}, of ${MANY.toLocaleString("en-US")}`,
      `${many.toFixed(1)} ms`,
      `${(many / few).toFixed(1)} x of ${FEW} (${few.toFixed(1)} ms)`,
    ]);
  }
  return rows;
}
