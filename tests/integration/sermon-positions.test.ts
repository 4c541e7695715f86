import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { signUpPerson, type Person } from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// Where one stopped in a sermon: the newest place wins, and it is nobody else's.

let app: TestApp;
let ruth: Person;
let naomi: Person;
let sermon: string;

beforeAll(async () => {
  app = await startApp();
  ruth = await signUpPerson(app, "ruth@example.com");
  naomi = await signUpPerson(app, "naomi@example.com");
});
afterAll(() => app.close());
beforeEach(async () => {
  const { data } = await ruth.client.from("sermons").insert({ title: "rest", content: "# Rest" }).select("id").single();
  sermon = data?.id;
});

const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();
const store = (seconds: number, updated_at: string, heard = false) =>
  ruth.client
    .from("sermon_positions")
    .upsert({ user_id: ruth.id, sermon_id: sermon, seconds, heard, updated_at }, { onConflict: "user_id,sermon_id" });
const stored = async () =>
  (await ruth.client.from("sermon_positions").select("seconds,heard,updated_at").eq("sermon_id", sermon).maybeSingle()).data;

test("a place that was noted without a network and arrives late does not undo a newer one, but a sermon heard stays heard", async () => {
  const [older, newer] = [ago(60), ago(10)];
  expect((await store(200, newer)).error).toBeNull();
  expect((await store(30, older, true)).error).toBeNull();
  expect(await stored()).toMatchObject({ seconds: 200, heard: true });
  expect((await store(210, ago(1))).error).toBeNull();
  expect(await stored()).toMatchObject({ seconds: 210, heard: true });
});

test("a clock that is ahead counts as now", async () => {
  await store(30, ago(-86_400));
  expect(Date.parse((await stored())?.updated_at)).toBeLessThanOrEqual(Date.now() + 1000);
  await expect.poll(async () => (await store(40, ago(0))).error).toBeNull();
  expect(await stored()).toMatchObject({ seconds: 40 });
});

test("nobody sees, notes or forgets a place in another's sermon", async () => {
  await store(30, ago(10));
  const theirs = naomi.client.from("sermon_positions");
  expect((await theirs.select("*")).data).toEqual([]);
  expect((await theirs.insert({ sermon_id: sermon, seconds: 5 })).error?.code).toBe("42501");
  expect((await theirs.insert({ user_id: ruth.id, sermon_id: sermon, seconds: 5 })).error?.code).toBe("42501");
  expect((await theirs.delete().eq("sermon_id", sermon).select()).data).toEqual([]);
  expect(await stored()).toMatchObject({ seconds: 30 });
});

test("the sermon to go on with comes with its topic, and a place goes with its sermon and with the account", async () => {
  await store(30, ago(0));
  const last = await ruth.client
    .from("sermon_positions")
    .select("sermon_id,seconds,sermons!inner(title)")
    .gt("seconds", 0)
    .order("updated_at", { ascending: false })
    .limit(1)
    .maybeSingle();
  expect(last.data).toEqual({ sermon_id: sermon, seconds: 30, sermons: { title: "rest" } });
  await ruth.client.from("sermons").delete().eq("id", sermon);
  expect(await stored()).toBeNull();
  const left = "select from public.sermon_positions where user_id = $1";
  expect((await app.database.query(left, [ruth.id])).rowCount).toBeGreaterThan(0);
  expect((await app.service().auth.admin.deleteUser(ruth.id)).error).toBeNull();
  expect((await app.database.query(left, [ruth.id])).rowCount).toBe(0);
});
