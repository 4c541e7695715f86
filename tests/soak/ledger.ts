import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import bcrypt from "bcrypt";
import pg from "pg";
import { z } from "zod";
import type { Installation } from "./installations.ts";
import { addPerson, PASSWORD, type Person } from "./people.ts";
import { DELIBERATE, NO_ANSWER, record, timed, type SamplesByName } from "./samples.ts";

/** A cheap hash: these people sign in once. */
const COST = 4;
const CLIENTS = 8;
const REQUEST_MS = 60_000;
const SETTLE_MS = 300_000;
const FILE_BYTES = 20_000;

/**
 * How calls may end that are not acknowledged: no process, no database or no room (with a code and Retry-After), a statement whose time was over while
 * PostgreSQL stood still (500 as PostgREST's), or a sermon that takes longer.
 */
const EXPECTED = [NO_ANSWER, DELIBERATE, "500 57014", "504 still_running"];

const session = z.object({ access_token: z.string() });
const owners = z.array(z.object({ user_id: z.string() }));
const generated = z.object({ generationId: z.string() });

/** What was asked for, and what of it was acknowledged. */
export interface Ledger {
  /** Resolves after so many further acknowledgements. */
  more(count: number): Promise<void>;
  /** Has one more person ask for a sermon; resolves when the request has been sent. */
  askForSermon(): Promise<void>;
  /** Stops all, waits for the sermons, and compares with the installation. Each sentence is something lost, doubled or unreadable. */
  audit(): Promise<{ problems: string[]; counts: string }>;
}

async function withOwner<T>(installation: Installation, work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const owner = new pg.Pool({ connectionString: await installation.databaseUrl(), max: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Lets eight people save sermons, read theirs, store files and sign up as fast as they are answered, until `audit`. */
export async function keepLedger(installation: Installation): Promise<Ledger> {
  const { keys, urls } = installation;
  const hash = await bcrypt.hash(PASSWORD, COST);
  const newPerson = (): Promise<Person> => withOwner(installation, (owner) => addPerson(owner, hash, "127.0.0.1"));
  const samples: SamplesByName = {};
  const asked = { rows: new Set<string>(), accounts: new Set<string>() };
  const kept = {
    rows: new Set<string>(),
    files: new Map<string, string>(),
    accounts: new Set<string>(),
    sermons: new Set<string>(),
  };
  const progress = { acknowledged: 0, stopped: false, mixedUp: 0 };

  const call = async (
    name: string,
    token: string,
    path: string,
    init: { body?: BodyInit; headers?: Record<string, string> } = {},
  ) => {
    const url = urls[Math.floor(Math.random() * urls.length)] ?? "";
    const headers = {
      apikey: keys.anonKey,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...init.headers,
    };
    const ending = await timed(() =>
      fetch(`${url}${path}`, {
        method: init.body === undefined ? "GET" : "POST",
        ...init,
        headers,
        signal: AbortSignal.timeout(REQUEST_MS),
      }),
    );
    record(samples, name, ending);
    const isKept = ending.status !== null && ending.status < 300;
    if (isKept) progress.acknowledged++;
    return { ...ending, isKept };
  };
  const signIn = async ({ email }: Person): Promise<string> => {
    const body = JSON.stringify({ email, password: PASSWORD });
    const { text } = await call("sign in", keys.anonKey, "/auth/v1/token?grant_type=password", { body });
    return session.parse(JSON.parse(text)).access_token;
  };

  const saveRow = async (person: Person, token: string): Promise<void> => {
    const title = randomUUID();
    asked.rows.add(title);
    const body = JSON.stringify({ user_id: person.id, title, content: "Come, and rest a while." });
    if ((await call("save a sermon", token, "/rest/v1/sermons", { body })).isKept) kept.rows.add(title);
  };
  const storeFile = async (person: Person): Promise<void> => {
    const path = `${person.id}/${randomUUID()}/${randomBytes(16).toString("hex")}.mp3`;
    const body = randomBytes(FILE_BYTES);
    const headers = { "content-type": "audio/mpeg", apikey: keys.serviceRoleKey };
    const to = `/storage/v1/object/sermon-audio/${path}`;
    if ((await call("store a file", keys.serviceRoleKey, to, { body, headers })).isKept)
      kept.files.set(path, createHash("sha256").update(body).digest("hex"));
  };
  const readOwn = async (person: Person, token: string): Promise<void> => {
    const { isKept, text } = await call("read one's sermons", token, "/rest/v1/sermons?select=user_id&limit=20");
    if (isKept && owners.parse(JSON.parse(text)).some(({ user_id }) => user_id !== person.id)) progress.mixedUp++;
  };
  const signUp = async (): Promise<void> => {
    const email = `${randomUUID()}@example.com`;
    asked.accounts.add(email);
    const body = JSON.stringify({ email, password: PASSWORD });
    if ((await call("sign up", keys.anonKey, "/auth/v1/signup", { body })).isKept) kept.accounts.add(email);
  };
  const client = async (person: Person, token: string): Promise<void> => {
    while (!progress.stopped) {
      const choice = Math.random();
      await (choice < 0.2
        ? readOwn(person, token)
        : choice < 0.6
          ? saveRow(person, token)
          : choice < 0.97
            ? storeFile(person)
            : signUp());
      await pause(Math.random() * 40);
    }
  };

  const clients: Promise<void>[] = [];
  for (let i = 0; i < CLIENTS; i++) {
    const person = await newPerson();
    clients.push(client(person, await signIn(person)));
  }
  const sermons: Promise<void>[] = [];

  return {
    async more(count) {
      const enough = progress.acknowledged + count;
      while (progress.acknowledged < enough) await pause(5);
    },
    async askForSermon() {
      const token = await signIn(await newPerson());
      const body = JSON.stringify({ prompt: "I lie awake worrying about my daughter", duration: "5", voice: "John" });
      const asking = async (): Promise<void> => {
        const { isKept, text } = await call("ask for a sermon", token, "/functions/v1/generate-sermon", { body });
        if (isKept) kept.sermons.add(generated.parse(JSON.parse(text)).generationId);
      };
      sermons.push(asking());
    },
    async audit() {
      progress.stopped = true;
      await Promise.all([...clients, ...sermons]);
      const problems: string[] = [];
      let givenUp = 0;
      await withOwner(installation, async (owner) => {
        for (const deadline = Date.now() + SETTLE_MS; ; await pause(200)) {
          const running = await owner.query("select from public.generations where state = 'running'");
          if (running.rowCount === 0) break;
          if (Date.now() > deadline) {
            problems.push(`${running.rowCount} sermons did not end`);
            break;
          }
        }
        const count = async (sql: string, values: Iterable<string>): Promise<Map<string, number>> => {
          const { rows } = await owner.query<{ name: string; count: number }>(sql, [[...values]]);
          return new Map(rows.map((row) => [row.name, row.count]));
        };
        const compare = (what: string, all: Iterable<string>, mustBe: ReadonlySet<string>, found: Map<string, number>): void => {
          for (const name of all) {
            const times = found.get(name) ?? 0;
            if (times > 1) problems.push(`${what} ${name} is there ${times} times`);
            if (times === 0 && mustBe.has(name)) problems.push(`${what} ${name} was acknowledged and is lost`);
          }
        };
        const rowsBy = (table: string, column: string) =>
          `select ${column}::text as name, count(*)::int from ${table} where ${column}::text = any($1) group by 1`;
        compare("the sermon", asked.rows, kept.rows, await count(rowsBy("public.sermons", "title"), asked.rows));
        compare("the account", asked.accounts, kept.accounts, await count(rowsBy("auth.users", "email"), asked.accounts));
        const whole = await count(
          `select g.id::text as name, count(*)::int from public.generations g join public.sermons s using (id)
           where g.state = 'finished' and s.audio_url is not null and s.image_url is not null and g.id::text = any($1) group by 1`,
          kept.sermons,
        );
        // A step that was running in each of ten crashes is given up, since it may be what crashes. The text is kept, and the person can ask for the
        // rest again (server/sermons/generation-step.privileged.ts).
        const given = await owner.query<{ name: string }>(
          `select distinct generation_id::text as name from public.generation_steps join public.sermons s on s.id = generation_id
           where error_code = 'gave_up' and tries >= 10 and s.content <> '' and generation_id::text = any($1)`,
          [[...kept.sermons]],
        );
        givenUp = given.rows.length;
        const crashed = new Set(given.rows.map(({ name }) => name));
        compare("the whole sermon", kept.sermons, new Set([...kept.sermons].filter((id) => !crashed.has(id))), whole);
      });
      for (const [path, digest] of kept.files) {
        const file = await fetch(`${urls[0]}/storage/v1/object/sermon-audio/${path}`, {
          headers: { apikey: keys.serviceRoleKey, authorization: `Bearer ${keys.serviceRoleKey}` },
        });
        const bytes = Buffer.from(await file.arrayBuffer());
        if (!file.ok || createHash("sha256").update(bytes).digest("hex") !== digest)
          problems.push(`the file ${path} was acknowledged and is not what was stored (${file.status})`);
      }
      if (progress.mixedUp > 0) problems.push(`people were shown another's sermons, ${progress.mixedUp} times`);
      for (const [name, { endings }] of Object.entries(samples))
        for (const [ending, times] of Object.entries(endings))
          if (!ending.startsWith("2") && !EXPECTED.some((expected) => ending.startsWith(expected)))
            problems.push(`${name} was answered ${ending}, ${times} times`);
      const counts = `${kept.rows.size} rows, ${kept.files.size} files, ${kept.accounts.size} accounts, ${kept.sermons.size} sermons, ${givenUp} of which were running in ten crashes`;
      return { problems, counts };
    },
  };
}

/** Audits, and prints what was acknowledged and each problem. Resolves with whether there is none. */
export async function passesAudit(ledger: Ledger, installation: Installation, what: string): Promise<boolean> {
  const { problems, counts } = await ledger.audit();
  console.log(`\n${what}; acknowledged ${counts}`);
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  if (problems.length > 0) console.log(installation.said());
  return problems.length === 0;
}

/** Says how a whole run ended, and sets the exit code. */
export function endRun(passed: boolean): void {
  console.log(passed ? "ok: nothing acknowledged was lost, and nothing doubled." : "Something was lost, doubled or unreadable.");
  process.exitCode = passed ? 0 : 1;
}
