import { randomBytes, randomUUID } from "node:crypto";
import bcrypt from "bcrypt";
import pg from "pg";
import { createSubscriber } from "../support/people.ts";
import type { Program } from "./program.ts";

export const PASSWORD = "a long enough password";
export const COST = 11;
const AUDIO_BYTES = 1_000_000;
const SERMONS = 20;
const CONTENT = "# Rest\n\n*Come.*\n\n## One\n\n".concat("The kettle is on and the street is very quiet. ".repeat(80));

export interface Person {
  id: string;
  email: string;
  /** IP address, sent in X-Forwarded-For. */
  address: string;
}

export interface Honest extends Person {
  /** Id of a sermon with a recording, and the recording's path in its bucket. */
  sermon: string;
  audio: string;
}

/** Networks reserved for documentation (RFC 5737). */
export const HONEST_NETWORK = "198.51.100";
export const HOSTILE_NETWORK = "203.0.113";

export async function addPerson(owner: pg.Pool, hash: string, address: string): Promise<Person> {
  const id = await createSubscriber(owner);
  await owner.query("update auth.users set encrypted_password = $2 where id = $1", [id, hash]);
  return { id, email: `${id}@example.com`, address };
}

export async function addLibrary(owner: pg.Pool, { url, keys }: Program, person: Person): Promise<Honest> {
  const sermon = randomUUID();
  const audio = `${person.id}/${sermon}/${randomBytes(16).toString("hex")}.mp3`;
  const stored = await fetch(`${url}/storage/v1/object/sermon-audio/${audio}`, {
    method: "POST",
    headers: { apikey: keys.serviceRoleKey, authorization: `Bearer ${keys.serviceRoleKey}`, "content-type": "audio/mpeg" },
    body: new Uint8Array(AUDIO_BYTES),
  });
  if (!stored.ok) throw new Error(`the recording was not stored: ${stored.status} ${await stored.text()}`);
  await owner.query(
    `insert into public.sermons (id, user_id, title, content, audio_url)
     select case i when 1 then $2::uuid else gen_random_uuid() end, $1, 'Sermon ' || i, $3, case i when 1 then $4 end
     from generate_series(1, $5::int) i`,
    [person.id, sermon, CONTENT, audio, SERMONS],
  );
  return { ...person, sermon, audio };
}

/** Subscribers with a library, and subscribers with nothing. */
export async function addPeople(
  program: Program,
  count: { honest: number; hostile: number },
): Promise<{ honest: Honest[]; hostile: Person[] }> {
  const owner = new pg.Pool({ connectionString: program.databaseUrl, max: 2 });
  try {
    const hash = await bcrypt.hash(PASSWORD, COST);
    const honest: Honest[] = [];
    const hostile: Person[] = [];
    for (let i = 1; i <= count.honest; i++)
      honest.push(await addLibrary(owner, program, await addPerson(owner, hash, `${HONEST_NETWORK}.${i}`)));
    for (let i = 1; i <= count.hostile; i++) hostile.push(await addPerson(owner, hash, `${HOSTILE_NETWORK}.${i}`));
    return { honest, hostile };
  } finally {
    await owner.end();
  }
}

/** Waits until no generation runs, because its jobs would use the same processors. Returns false if some still run after `withinMs`. */
export async function generationsEnded({ databaseUrl }: Program, withinMs: number): Promise<boolean> {
  const owner = new pg.Client({ connectionString: databaseUrl });
  await owner.connect();
  try {
    for (const deadline = Date.now() + withinMs; Date.now() < deadline;) {
      const running = await owner.query("select from public.generations where state = 'running'");
      if (running.rowCount === 0) return true;
      await owner.query("select pg_sleep(0.2)");
    }
    return false;
  } finally {
    await owner.end();
  }
}
