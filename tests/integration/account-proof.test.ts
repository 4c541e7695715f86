import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { invoke, member } from "../support/contact.ts";
import { mailTo, PASSWORD } from "../support/sign-up.ts";
import { EXPIRE_PROOF_SQL } from "../support/expire-proof.ts";
import type { TestApp } from "../support/start-app.ts";

// Downloading all data and deleting the account need a recent sign-in, so that a device left signed in is not enough.

const NEEDED = { status: 403, code: "reauthentication_needed" };

let app: TestApp;
let database: TestApp["database"];
beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
});
afterAll(() => app.close());

const askForData = async (client: SupabaseClient) => {
  const { data } = await client.auth.getSession();
  const answer = await fetch(`${app.url}/functions/v1/download-my-data`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${data.session?.access_token}` },
    body: "{}",
  });
  if (answer.ok) await answer.arrayBuffer();
  return answer.ok ? { status: answer.status } : { status: answer.status, ...((await answer.json()) as { code: string }) };
};

test("data is refused after an old sign-in until the password is given, and the refusals do not count as downloads", async () => {
  const { id, client } = await member(app);
  await database.query(EXPIRE_PROOF_SQL, [id]);
  for (let i = 0; i < 6; i++) expect(await askForData(client)).toMatchObject(NEEDED);
  expect((await client.auth.updateUser({ current_password: "not this one" })).error?.code).toBe("current_password_invalid");
  expect(await askForData(client)).toMatchObject(NEEDED);
  expect((await client.auth.updateUser({ current_password: PASSWORD })).error).toBeNull();
  expect(await askForData(client)).toEqual({ status: 200 });
});

test("a deletion is refused after an old sign-in until the password or a mailed code is given", async () => {
  const email = "naomi@example.com";
  const { id, client } = await member(app, email);
  await database.query(EXPIRE_PROOF_SQL, [id]);
  const remove = () => invoke(client, "delete-account", { confirmation: email });
  expect(await remove()).toEqual(NEEDED);
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = /^\d{6}$/m.exec((await mailTo(app, email, /code/)).text)?.[0] ?? "";
  expect((await client.auth.updateUser({ nonce })).error).toBeNull();
  expect(await remove()).toEqual({ started: true });
});

test("a session without a recorded sign-in method does not count as a recent sign-in", async () => {
  const { client } = await member(app);
  const { data } = await client.auth.getSession();
  await database.query("update auth.sessions set amr = '[]' where user_id = $1", [data.session?.user.id]);
  expect(await askForData(client)).toMatchObject(NEEDED);
});
