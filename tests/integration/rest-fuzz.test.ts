import { afterAll, beforeAll, expect, test } from "vitest";
import { startRest, type Rest } from "./rest-fixture.ts";
import { seededRandom } from "../../shared/seeded-random.ts";

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.stop());

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 1500);

// Text that breaks SQL statements, tokens of the query grammar, and names that exist.
const PIECES = [
  ..."'\";:.,()*!%\\{}[]<>=-+&|?#@$ \t\r\n\0\u00a0é\u202e".split(""),
  "😀",
  ..."select insert update delete drop union or and not null true -- /* */ || :: $1 $$ \\' \" ' ; pg_sleep(9) vault secret notes owner body auth.users".split(
    " ",
  ),
  ..."eq neq gt like ilike match in is isdistinct fts cs cd ov sl adj eq(any) like(all) not.eq not.is.null not.in. fts(english)"
    .split(" ")
    .map((word) => `${word}.`),
  ..."id title books authors reviews covers data tags pages words n mood author_id !inner !books_author_fkey ->a ->>0 ::text ::int ... .asc .desc .nullslast sum() count()".split(
    " ",
  ),
  ...'(1,2) {1,2} [1,2) {"a":1} 0 1 -1 99999999999999999999 1e400 NaN infinity 2020-01-01 null'.split(" "),
];

const TABLES = [
  "books",
  "books",
  "books",
  "authors",
  "notes",
  "reviews",
  "drops",
  "vault",
  "novels",
  "rpc/words",
  "rpc/books_of",
  "rpc/greet",
  "rpc/squares",
];
const KEYS = [
  "select",
  "order",
  "limit",
  "offset",
  "or",
  "and",
  "not.or",
  "columns",
  "on_conflict",
  "id",
  "title",
  "body",
  "owner",
  "data->a",
  "reviews.stars",
  "reviews.or",
  "reviews.order",
  "authors.limit",
  "line",
  "author",
];
const COLUMNS = ["title", "title", "title", "data->>a", "id", "price", "genre", "tags", "data", "author_id", "pages"];
const OPERATORS = ["eq", "neq", "gt", "like", "ilike", "cs", "not.eq", "isdistinct", "wfts", "eq(any)", "match"];
const SECRETS = ["THE-SECRET-OF-THE-VAULT", "THE-SECRET-OF-A-STRANGER"];

const quoted = (inner: string): string => `"${inner.replaceAll(/[\\"]/g, "\\$&")}"`;
const encoded = ([key, value]: [string, string]): string => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`;

async function fingerprint(): Promise<unknown> {
  const { rows } =
    await rest.sql(`select (select json_agg(a order by id) from authors a) as authors, (select json_agg(v) from vault v) as vault,
    (select json_agg(n) from notes n where owner = '00000000-0000-4000-8000-000000000000') as notes,
    (select json_agg(table_name order by table_name) from information_schema.tables where table_schema = 'public') as tables`);
  return rows;
}

test("no query string injects SQL, shows another user's rows, or fails the server", { timeout: 600_000 }, async () => {
  const random = seededRandom(String(SEED));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const text = (): string => Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(PIECES)).join("");
  /** A clause that the grammar accepts, with random text in place of a name or value. */
  const clause = (): [key: string, value: string] =>
    pick<() => [string, string]>([
      () => ["title", `${pick(["eq", "neq", "like", "not.ilike", "isdistinct", "gt"])}.${text()}`],
      () => [pick(COLUMNS), `${pick(OPERATORS)}.${text()}`],
      () => ["title", `in.(${quoted(text())},${quoted(text())})`],
      () => [
        "or",
        `(title.eq.${quoted(text())},and(data->>${quoted(text())}.neq.${quoted(text())},title.like.${quoted(text())}))`,
      ],
      () => ["select", `id,${quoted(text())}:title,data->${quoted(text())}->>0,a:authors!author_id(${quoted(text())}:name)`],
      () => ["order", `data->>${quoted(text())}.desc,id`],
      () => [
        "select",
        `id,reviews(${quoted(text())}:count()),a:authors!author_id(books!books_author_fkey(${quoted(text())}:title))`,
      ],
    ])();
  const garbage = (): string => {
    const key = random() < 0.75 ? pick(KEYS) : text();
    const value = `${pick(["eq.", "in.(", "like.", "(", "not.is.", "cs.", "id,", "*,", ""])}${text()}`;
    // Some are not encoded, so that broken encodings and raw bytes are tried too.
    return random() < 0.9 ? encoded([key, value]) : `${key}=${value}`.replaceAll(/[^\x21-\x7e]|#/g, "%");
  };
  const before = await fingerprint();
  const statuses = new Map<number, number>();
  const tokens = [rest.ann.token, rest.keys.anonKey];

  const attempt = async (): Promise<void> => {
    const wellFormed = random() < 0.5;
    const query = Array.from({ length: 1 + Math.floor(random() * 3) }, () => (wellFormed ? encoded(clause()) : garbage())).join(
      "&",
    );
    const isRead = random() < 0.6;
    const table = wellFormed && isRead ? "books" : pick(TABLES);
    const isCall = table.startsWith("rpc");
    const method = isRead ? pick(["GET", "GET", "HEAD"]) : isCall ? "POST" : pick(["POST", "PATCH", "DELETE"]);
    // Writes go to tables where they can change no row, or only add some.
    const path =
      isRead || isCall
        ? `/${table}?${query}`
        : `/${pick(["notes", "vault", "drops"])}?body=neq.${encodeURIComponent(text())}&${wellFormed ? "" : query}`;
    const body = wellFormed ? JSON.stringify({ body: text() }) : pick([JSON.stringify({ [text()]: text() }), text()]);
    const sent = await rest.raw(path, {
      method,
      headers: {
        authorization: `Bearer ${pick(tokens)}`,
        "content-type": "application/json",
        prefer: pick([
          "",
          "count=exact",
          "return=representation",
          "resolution=merge-duplicates,return=representation",
          "missing=default",
          "count=planned",
        ]),
      },
      ...(isRead ? {} : { body }),
    });
    const answer = await sent.text();
    statuses.set(sent.status, (statuses.get(sent.status) ?? 0) + 1);
    if (sent.status >= 500) throw new Error(`seed ${SEED}: ${method} ${path} ${body} -> ${sent.status} ${answer}`);
    // Whatever was sent, the generated SQL must be valid.
    if (answer.includes('"message":"syntax error at or near') || answer.includes('"message":"unterminated quoted')) {
      throw new Error(`seed ${SEED}: ${method} ${path} ${body} -> ${answer}`);
    }
    // An error may quote the request, but no row.
    for (const secret of SECRETS) if (answer.includes(secret)) throw new Error(`seed ${SEED}: ${method} ${path} -> ${answer}`);
  };
  for (let round = 0; round < ROUNDS; round += 10) await Promise.all(Array.from({ length: 10 }, attempt));

  expect(await fingerprint()).toEqual(before);
  // Enough requests must reach the database.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(ROUNDS / 8);
  expect(statuses.get(400) ?? 0).toBeGreaterThan(ROUNDS / 10);
  expect((await rest.anyone.from("books").select("id")).data).toHaveLength(4);
});
