import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startAccounts, type TestAccounts } from "../../tests/support/account.ts";
import { createPayingSubscriber, type Subscriber } from "../../tests/support/subscribers.ts";
import { unzip } from "../../tests/support/unzip.ts";
import { PaymentsError } from "../vendors/payments/payments.ts";
import { FunctionError } from "../endpoints/errors.ts";
import { archive, type ArchiveFile } from "./archive.ts";
import { downloadMyData } from "./download-my-data.ts";
import { myData } from "./my-data.ts";
import { acquireDownloadLock } from "./download-lock.privileged.ts";

let accounts: TestAccounts;
let server: FastifyInstance;
let payments: TestAccounts["payments"];

beforeAll(async () => {
  accounts = await startAccounts();
  payments = accounts.context.payments;
  server = Fastify();
  server.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof FunctionError)) throw error;
    return reply.code(error.status).send({ code: error.code });
  });
  server.post("/download-my-data", (request, reply) => downloadMyData.answer(accounts.context, request, reply));
});
afterAll(async () => {
  await server.close();
  await accounts.close();
});
afterEach(async () => {
  accounts.context.payments = payments;
  await accounts.query("delete from public.data_downloads");
});

/** A subscriber with a session that has not ended. */
async function signedIn(): Promise<Subscriber & { session: string }> {
  const person = await createPayingSubscriber(accounts);
  const session = randomUUID();
  await accounts.query("insert into auth.sessions (id, user_id, amr) values ($1, $2, '[]')", [session, person.userId]);
  return { ...person, session };
}

async function download({ userId, session }: { userId: string; session: string }): Promise<LightMyRequestResponse> {
  const headers = { "x-caller": JSON.stringify({ role: "authenticated", sub: userId, session_id: session }) };
  const answer = await server.inject({ method: "POST", url: "/download-my-data", headers, payload: {} });
  // The lock is released a moment after the last byte.
  const over = "select from public.data_downloads where user_id = $1 and running_until <= now()";
  if (answer.statusCode === 200) await vi.waitUntil(async () => (await accounts.query(over, [userId])).length);
  return answer;
}
const refusal = (answer: LightMyRequestResponse): string => `${answer.statusCode} ${answer.json<{ code: string }>().code}`;

async function addSermon(userId: string, title: string, at: string): Promise<string> {
  const path = `${userId}/${randomUUID()}/${randomUUID().replaceAll("-", "")}.mp3`;
  await accounts.context.supabase.storage
    .from("sermon-audio")
    .upload(path, new TextEncoder().encode(`sound of ${title}`), { contentType: "audio/mpeg" });
  await accounts.query(
    "insert into public.sermons (user_id, title, content, audio_url, created_at) values ($1, $2, $3, $4, $5)",
    [userId, title, `# ${title}`, path, at],
  );
  return path;
}

test("sermons are named by number and title as every system can store them, the oldest first, whatever the title holds", async () => {
  const person = await signedIn();
  await addSermon(person.userId, "../../etc/Näher  zu Gott?\\", "2026-01-01");
  await addSermon(person.userId, "平安", "2026-01-03");
  await addSermon(person.userId, "x".repeat(2000), "2026-01-02");
  const { rawPayload } = await download(person);
  const names = [...(await unzip(rawPayload)).keys()].filter((name) => name.endsWith(".mp3"));
  expect(names).toEqual(["sermons/001-etc-naher-zu-gott.mp3", `sermons/002-${"x".repeat(60)}.mp3`, "sermons/003-sermon.mp3"]);
});

test("the same data gives the same files again", async () => {
  const person = await signedIn();
  await addSermon(person.userId, "rest", "2026-01-01");
  const [first, second] = [await unzip((await download(person)).rawPayload), await unzip((await download(person)).rawPayload)];
  expect(second).toEqual(first);
  expect(JSON.parse(String(first.get("minutes.json")))).toMatchObject({ present: { base_s: 3600 }, payments: [{ cents: 1499 }] });
  expect(JSON.parse(String(first.get("subscription.json")))).toMatchObject({
    customer: person.customer,
    subscriptions: [{ id: person.subscription, status: "active" }],
    payments: { invoices: [{ amountPaid: 1499, status: "paid" }], purchasesOfMinutes: [] },
  });
});

test("who writes to us from the same address finds their messages; what others wrote is not there", async () => {
  const person = await signedIn();
  for (const [email, message] of [
    [person.email.toUpperCase(), "mine"],
    [`x${person.email}`, "somebody else's"],
  ])
    await accounts.query("insert into public.contact_submissions (name, email, message) values ('n', $1, $2)", [email, message]);
  const messages = JSON.parse(String((await unzip((await download(person)).rawPayload)).get("contact-messages.json")));
  expect(messages).toEqual([expect.objectContaining({ message: "mine" })]);
});

test("a new table with something of a person in it is not forgotten here", async () => {
  const tables = await accounts.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and exists (select from pg_attribute a
       where a.attrelid = c.oid and not a.attisdropped and (a.attname in ('user_id', 'generation_id', 'email') or a.attname = 'id' and exists (
         select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))))
     order by 1`,
  );
  const inTheArchive =
    "collection_sermons collections consents contact_submissions customers generation_steps generations podcast_feeds profiles sermon_links sermon_notes sermon_positions sermons subscriptions trial_uses user_roles writer_memory";
  // Tables without personal content: running deletions and downloads, files to delete, counts of vendor calls. And what is spoken so far of a
  // recording, which is there for minutes and then a file of the archive.
  const beside = "account_deletions data_downloads growing_recording_parts growing_recordings media_deletions vendor_starts";
  expect(tables.map(({ name }) => name)).toEqual(`${inTheArchive} ${beside}`.split(" ").toSorted());
});

test("a sermon that is deleted while the data is collected leaves a note in its place, and the rest is whole", async () => {
  const person = await signedIn();
  const audio = await addSermon(person.userId, "rest", "2026-01-01");
  const caller = { role: "authenticated" as const, sub: person.userId, session_id: person.session };
  const files = await myData(accounts.context, caller, new Date());
  await accounts.query("delete from public.sermons where user_id = $1", [person.userId]);
  await accounts.context.supabase.storage.from("sermon-audio").remove([audio]);
  const sermon = await Promise.all(files.filter(({ name }) => name.startsWith("sermons/")).map((file) => file.read()));
  expect(sermon).toEqual(["null\n", ...Array(2).fill("Deleted while your data was being collected.\n")]);
});

test("one download at a time for each person, and five in an hour", async () => {
  const [person, other] = [await signedIn(), await signedIn()];
  const end = await acquireDownloadLock(accounts.context.db, person.userId);
  expect(refusal(await download(person))).toBe("409 download_running");
  expect((await download(other)).statusCode).toBe(200);
  await end();
  for (let i = 0; i < 4; i++) expect((await download(person)).statusCode).toBe(200);
  expect(refusal(await download(person))).toBe("429 too_many_downloads");
  await accounts.query("update public.data_downloads set counted_from = now() - interval '1 hour'");
  expect((await download(person)).statusCode).toBe(200);
});

test("refused are a session that has ended, an account that is being deleted, and a provider that is away; each frees the turn", async () => {
  const person = await signedIn();
  expect(refusal(await download({ ...person, session: randomUUID() }))).toBe("401 session_not_found");
  accounts.context.payments = { ...payments, listInvoices: () => Promise.reject(new PaymentsError("unavailable", "down")) };
  expect(refusal(await download(person))).toBe("503 payments_unavailable");
  accounts.context.payments = payments;
  expect((await download(person)).statusCode).toBe(200);
  await accounts.query("insert into public.account_deletions (user_id, email) values ($1, $2)", [person.userId, person.email]);
  expect(refusal(await download(person))).toBe("403 account_closed");
});

const SIZE = 1_000_000;

/** Files of random bytes that count how often one was read. */
function counted(count: number, asked: { files: number }, failing?: number): ArchiveFile[] {
  return Array.from({ length: count }, (_, i) => ({
    name: `${i}.bin`,
    at: new Date(0),
    compress: false,
    read: async () => {
      asked.files++;
      if (i === failing) throw new Error("storage is away");
      return Buffer.alloc(SIZE, i);
    },
  }));
}

test("a file is read when its turn has come: who reads slowly, or leaves, does not fill the memory", async () => {
  const asked = { files: 0 };
  const stream = archive(counted(50, asked), new AbortController().signal);
  let taken = 0;
  for await (const chunk of stream) {
    taken += (chunk as Buffer).length;
    // One is being sent, and the next may wait behind it.
    expect(asked.files * SIZE - taken).toBeLessThan(2.5 * SIZE);
    if (taken > 10 * SIZE) break;
  }
  const read = asked.files;
  expect(read).toBeLessThan(14);
  await new Promise(setImmediate);
  expect(asked.files).toBe(read);
});

test("an archive that can't be completed, or takes too long, ends as an error, never as a shorter archive", async () => {
  const drain = async (stream: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of stream);
  };
  await expect(drain(archive(counted(5, { files: 0 }, 3), new AbortController().signal))).rejects.toThrow("storage is away");
  await expect(drain(archive(counted(5, { files: 0 }), AbortSignal.abort()))).rejects.toThrow(/abort/i);
});
