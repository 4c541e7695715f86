import { randomBytes, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startApp } from "../support/app.ts";
import { administrator, invoke, member } from "../support/contact.ts";
import type { TestApp } from "../support/start-app.ts";
import { storeSermon, type StoredSermon } from "../support/stored-sermon.ts";
import type { SermonLink } from "../../shared/endpoints/links.ts";

// A link opens one sermon for everybody who has it, until it is taken back, closed or at its end.

let app: TestApp;
let ruth: { id: string; client: SupabaseClient };
let naomi: { id: string; client: SupabaseClient };
let sermon: StoredSermon;

beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: "true" });
  [ruth, naomi] = await Promise.all([member(app), member(app)]);
});
afterAll(() => app.close());
beforeEach(async () => {
  sermon = await storeSermon(app, ruth.id);
});

const call = (name: string, body: object, person = ruth) => invoke(person.client, name, body);
async function makeLink(body: object = {}): Promise<SermonLink> {
  const answer = await call("make-sermon-link", { sermonId: sermon.id, ...body });
  expect(answer).toEqual({ link: expect.anything() });
  return answer["link"] as SermonLink;
}
const listLinks = async (person = ruth): Promise<SermonLink[]> =>
  (await call("list-sermon-links", { sermonId: sermon.id }, person))["links"] as SermonLink[];
const open = (address: string, path = "", init: RequestInit = {}) => fetch(address + path, init);
const FILES = ["", "/sermon.mp3", "/words.json", "/picture.webp", "/card.jpg", "/report"];

/** What a link that opens nothing answers, the same for every reason. */
async function expectGone(address: string, paths = FILES): Promise<void> {
  for (const path of paths) {
    const answer = await open(address, path);
    expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("etag")], path).toEqual([
      404,
      "no-store",
      null,
    ]);
    expect(await answer.text(), path).toContain("<h1>This link opens nothing</h1>");
  }
}

test("whoever has a link reads the sermon without an account, and sees nothing of its giver but what was ticked", async () => {
  const bare = await makeLink();
  const page = await open(bare.address);
  const html = await page.text();
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  for (const words of ["Rest for the Weary", "Somebody gives you this sermon.", "Come to me, all you who labor", "Made with"])
    expect(html).toContain(words);
  for (const secret of [ruth.id, "Ruth", "finding rest", sermon.id, "/storage/", "token="]) expect(html).not.toContain(secret);

  const told = await makeLink({ name: "Ruth <b>", dedication: "For Naomi & Orpah", showsTopic: true });
  const shown = await (await open(told.address)).text();
  for (const words of ["Ruth &#60;b&#62;", "For Naomi &#38; Orpah", "finding rest"]) expect(shown).toContain(words);
});

test("its page is for whoever has the link alone: not indexed, not kept, not told to other sites, and without a framework", async () => {
  const { address } = await makeLink();
  const page = await open(address);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    "x-robots-tag": "noindex, nofollow, noarchive",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("default-src 'none'; script-src 'self'; style-src 'self' 'sha256-"),
  });
  expect(page.headers.get("set-cookie")).toBeNull();
  const html = await page.text();
  expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
  expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script src="/read-along.js" defer>']);
  expect((await fetch(`${app.url}/read-along.js`)).headers.get("content-type")).toContain("javascript");
  const head = await open(address, "", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("the preview shows title and picture, and not the text", async () => {
  const { address } = await makeLink();
  const head = (await (await open(address)).text()).split("</head>")[0] ?? "";
  expect(head).toContain('<meta property="og:title" content="Rest for the Weary">');
  expect(head).toContain(`<meta property="og:image" content="${address}/card.jpg">`);
  expect(head).not.toContain("You have carried much");
  const card = await open(address, "/card.jpg");
  expect(card.headers.get("content-type")).toBe("image/jpeg");
  expect(await sharp(Buffer.from(await card.arrayBuffer())).metadata()).toMatchObject({
    format: "jpeg",
    width: 1200,
    height: 630,
  });
  const again = await fetch(`${address}/card.jpg`, { headers: { "if-none-match": card.headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("its recording is sent in ranges, asked for again with what is known of it, and told of by HEAD", async () => {
  const { address } = await makeLink();
  const whole = await open(address, "/sermon.mp3");
  expect([whole.status, whole.headers.get("content-type"), whole.headers.get("cache-control")]).toEqual([
    200,
    "audio/mpeg",
    "private, no-cache",
  ]);
  expect(Buffer.from(await whole.arrayBuffer()).equals(sermon.audio)).toBe(true);
  const part = await open(address, "/sermon.mp3", { headers: { range: "bytes=100-199" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 100-199/50000"]);
  expect(Buffer.from(await part.arrayBuffer()).equals(sermon.audio.subarray(100, 200))).toBe(true);
  const past = await open(address, "/sermon.mp3", { headers: { range: "bytes=50000-" } });
  expect([past.status, past.headers.get("content-range")]).toEqual([416, "bytes */50000"]);
  const known = await open(address, "/sermon.mp3", { headers: { "if-none-match": whole.headers.get("etag") ?? "" } });
  expect([known.status, await known.text()]).toEqual([304, ""]);
  const head = await open(address, "/sermon.mp3", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), head.headers.get("accept-ranges")]).toEqual([200, "50000", "bytes"]);
  expect((await open(address, "/picture.webp")).headers.get("content-type")).toBe("image/webp");
  expect(await (await open(address, "/words.json")).json()).toMatchObject({ version: 1 });
});

test("plays are counted once for a listener, without asking who it is", async () => {
  const { address } = await makeLink();
  await open(address);
  await open(address, "/sermon.mp3", { method: "HEAD" });
  for (const range of ["bytes=0-1", "bytes=30000-", "bytes=99999-"]) await open(address, "/sermon.mp3", { headers: { range } });
  expect((await listLinks())[0]?.plays).toBe(0);
  for (let i = 0; i < 3; i++) await (await open(address, "/sermon.mp3", { headers: { range: "bytes=0-" } })).arrayBuffer();
  await expect.poll(async () => (await listLinks())[0]?.plays).toBe(1);
});

test("a link that was taken back, ended, closed or never made, and one of a deleted sermon, all answer the same", async () => {
  const [revoked, ended, closed, deleted] = [await makeLink(), await makeLink(), await makeLink(), await makeLink()];
  expect(await call("revoke-sermon-link", { linkId: revoked.id })).toMatchObject({ link: { state: "revoked" } });
  await app.database.query("update public.sermon_links set ends_at = now() - interval '1 second' where id = $1", [ended.id]);
  const admin = await administrator(app);
  expect(await call("close-sermon-link", { linkId: closed.id, reason: "It names a child." }, admin)).toEqual({ success: true });
  for (const { address } of [revoked, ended, closed]) await expectGone(address);
  expect((await listLinks()).map(({ state, closedReason }) => [state, closedReason])).toEqual([
    ["open", null],
    ["closed", "It names a child."],
    ["ended", null],
    ["revoked", null],
  ]);
  expect((await open(deleted.address)).status).toBe(200);
  await ruth.client.from("sermons").delete().eq("id", sermon.id);
  await expectGone(deleted.address);
  expect(await listLinks()).toEqual([]);

  const token = deleted.address.split("/").at(-1) ?? "";
  const wrong = [
    "x",
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase(),
    randomBytes(32).toString("base64url"),
    randomUUID(),
    "%00",
    "%2e%2e%2fetc%2fpasswd",
    "%F0%9F%95%AF",
    "a".repeat(1000),
    "a/b/c/d",
    "..;/admin",
    "'%20or%201=1--",
  ];
  for (const each of wrong) await expectGone(`${app.url}/s/${each}`, ["", "/sermon.mp3"]);
  for (const each of ["/s", "/s/"]) await expectGone(app.url + each, [""]);
});

test("a sermon whose file is lost answers for that file as a link that opens nothing", async () => {
  const { address } = await makeLink();
  await app.service().storage.from("sermon-audio").remove([sermon.audioPath]);
  await expectGone(address, ["/sermon.mp3"]);
  expect((await open(address)).status).toBe(200);
});

test("a sermon that is saved again keeps its links, and one in the trash opens nothing until it is out again", async () => {
  sermon = await storeSermon(app, ruth.id, { content: "# Saved twice\n\nCome and rest." });
  const { address } = await makeLink();
  await app.database.query(
    "insert into public.generations (id, user_id, prompt, prompt_sha256, minutes, voice, state, text_sha256) select $1, $2, 'x', 'x', 5, 'John', 'finished', encode(sha256(convert_to(content, 'UTF8')), 'hex') from public.sermons where id = $1",
    [sermon.id, ruth.id],
  );
  const { rows } = await app.database.query("select title, content from public.sermons where id = $1", [sermon.id]);
  const again = await ruth.client.from("sermons").insert({ user_id: ruth.id, ...rows[0] });
  expect(again.error).toBeNull();
  expect((await open(address)).status).toBe(200);

  await app.database.query("alter table public.sermons add column if not exists deleted_at timestamptz");
  await app.database.query("update public.sermons set deleted_at = now() where id = $1", [sermon.id]);
  await expectGone(address);
  await app.database.query("update public.sermons set deleted_at = null where id = $1", [sermon.id]);
  expect((await open(address)).status).toBe(200);
});

test("a closed account closes its links", async () => {
  const leaver = await member(app);
  const theirs = await storeSermon(app, leaver.id);
  const { link } = (await call("make-sermon-link", { sermonId: theirs.id }, leaver)) as { link: SermonLink };
  expect((await open(link.address)).status).toBe(200);
  await app.service().auth.admin.updateUserById(leaver.id, { ban_duration: "24h" });
  await expectGone(link.address);
  await app.service().auth.admin.deleteUser(leaver.id);
  const left = await app.database.query("select from public.sermon_links where id = $1", [link.id]);
  expect(left.rowCount).toBe(0);
});

test("nobody makes, sees, changes or takes back a link of another's", async () => {
  const link = await makeLink();
  expect(await call("make-sermon-link", { sermonId: sermon.id }, naomi)).toEqual({ status: 404, code: "sermon_not_found" });
  expect(await listLinks(naomi)).toEqual([]);
  expect(await call("change-sermon-link", { linkId: link.id, name: "Naomi" }, naomi)).toEqual({
    status: 404,
    code: "link_not_found",
  });
  expect(await call("revoke-sermon-link", { linkId: link.id }, naomi)).toEqual({ status: 404, code: "link_not_found" });
  expect(await call("close-sermon-link", { linkId: link.id, reason: "x" }, naomi)).toEqual({
    status: 403,
    code: "admin_required",
  });
  expect(await call("list-link-reports", {}, naomi)).toEqual({ status: 403, code: "admin_required" });
  expect((await naomi.client.from("sermon_links").select("id").eq("id", link.id)).data).toEqual([]);
  // Nor does the giver see who closes links, or write rows past the functions.
  expect((await ruth.client.from("sermon_links").select("closed_by")).error).not.toBeNull();
  expect((await ruth.client.from("sermon_links").update({ plays: 1000 }).eq("id", link.id)).error).not.toBeNull();
  expect((await open(link.address)).status).toBe(200);
});

test("what a link shows can be changed under the same address, until it is taken back", async () => {
  const link = await makeLink({ name: "Ruth" });
  const end = new Date(Date.now() + 86_400_000).toISOString();
  const changed = await call("change-sermon-link", { linkId: link.id, dedication: "For Orpah", endsAt: end });
  expect(changed).toEqual({ link: { ...link, name: null, dedication: "For Orpah", endsAt: end } });
  const html = await (await open(link.address)).text();
  expect([html.includes("For Orpah"), html.includes("Ruth")]).toEqual([true, false]);
  await call("revoke-sermon-link", { linkId: link.id });
  expect(await call("revoke-sermon-link", { linkId: link.id })).toMatchObject({ link: { state: "revoked" } });
  expect(await call("change-sermon-link", { linkId: link.id })).toEqual({ status: 409, code: "link_shut" });
});

test("words that could hurt are not put on a page, whenever they were written", async () => {
  const hateful = "All immigrants are vermin";
  const declined = { status: 422, code: "text_declined" };
  const make = (body: object) => call("make-sermon-link", { sermonId: sermon.id, ...body });
  expect(await make({ dedication: hateful })).toEqual(declined);
  expect(await make({ name: hateful })).toEqual(declined);
  expect(await make({ endsAt: "2020-01-01T00:00:00Z" })).toEqual({ status: 400, code: "validation_failed" });
  expect(await make({ name: "a\nb" })).toEqual({ status: 400, code: "validation_failed" });

  const { address } = await makeLink({ showsTopic: true });
  await ruth.client.from("sermons").update({ title: hateful }).eq("id", sermon.id);
  expect(await (await open(address)).text()).not.toContain("vermin");
  expect(await make({ showsTopic: true })).toEqual(declined);
  await ruth.client
    .from("sermons")
    .update({ content: `# Hate\n\n${hateful}.` })
    .eq("id", sermon.id);
  await expectGone(address);
  expect(await make({})).toEqual(declined);
});

test("a sermon that touched danger, or is in memory of somebody, is given away after a second question", async () => {
  const needed = { status: 409, code: "confirmation_needed" };
  expect(await call("make-sermon-link", { sermonId: sermon.id, dedication: "In loving memory of Ruth" })).toEqual(needed);
  await makeLink({ dedication: "In loving memory of Ruth", confirmed: true });
  await ruth.client.from("sermons").update({ title: "My brother took his own life last spring" }).eq("id", sermon.id);
  expect(await call("make-sermon-link", { sermonId: sermon.id })).toEqual(needed);
  await makeLink({ confirmed: true });
});

test("a sermon has ten open links at most, and a person makes fifty in a day", async () => {
  const first = await makeLink();
  for (let i = 1; i < 10; i++) await makeLink();
  expect(await call("make-sermon-link", { sermonId: sermon.id })).toEqual({ status: 409, code: "links_used" });
  await call("revoke-sermon-link", { linkId: first.id });
  await makeLink();
  await app.database.query(
    "insert into public.sermon_links (user_id, sermon_id, revoked_at) select $1, gen_random_uuid(), now() from generate_series(1, 50)",
    [ruth.id],
  );
  expect(await call("make-sermon-link", { sermonId: sermon.id })).toEqual({ status: 429, code: "too_many_links" });
  await app.database.query("delete from public.sermon_links where user_id = $1", [ruth.id]);
});

test("a visitor reports a page without an account, and administrators see what was said and close it", async () => {
  const link = await makeLink();
  const form = await (await open(link.address, "/report")).text();
  expect(form).toContain(`<form method="post" action="${new URL(link.address).pathname}/report">`);
  const send = (fields: Record<string, string>, address = link.address) =>
    open(address, "/report", { method: "POST", body: new URLSearchParams(fields) });
  expect((await send({ reason: "because" })).status).toBe(400);
  const sent = await send({ reason: "private", message: "It tells of my son." });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("<h1>Thank you</h1>")]);
  expect((await send({ reason: "other" }, `${app.url}/s/x`)).status).toBe(404);

  const admin = await administrator(app);
  const { reports } = await call("list-link-reports", {}, admin);
  expect(reports).toEqual([
    expect.objectContaining({
      linkId: link.id,
      address: link.address,
      state: "open",
      reason: "private",
      message: "It tells of my son.",
    }),
  ]);
  await call("close-sermon-link", { linkId: link.id, reason: "It names a child." }, admin);
  await call("close-sermon-link", { linkId: link.id, reason: "Another reason." }, admin);
  await expectGone(link.address);
  expect((await listLinks())[0]).toMatchObject({ state: "closed", closedReason: "It names a child." });
  // What was closed is not given away anew.
  expect(await call("make-sermon-link", { sermonId: sermon.id })).toEqual({ status: 409, code: "links_closed" });
  const { data } = await app.service().rpc("audit_log").eq("action", "sermon_link_closed");
  const trail = data as { actor_id: string; traits: { link_id?: string } }[];
  expect(trail.filter(({ traits }) => traits.link_id === link.id)).toMatchObject([{ actor_id: admin.id }]);
});

test("reports from one network are limited", async () => {
  const { address } = await makeLink();
  const statuses: number[] = [];
  const report = { method: "POST", headers: { "x-forwarded-for": "192.0.2.7" }, body: new URLSearchParams({ reason: "other" }) };
  for (let i = 0; i < 14; i++) statuses.push((await open(address, "/report", report)).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.at(-1)).toBe(429);
});

test("reading and writing of links is not for visitors", async () => {
  for (const name of ["list-sermon-links", "make-sermon-link"])
    expect(await invoke(app.visitor(), name, { sermonId: sermon.id })).toEqual({ status: 401, code: "sign_in_required" });
});
