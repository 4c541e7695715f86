import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { withSecondFactor } from "../support/authenticator.ts";
import { TEST_JWT_SECRET } from "../support/cluster.ts";
import { administrator, FORM, invoke, member, sendForm } from "../support/contact.ts";
import type { TestApp } from "../support/start-app.ts";

// The audit trail records who became an administrator, what they did, and which sessions were ended: as codes and ids, without any text
// that a user wrote.

let app: TestApp;
let database: TestApp["database"];
beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
});
afterAll(() => app.close());

interface Entry {
  action: string;
  actor_id: string | null;
  subject_id: string | null;
  traits: Record<string, unknown>;
}
async function trail(...names: string[]): Promise<Entry[]> {
  const { data, error } = await app.service().rpc("audit_log").in("action", names).order("id");
  if (error) throw error;
  return data as Entry[];
}
const about = async (id: string, ...names: string[]) => (await trail(...names)).filter((entry) => entry.subject_id === id);
const admin = async (...args: string[]): Promise<string> => {
  const script = join(import.meta.dirname, "../../scripts/admin.ts");
  const env = { ...process.env, DATABASE_URL: app.ownerUrl, JWT_SECRET: TEST_JWT_SECRET };
  return (await promisify(execFile)(process.execPath, [script, ...args], { env })).stdout;
};

test("the command that makes an administrator is recorded, and says if the second factor is missing", async () => {
  const email = "ada@example.com";
  const { id, client } = await member(app, email);
  expect(await admin("grant", email)).toBe(
    `${email} is an administrator.\nThe admin pages open once they have set up a second factor, under Security.\n`,
  );
  await withSecondFactor(client);
  expect(await admin("grant", email)).toBe(`${email} was an administrator already.\n`);
  expect(await admin("revoke", email)).toBe(`${email} is no administrator any more.\n`);
  const recorded = { actor_id: null, subject_id: id, traits: { role: "admin", by: "cli" } };
  expect(await about(id, "role_granted", "role_revoked")).toMatchObject([
    { action: "role_granted", ...recorded },
    { action: "role_revoked", ...recorded },
  ]);
});

test("a role that is granted by the service key or SQL, moved to another account or deleted with its account is recorded", async () => {
  const [one, two] = [await administrator(app), await member(app)];
  expect(await about(one.id, "role_granted")).toMatchObject([{ traits: { role: "admin", by: "service_role" } }]);
  await database.query("update public.user_roles set user_id = $2 where user_id = $1", [one.id, two.id]);
  expect(await about(one.id, "role_revoked")).toMatchObject([{ traits: { role: "admin", by: "sql" } }]);
  expect(await about(two.id, "role_granted")).toMatchObject([{ traits: { role: "admin", by: "sql" } }]);
  await app.service().auth.admin.deleteUser(two.id);
  expect(await about(two.id, "role_revoked")).toHaveLength(1);
});

test("what an administrator does with a message is recorded, without the texts", async () => {
  const ada = await administrator(app);
  const id = await sendForm(app, { message: "a private matter" });
  const mark = (_status: string, _admin_notes: string | null) =>
    ada.client.rpc("update_submission_status", { _submission_id: id, _status, _admin_notes });
  await mark("new", null);
  await mark("resolved", "a private note");
  const data = { submission_id: id, to_email: FORM.email, to_name: "Ruth", subject: "A private subject", message: "Private." };
  expect(await invoke(ada.client, "handle-email", { action: "reply_to_submission", data })).toMatchObject({ success: true });
  await ada.client.from("contact_submissions").update({ status: "new" }).eq("id", id);
  const entries = await trail("contact_status_changed", "contact_notes_changed", "contact_replied");
  const { rows } = await database.query<{ id: string }>(
    "select id from public.contact_mails where submission_id = $1 and kind = 'reply'",
    [id],
  );
  expect(entries.filter(({ actor_id: actor }) => actor === ada.id)).toMatchObject([
    { action: "contact_status_changed", subject_id: null, traits: { submission_id: id, from: "new", to: "resolved" } },
    { action: "contact_notes_changed", traits: { submission_id: id } },
    { action: "contact_replied", traits: { submission_id: id, mail_id: rows[0]?.id } },
    { action: "contact_status_changed", traits: { submission_id: id, from: "responded", to: "new" } },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/private|ruth/i);
});

test("ended sessions are recorded: a chosen one, all others, those ended by a new password or a second factor", async () => {
  const email = "naomi@example.com";
  const { id, client } = await member(app, email);
  const elsewhere = async () =>
    (await app.visitor().auth.signInWithPassword({ email, password: "a long enough password" })).error;
  const ended = () => about(id, "logout");
  expect(await elsewhere()).toBeNull();
  const { data: sessions } = await client.rpc("list_sessions");
  const other = (sessions as { id: string; is_current: boolean }[]).find(({ is_current: current }) => !current);
  expect((await client.rpc("end_session", { p_session: other?.id })).data).toBe(true);
  expect((await client.rpc("end_session", { p_session: other?.id })).data).toBe(false);
  await elsewhere();
  await elsewhere();
  await client.auth.signOut({ scope: "others" });
  await elsewhere();
  await client.auth.updateUser({ password: "battery staple" });
  await app.visitor().auth.signInWithPassword({ email, password: "battery staple" });
  await withSecondFactor(client);
  await client.auth.signOut();
  expect((await ended()).map(({ actor_id: actor, traits }) => ({ mine: actor === id, traits }))).toEqual([
    { mine: true, traits: { scope: "one", session_id: other?.id } },
    { mine: true, traits: { scope: "others", ended: 2 } },
    { mine: true, traits: { scope: "others", ended: 1, reason: "password_changed" } },
    { mine: true, traits: { scope: "others", ended: 1, reason: "factor_verified" } },
    { mine: true, traits: { scope: "global", ended: 1 } },
  ]);
});
