import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asUser } from "@lampstand/database";
import { createDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { createSubscriber } from "../../tests/support/people.ts";

// Finding one's sermons again (docs/product.md#library): by words, page by page, and by indexes.

const MANY = 2000;

let database: TestDatabase;
/** Has many sermons; the other one has as many, which must not be searched through. */
let user: string;
let other: string;

beforeAll(async () => {
  database = await createDatabase();
  const { owner } = database.db;
  [user, other] = [await createSubscriber(owner), await createSubscriber(owner)];
  for (const person of [user, other])
    await owner.query(
      `insert into public.sermons (user_id, title, content, created_at)
       select $1, 'topic ' || n, '# Written ' || n || E'\\n\\nThe lamp burns on night number' || n || ' of waiting, and the LORD is near.',
         -- Three of each moment, which no page may skip or repeat.
         timestamptz '2026-01-01' + n / 3 * interval '1 microsecond'
       from generate_series(1, $2::int) n`,
      [person, MANY],
    );
  await owner.query("vacuum analyze public.sermons, public.sermon_words");
});
afterAll(() => database.drop());

interface Found {
  id: string;
  title: string;
  rank: number;
  /** pg gives 64 bits as text. */
  place: string;
  ranked_from: string | null;
  created_at: string;
  excerpt: string;
}

async function query<Row extends object>(text: string, values: unknown[] = [], sub = user): Promise<Row[]> {
  return asUser(database.db, { claims: { role: "authenticated", sub } }, async (tx) => (await tx.query<Row>(text, values)).rows);
}
const search = (words: string, more = "", values: unknown[] = []): Promise<Found[]> =>
  query(`select *, created_at::text, ranked_from::text from public.search_sermons($1 ${more})`, [words, ...values]);
const titles = async (found: Promise<Found[]>): Promise<string[]> => (await found).map(({ title }) => title);

async function add(title: string, content: string): Promise<string> {
  const rows = await query<{ id: string }>("insert into public.sermons (title, content) values ($1, $2) returning id", [
    title,
    content,
  ]);
  return rows[0]?.id ?? "";
}

test("words of topic, title and text are found in any form, the topic before the title before the text", async () => {
  await add("a quarrel over pasture", "# Written\n\nText.");
  await add("my brother", "# The Pasture That Was Left\n\nText.");
  await add("my sister", "# Written\n\nThey parted over pastures.");
  expect(await titles(search("pasture"))).toEqual(["a quarrel over pasture", "my brother", "my sister"]);
  expect(await titles(search("brother pastures"))).toEqual(["my brother"]);
  expect(await titles(search('pasture -brother -"quarrel over"'))).toEqual(["my sister"]);
  // While the last word is being typed.
  expect(await titles(search("brother pas"))).toEqual(["my brother"]);
});

test("the excerpt marks the words without HTML, and the markup of a text is not part of it", async () => {
  await add("vineyard", "# Written\n\n> **He** planted a <b>vineyard</b>, \uE000and\uE001 waited.");
  const [found] = await search("vineyard");
  expect(found?.excerpt.split(/[\uE000\uE001]/u)).toHaveLength(3);
  expect(found?.excerpt).toMatch(/He planted a .*\uE000vineyard\uE001.*and waited\.$/u);
  expect(found?.excerpt).not.toMatch(/[#*_]/u);
});

test("a passage is a book, a chapter or verses that the sermon names one after the other", async () => {
  await add("sowing", "# Written\n\nScripture: 2 Corinthians 9:6 (World English Bible).");
  const at = (passage: string): Promise<string[]> => titles(search("", ", $2", [passage]));
  for (const passage of ["2 Corinthians", "Corinthians 9", "2 corinthians 9:6"])
    expect(await at(passage), passage).toEqual(["sowing"]);
  for (const passage of ["1 Corinthians", "Corinthians 6", "Corinthians 9:7"]) expect(await at(passage), passage).toEqual([]);
});

/** All pages of what is found, one after the other; `between` happens after the first of them. */
async function read(words: string, more: string, between?: () => Promise<unknown>): Promise<Found[]> {
  const seen: Found[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Found[] = await search(words, `, p_after => $2, p_limit => 100 ${more}`, [after]);
    const last = page.at(-1);
    if (!last) return seen;
    seen.push(...page);
    const { rank, place, id, ranked_from } = last;
    after = JSON.stringify({ rank, place: Number(place), id, ranked_from });
    if (seen.length === page.length) await between?.();
  }
}
const differentOnes = (found: Found[]): number => new Set(found.map(({ id }) => id)).size;

test("pages follow one another by rank or by date, with every sermon once", async () => {
  for (const sort of ["best", "newest", "oldest"]) {
    const seen = await read("lamp", `, p_sort => '${sort}'`);
    expect([seen.length, differentOnes(seen)], sort).toEqual([MANY, MANY]);
  }
});

test("where very many are found the newest are ranked, and the others follow by date, whatever comes in between", async () => {
  const old = await add("the lamp", "# The lamp\n\nThe lamp.");
  await database.db.owner.query("update public.sermons set created_at = '2025-01-01' where id = $1", [old]);
  const seen = await read("lamp", "", () => add("a lamp that comes later", "# Written\n\nText."));
  expect([seen.length, differentOnes(seen)]).toEqual([MANY + 1, MANY + 1]);
  const ranked = seen.filter(({ rank }) => rank > 0);
  // Those of the bound's moment too.
  expect(ranked.length).toBeGreaterThanOrEqual(500);
  expect(ranked.length).toBeLessThan(503);
  expect(seen.at(-1)?.id).toBe(old);
  await query("delete from public.sermons where title like '%lamp%'");
});

test("the excerpt is of a paragraph that has all of the words, else of the text", async () => {
  const paragraphs = ["# The mulberry", "A mulberry stood there.", "Nobody sat below.", "The mulberry bore in a drought."];
  await add("a tree", paragraphs.join("\n\n"));
  const excerpt = async (words: string): Promise<string> =>
    ((await search(words))[0]?.excerpt ?? "").replaceAll(/[\uE000\uE001]/gu, "");
  expect(await excerpt("mulberry drought")).toBe(paragraphs[3]);
  expect(await excerpt("nobody mulberries")).toContain("A mulberry stood there. ");
});

test("what was heard to its end, and what was not, with words and without", async () => {
  const [heard] = await search("number9 ");
  await query("insert into public.sermon_positions (sermon_id, seconds, heard) values ($1, 0, true)", [heard?.id]);
  const [begun] = await search("number8 ");
  await query("insert into public.sermon_positions (sermon_id, seconds) values ($1, 30)", [begun?.id]);
  for (const words of ["lamp", ""]) {
    expect(await titles(search(words, ", p_heard => true")), words).toEqual(["topic 9"]);
    const others = await read(words, ", p_heard => false");
    expect(others.map(({ title }) => title)).toContain("topic 8");
    expect(others.map(({ title }) => title)).not.toContain("topic 9");
  }
});

test("conditions narrow the search down", async () => {
  const [favourite] = await search("number7 ");
  await query("update public.sermons set is_favourite = true where id = $1", [favourite?.id]);
  expect(await titles(search("lamp", ", p_favourites => true"))).toEqual(["topic 7"]);
  expect(await titles(search("", ", p_favourites => true"))).toEqual(["topic 7"]);
  for (const condition of ["p_theme => 'grief'", "p_minutes => 5", "p_voice => 'John'"])
    expect(await search("lamp", `, ${condition}`), condition).toEqual([]);
});

test("whatever is typed is a search and no error", async () => {
  const hostile = [
    "'",
    '"',
    "\\",
    "'\"\\():*&|!<->%_;-~",
    ":*",
    "a & | b",
    "!!",
    "((((",
    "<-> lamp",
    "lamp:*",
    "lamp:ABCD",
    "' or 1=1 --",
    '"unclosed lamp',
    "-",
    "- - -",
    "or",
    "and or not",
    "lamp or",
    "\u{1F56F}\u200D",
    "שלום",
    "\uD800".toWellFormed(),
    "lamp\n\t\r",
    "x".repeat(100_000),
    "-lamp ".repeat(1000),
  ];
  for (const words of hostile) {
    await expect(search(words), words.slice(0, 40)).resolves.toBeInstanceOf(Array);
    await expect(search("", ", $2", [words]), words.slice(0, 40)).resolves.toBeInstanceOf(Array);
  }
});

test("nobody finds another person's sermons, nor those in the trash", async () => {
  const id = await add("secret zebra", "# Written\n\nText.");
  expect(await query("select from public.search_sermons('zebra')", [], other)).toEqual([]);
  await query("select public.trash_sermons(array[$1::uuid])", [id]);
  expect(await search("zebra")).toEqual([]);
});

test("with few sermons, which are searched without the index of words, the same is found in the same order", async () => {
  const { owner } = database.db;
  const person = await createSubscriber(owner);
  const fill = (from: number, to: number) =>
    owner.query(
      `insert into public.sermons (user_id, title, content, created_at, deleted_at)
       select $1, 'topic ' || n, '# Written ' || n || E'\n\nThe lamp burns on night number' || n || ' of waiting.',
         timestamptz '2026-01-01' + n / 3 * interval '1 microsecond', case when n % 100 = 77 then now() end
       from generate_series($2::int, $3::int) n`,
      [person, from, to],
    );
  await fill(1, 202);
  const searches = ["night", "number7", '"lamp burns" -number11', "topic", "number202"];
  const found = () =>
    Promise.all(
      ["best", "newest", "oldest"].flatMap((sort) =>
        searches.map((words) => query("select * from public.search_sermons($1, p_sort => $2)", [words, sort], person)),
      ),
    );
  const inFew = await found();
  expect(inFew.slice(0, searches.length).map((rows) => rows.length)).toEqual([24, 10, 24, 24, 1]);
  await fill(300, 300);
  await query("update public.sermons set title = 'else', content = 'nothing of it' where title = 'topic 300'", [], person);
  expect(await found()).toEqual(inFew);
});

test("a text that is changed is found by its new words alone", async () => {
  const id = await add("before", "# Written\n\nquince");
  await query("update public.sermons set content = 'medlar' where id = $1", [id]);
  expect(await titles(search("medlar"))).toEqual(["before"]);
  expect(await search("quince")).toEqual([]);
});

test("a sermon has the theme, length and voice of its generation, and that of a later voicing", async () => {
  const id = randomUUID();
  const { owner } = database.db;
  await owner.query(
    "insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice, state) values ($1, $2, 'rest', 'x', 10, 'John', 'finished')",
    [id, user],
  );
  await owner.query(
    `insert into public.generation_steps (generation_id, kind, status, output) values
       ($1, 'text', 'completed', '{"image": {"theme": "grief"}}'), ($1, 'voice', 'completed', '{"voice": "Sarah"}')`,
    [id],
  );
  const described = async (): Promise<unknown> =>
    (await owner.query("select theme, minutes, voice, written_title from public.sermons where id = $1", [id])).rows[0];
  await owner.query("insert into public.sermons (id, user_id, title, content) values ($1, $2, 'rest', E'# Come\\n\\nText.')", [
    id,
    user,
  ]);
  expect(await described()).toEqual({ theme: "grief", minutes: 10, voice: "Sarah", written_title: "Come" });
  await owner.query(
    "update public.generation_steps set output = '{\"voice\": \"Liam\"}' where generation_id = $1 and kind = 'voice'",
    [id],
  );
  await owner.query("update public.sermons set audio_url = $2 where id = $1", [id, `${user}/${id}/${"a".repeat(32)}.mp3`]);
  expect(await described()).toMatchObject({ voice: "Liam" });
  const [choices] = await query<{ of: unknown }>("select public.library_choices() as of");
  expect(choices?.of).toMatchObject({ themes: ["grief"], voices: ["Liam"], minutes: [10] });
});

interface Plan {
  "Node Type": string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The nodes of the plan by which the statement was run under row level security. */
async function planOf(statement: string, values: unknown[]): Promise<Plan[]> {
  const rows = await query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`explain (analyze, format json) ${statement}`, values);
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  return plan ? nodesOf(plan) : [];
}

const PAGE =
  "select id, title, written_title, audio_url, image_url, created_at, is_favourite from public.sermons where user_id = $1";

test("a page of a long library is read from the index, from its start and from its middle, and no more than the page", async () => {
  const middle = await query<{ id: string; created_at: string }>(
    "select id, created_at::text from public.sermons where user_id = $1 order by created_at desc, id desc offset 1000 limit 1",
    [user],
  );
  const cursor = [middle[0]?.created_at, middle[0]?.id];
  for (const [way, statement, values] of [
    ["first", `${PAGE} order by created_at desc, id desc limit 24`, [user]],
    [
      "next",
      `${PAGE} and created_at <= $2 and (created_at < $2 or id < $3) order by created_at desc, id desc limit 24`,
      [user, ...cursor],
    ],
    [
      "oldest",
      `${PAGE} and created_at >= $2 and (created_at > $2 or id > $3) order by created_at, id limit 24`,
      [user, ...cursor],
    ],
  ] as const) {
    const nodes = await planOf(statement, [...values]);
    const scans = nodes.filter((node) => node["Node Type"].includes("Scan"));
    expect(scans, way).toMatchObject([{ "Node Type": "Index Scan", "Index Name": "sermons_newest" }]);
    expect(
      nodes.some((node) => node["Node Type"].includes("Sort")),
      way,
    ).toBe(false);
    // Those of the cursor's moment that were shown already are read once more.
    expect((scans[0]?.["Actual Rows"] ?? 0) + (scans[0]?.["Rows Removed by Filter"] ?? 0), way).toBeLessThanOrEqual(24 + 3);
  }
});

test("words are looked up in an index, for one person alone", async () => {
  const { owner } = database.db;
  const { rows } = await owner.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (analyze, format json) select from public.sermon_words w
     where w.words @@ ($1::tsquery && public.words_query('number77'))`,
    [`'owner:${user}'`],
  );
  const nodes = nodesOf(rows[0]?.["QUERY PLAN"][0].Plan ?? { "Node Type": "", "Actual Rows": 0 });
  expect(nodes.map((node) => node["Index Name"])).toContain("sermon_words_of_owner");
  // "number77", and "number770" to "number779", since the word may be half typed.
  expect(nodes.find((node) => node["Index Name"])?.["Actual Rows"]).toBe(11);
});
