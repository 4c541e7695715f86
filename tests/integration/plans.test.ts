import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { seedScale } from "../../scripts/scale-rows.ts";
import { createDatabase, type TestDatabase } from "../support/database.ts";
import { collectPlans, rowsRead, tellPlans, type Statement } from "../support/plans.ts";
import { SCHEDULED, signInSeeded, stepsOf } from "../support/screens.ts";
import { startAppOn, type TestApp } from "../support/start-app.ts";

// docs/decisions/074-plans-at-size.md. What is asserted does not depend on the size: a statement reads no more rows of a table than
// belong to whoever asks, and what it shows.

const PEOPLE = 505;
/** A person has 36 sermons, some of which have files. */
const SIZES = { people: PEOPLE, sermons: 20_000, words: 12, filesOfOneIn: 5 };
const ORDINARY = 7;
const ANOTHER = 9;
const LEAVING = 11;
const ADMINISTRATOR = 12;

/** Fewer than there are people: a statement that reads more has looked at others' rows. */
const MOST_ROWS = 300;

let database: TestDatabase;
let app: TestApp;
let plans: ReturnType<typeof collectPlans>;

beforeAll(async () => {
  database = await createDatabase({ maxConnections: 12 });
  const owner = await database.db.owner.connect();
  await seedScale(owner, SIZES);
  owner.release(true);
  const name = new URL(database.ownerUrl).pathname.slice(1);
  await tellPlans(inject("cluster").adminUrl, name);
  plans = collectPlans();
  plans.begin("start");
  app = await startAppOn(database.ownerUrl);
});
afterAll(async () => {
  plans?.stop();
  await app?.close();
  await database?.drop();
});

/** Steps that are refused: rows are there, bytes are not. */
const REFUSED = ["sermon: its words' times", "feed: an episode", "auth: a wrong password"];

/** Somebody takes each step of each screen; answers those that were refused or have failed. */
async function walk(who: number, app: TestApp): Promise<string[]> {
  const failed: string[] = [];
  const admin = await signInSeeded(app, ADMINISTRATOR);
  await app.database.query("insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing", [
    admin.id,
  ]);
  const person = await signInSeeded(app, who);
  const opened = await person.client.functions.invoke("open-podcast-feed", { body: {} });
  const secret = /podcast\/([^/]+)\//.exec(opened.data.address)?.[1] ?? "";
  const link = await person.client.functions.invoke("make-sermon-link", {
    body: { sermonId: person.sermons[4]?.id, confirmed: true },
  });
  for (const [step, work] of stepsOf(app, person, { admin, secret, given: link.data.link.address })) {
    plans.begin(step);
    const answer = await work();
    const isRefused = answer instanceof Response ? !answer.ok : (answer as { error: unknown }).error !== null;
    if (isRefused) failed.push(step);
  }
  return failed;
}

/** A sermon of the walk is recorded, which takes long on a busy machine. */
const RECORDED_MS = 100_000;

/** Waits until no job is left that could run now. */
async function jobsAreDone(): Promise<void> {
  const waiting =
    "select task_identifier, last_error from graphile_worker.jobs where attempts < max_attempts and run_at <= now()";
  await expect.poll(async () => (await app.database.query(waiting)).rows, { timeout: RECORDED_MS }).toEqual([]);
}

async function jobs(): Promise<void> {
  plans.begin("jobs of the walk");
  await jobsAreDone();
  for (const name of SCHEDULED) {
    plans.begin(`job: ${name}`);
    await app.database.query("select jobs.enqueue($1, '{}')", [name]);
    await jobsAreDone();
  }
  const { id, session } = await signInSeeded(app, LEAVING);
  plans.begin("job: delete-account");
  const closed = await app.database.query<{ id: string }>("select public.close_account($1, $2) as id", [id, session]);
  await app.database.query("select jobs.enqueue('delete-account', jsonb_build_object('id', $1::text))", [closed.rows[0]?.id]);
  await jobsAreDone();
}

/** What may read a whole table, and why. */
const ALLOWED: [start: string, why: string][] = [
  [
    "delete from auth.sessions where id in (",
    "once an hour, by two comparisons of times; an index would cost each refresh of a token",
  ],
  [
    "update billing.referrals set code = 'deleted account'",
    "once for each account that ends; people who change their profile may not call the function that an index of its spellings would need",
  ],
];

/** Statements that have read more rows of a table than they had to, each once. */
async function offenders(statements: readonly Statement[]): Promise<string[]> {
  const large = await app.database.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace <> 'pg_catalog'::regnamespace and reltuples > $1",
    [MOST_ROWS],
  );
  const names = new Set(large.rows.map(({ name }) => name));
  const found = statements
    .filter(({ sql }) => !ALLOWED.some(([start]) => sql.trim().startsWith(start)))
    .flatMap(({ step, sql, nodes }) =>
      nodes
        .filter((node) => names.has(node["Relation Name"] ?? "") && rowsRead(node) > MOST_ROWS)
        .map(
          (node) => `${step}: ${node["Node Type"]} of ${rowsRead(node)} in ${node["Relation Name"]}: ${sql.trim().slice(0, 200)}`,
        ),
    );
  return [...new Set(found)];
}

test("no statement of a screen or a job reads rows of others", async () => {
  expect(await walk(ORDINARY, app)).toEqual(REFUSED);
  await jobs();
  expect(await offenders(plans.statements)).toEqual([]);
});

test("nor with the plans that are kept for statements which come again and again", async () => {
  const name = new URL(database.ownerUrl).pathname.slice(1);
  await database.db.owner.query(`alter database "${name}" set plan_cache_mode = force_generic_plan`);
  const before = plans.statements.length;
  const kept = await startAppOn(database.ownerUrl);
  try {
    expect(await walk(ANOTHER, kept)).toEqual(REFUSED);
    expect(await offenders(plans.statements.slice(before))).toEqual([]);
  } finally {
    await kept.close();
    await database.db.owner.query(`alter database "${name}" reset plan_cache_mode`);
  }
});

test("what refers to a row that is deleted is found by an index", async () => {
  const { rows } = await app.database.query<{ key: string }>(
    // One that leaves rows out serves if they are those that refer to nothing.
    `select c.conrelid::regclass || ' ' || c.conname as key
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace::regnamespace::text in ('public', 'auth', 'billing', 'storage')
       and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
         and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
     order by 1`,
  );
  expect(rows.map(({ key }) => key)).toEqual([]);
});

test("a missing index is noticed", async () => {
  await app.database.query("drop index public.sermons_newest, public.sermons_of_user");
  const person = await signInSeeded(app, ORDINARY);
  plans.begin("library without its index");
  await person.client.from("sermons").select("id").eq("user_id", person.id).order("created_at", { ascending: false }).limit(24);
  const found = await offenders(plans.statements.filter(({ step }) => step === "library without its index"));
  expect(found).toEqual([expect.stringMatching(/Scan of \d+ in sermons/)]);
});
