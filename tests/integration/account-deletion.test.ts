import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { TOTP } from "otpauth";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, callFunction } from "../support/calls.ts";
import { mailTo, PASSWORD, payInSandbox } from "../support/sign-up.ts";
import type { TestApp } from "../support/start-app.ts";
import { storeSermon } from "../support/stored-sermon.ts";

// Deleting an account in the whole app: only by its owner, also while a sermon is generated, and the address can sign up again.

let app: TestApp;
let database: TestApp["database"];

beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
});
afterAll(() => app.close());

const accountsWith = async (email: string) => (await database.query("select from auth.users where email = $1", [email])).rowCount;
const storedFiles = async () =>
  (await readdir(join(app.dataDir, "storage"), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
    .length;

/** Names of the tables that contain the text, without those of the payments sandbox. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'stripe_sandbox') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rowCount } = await database.query(`select from ${name} t where strpos(lower(t::text), lower($1)) > 0 limit 1`, [
      text,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

// Concurrent, because the first of them waits for the recording that was cancelled.
describe("deleting an account", { concurrent: true }, () => {
  test("an account that is deleted while a sermon is recorded is closed at once, and all its data is deleted within a minute", async ({
    expect,
  }) => {
    const ruth = await signUpPerson(app, "ruth@example.com");
    const customer = await ruth.client.from("customers").select("stripe_customer_id").single();
    const face = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    await ruth.client.storage.from("avatars").upload(`${ruth.id}-face.png`, face, { contentType: "image/png" });
    await callFunction(app, "generate-sermon", ruth.token, { prompt: "forgiving my father", duration: "5", voice: "John" });
    expect(await tablesWith(ruth.id)).toEqual(expect.arrayContaining(["public.generations", "storage.objects"]));

    const answer = await callFunction(app, "delete-account", ruth.token, { confirmation: "Ruth@Example.com " });
    expect(answer).toEqual({ status: 200, body: { started: true } });
    expect((await ruth.client.auth.refreshSession()).error).not.toBeNull();
    const signIn = await app.visitor().auth.signInWithPassword({ email: ruth.email, password: PASSWORD });
    expect(signIn.error?.code).toMatch(/user_banned|invalid_credentials/);
    const begin = await callFunction(app, "generate-sermon", ruth.token, { prompt: "hope", duration: "5", voice: "John" });
    expect([begin.status, begin.body.code]).toEqual([401, "session_not_found"]);

    await expect.poll(() => tablesWith(ruth.email), { interval: 500, timeout: 60_000 }).toEqual([]);
    expect(await tablesWith(ruth.id)).toEqual(["auth.audit_log_entries"]);
    expect(await storedFiles()).toBe(0);
    const subscriptions = await app.stripe.subscriptions.list({ customer: customer.data?.stripe_customer_id, status: "all" });
    expect(subscriptions.data.map(({ status }) => status)).toEqual(["canceled"]);
    expect((await mailTo(app, ruth.email)).subject).toBe("Your account has been deleted");
    const trail = await app.service().rpc("audit_log").eq("subject_id", ruth.id).in("action", ["account_closed", "user_deleted"]);
    expect(trail.data).toHaveLength(2);
  });

  test("the same address can sign up as a new account, without a second trial, and can subscribe", async ({ expect }) => {
    const email = "naomi@example.com";
    const first = await signUpPerson(app, email);
    await callFunction(app, "delete-account", first.token, { confirmation: email });
    await expect.poll(() => accountsWith(email)).toBe(0);

    const confirmation = () => mailTo(app, email, /confirm/i);
    const former = (await confirmation()).links;
    const client = app.visitor();
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
    expect([error, data.user?.id === first.id]).toEqual([null, false]);
    const trial = await callFunction(app, "create-checkout-session", app.keys.anonKey, {
      email,
      name: "Naomi",
      userId: data.user?.id,
    });
    expect([trial.status, trial.body.code]).toEqual([409, "trial_used"]);

    await expect.poll(async () => (await confirmation()).links).not.toEqual(former);
    const link = (await confirmation()).links.find((url) => url.includes("token_hash")) ?? "";
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
    const { session } = (await client.auth.verifyOtp({ token_hash: token, type: "signup" })).data;
    const status = async () => (await callFunction(app, "check-subscription", session?.access_token ?? "", {})).body;
    expect(await status()).toMatchObject({ subscribed: false, trialAvailable: false, trial: { isInTrial: false } });
    const checkout = await client.functions.invoke("create-checkout-session", { body: { email } });
    await payInSandbox(checkout.data.checkoutUrl);
    await expect.poll(status).toMatchObject({ subscribed: true, status: "active" });
  });

  test("a session without the second factor cannot delete an account that has one", async ({ expect }) => {
    const eve = await signUpPerson(app, "eve@example.com");
    const { data: enrolled } = await eve.client.auth.mfa.enroll({ factorType: "totp" });
    if (enrolled?.type !== "totp") throw new Error("no factor");
    const code = new TOTP({ secret: enrolled.totp.secret }).generate();
    expect((await eve.client.auth.mfa.challengeAndVerify({ factorId: enrolled.id, code })).error).toBeNull();
    const refused = await callFunction(app, "delete-account", eve.token, { confirmation: eve.email });
    expect([refused.status, refused.body.code]).toEqual([403, "insufficient_aal"]);
    expect(await accountsWith(eve.email)).toBe(1);
    const { session } = (await eve.client.auth.getSession()).data;
    expect((await callFunction(app, "delete-account", session?.access_token ?? "", { confirmation: eve.email })).status).toBe(
      200,
    );
  });

  test("an account is deleted only by its signed-in owner, who has to type its address", async ({ expect }) => {
    const mary = await signUpPerson(app, "mary@example.com");
    const confirmation = mary.email;
    for (const [token, body, expected] of [
      [null, { confirmation }, "401 no_authorization"],
      [app.keys.anonKey, { confirmation }, "401 sign_in_required"],
      [app.keys.serviceRoleKey, { confirmation }, "401 sign_in_required"],
      [mary.token, {}, "400 validation_failed"],
      [mary.token, { confirmation: { toString: 1 } }, "400 validation_failed"],
      [mary.token, { confirmation: "mary@example.co" }, "400 confirmation_mismatch"],
    ] as const) {
      const { status, body: answer } = await callFunction(app, "delete-account", token, body);
      expect(`${status} ${answer.code}`).toBe(expected);
    }
    await mary.client.auth.signOut();
    const { status, body } = await callFunction(app, "delete-account", mary.token, { confirmation });
    expect([status, body.code]).toEqual([401, "session_not_found"]);
    expect(await accountsWith(mary.email)).toBe(1);
  });
});

test("of a library nothing is left with its account: what is in the trash, collections, notes, places, links and the feed neither", async () => {
  const anna = await signUpPerson(app, "anna@example.com");
  const filesBefore = await storedFiles();
  const [kept, trashed] = [await storeSermon(app, anna.id), await storeSermon(app, anna.id, { title: "what I regret" })];
  const ids = [kept.id, trashed.id];
  const insert = async (table: string, rows: object[]): Promise<void> =>
    expect((await anna.client.from(table).insert(rows)).error, table).toBeNull();
  const collection = await anna.client.from("collections").insert({ name: "Lent" }).select("id").single();
  await insert(
    "collection_sermons",
    ids.map((sermon_id) => ({ collection_id: collection.data?.id as string, sermon_id })),
  );
  await insert(
    "sermon_notes",
    ids.map((sermon_id) => ({ sermon_id, note: "for the evening" })),
  );
  await insert(
    "sermon_positions",
    ids.map((sermon_id) => ({ sermon_id, seconds: 4 })),
  );
  expect((await anna.client.from("sermons").update({ is_favourite: true }).in("id", ids)).error).toBeNull();
  const links = await Promise.all(
    ids.map((sermonId) => anna.client.functions.invoke("make-sermon-link", { body: { sermonId } })),
  );
  const addresses = links.map(({ data }) => (data as { link: { address: string } }).link.address);
  const feed = await anna.client.functions.invoke("open-podcast-feed", { body: {} });
  expect((await anna.client.rpc("trash_sermons", { p_ids: [trashed.id] })).data).toEqual([trashed.id]);

  const tables = async (): Promise<string[]> => [...new Set((await Promise.all(ids.map(tablesWith))).flat())].toSorted();
  const ofALibrary = ["collection_sermons", "sermon_links", "sermon_notes", "sermon_positions", "sermons"];
  expect(await tables()).toEqual(expect.arrayContaining([...ofALibrary.map((name) => `public.${name}`), "storage.objects"]));
  expect(await tablesWith(anna.id)).toEqual(expect.arrayContaining(["public.collections", "public.podcast_feeds"]));
  expect(await storedFiles()).toBe(filesBefore + 6);
  expect((await fetch(addresses[0] ?? "")).status).toBe(200);

  await callFunction(app, "delete-account", anna.token, { confirmation: anna.email });
  await expect.poll(() => tablesWith(anna.email), { timeout: 60_000, interval: 500 }).toEqual([]);
  expect(await tablesWith(anna.id)).toEqual(["auth.audit_log_entries"]);
  expect(await tables()).toEqual([]);
  for (const words of ["what I regret", "for the evening", String(collection.data?.id)])
    expect(await tablesWith(words)).toEqual([]);
  expect(await storedFiles()).toBe(filesBefore);
  const gone = [...addresses, (feed.data as { address: string }).address];
  expect(await Promise.all(gone.map(async (address) => (await fetch(address)).status))).toEqual([404, 404, 404]);
});

test("the service key deletes an account although another transaction locks its rows in the opposite order", async () => {
  const joanna = await signUpPerson(app, "joanna@example.com");
  // Events of the sign-up that are still processed would lock the same rows.
  await expect
    .poll(async () => (await database.query("select from billing.stripe_events where processed_at is null")).rowCount)
    .toBe(0);
  const holder = new Client({ connectionString: app.ownerUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query("update public.subscriptions set synced_at = now() where user_id = $1", [joanna.id]);
  const deleting = app.service().auth.admin.deleteUser(joanna.id);
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from auth.users%' and datname = current_database()";
  await expect.poll(async () => (await database.query(waiting)).rowCount, { interval: 5 }).toBe(1);
  await holder.query("update public.customers set synced_at = now() where id = $1", [joanna.id]);
  await holder.query("commit");
  await holder.end();
  expect((await deleting).error).toBeNull();
  expect(await accountsWith(joanna.email)).toBe(0);
});
