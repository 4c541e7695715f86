import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS } from "../../shared/endpoints/all.ts";
import { startApp } from "../support/app.ts";
import {
  signUpPerson as signUpAt,
  callFunction,
  raw as rawRequest,
  streamText,
  type Answer,
  type Person,
  type RawAnswer,
} from "../support/calls.ts";
import type { TestApp } from "../support/start-app.ts";

// Attacks by another user and by a visitor that involve several APIs. What one API refuses by itself is tested
// beside its code.

const TOPIC = "forgiving my father";

let app: TestApp;
let database: TestApp["database"];
let ruth: Person;
let eve: Person;
let sermon: { id: string; content: string; audio_url: string; image_url: string };

const signUp = (email: string) => signUpAt(app, email);
const call = (name: string, token: string | null, body: unknown) => callFunction(app, name, token, body);
const raw = (path: string, headers?: Record<string, string>, body?: string) => rawRequest(app, path, headers, body);
const stream = (token: string, topic: string, chunks?: number) => streamText(app, token, topic, chunks);

beforeAll(async () => {
  app = await startApp();
  ({ database } = app);
  [ruth, eve] = await Promise.all([signUp("ruth@example.com"), signUp("eve@example.com")]);
});
afterAll(() => app.close());

test("two tabs, a reader who disconnects and one who stays get one sermon, with one recording and one picture", async () => {
  const ask = () => call("generate-sermon", ruth.token, { prompt: TOPIC, duration: "5", voice: "John" });
  const [one, two, left, stayed] = await Promise.all([ask(), ask(), stream(ruth.token, TOPIC, 1), stream(ruth.token, TOPIC)]);
  expect(one.status).toBe(200);
  expect(two).toEqual(one);
  const { sermon: content = "", generationId = "" } = one.body;
  expect(left[0]).toEqual({ event: "started", data: { generationId } });
  expect(stayed.at(-1)).toEqual({ event: "done", data: { sermon: content, generationId } });

  const speak = () => call("generate-voice", ruth.token, { text: content, voice: "John", generationId });
  const draw = () => call("generate-image", ruth.token, { prompt: TOPIC, generationId });
  const [voice, voiceAgain, image, imageAgain] = await Promise.all([speak(), speak(), draw(), draw()]);
  expect([voice.status, image.status]).toEqual([200, 200]);
  expect([voiceAgain, imageAgain]).toEqual([voice, image]);

  const saved = async () => (await ruth.client.from("sermons").select("id, content, audio_url, image_url")).data;
  await expect
    .poll(saved)
    .toEqual([{ id: generationId, content, audio_url: voice.body.audioFileName, image_url: image.body.fileName }]);
  [sermon] = (await saved()) as [typeof sermon];
  const { rows } = await database.query("select vendor, count(*)::int from public.vendor_starts group by 1 order by 1");
  expect(rows).toEqual(["image", "voice", "writer"].map((vendor) => ({ vendor, count: 1 })));
});

test("a token that is forged, of another installation, unsigned or expired, and the public key, open no function, row or file", async () => {
  const unsigned = [
    { alg: "none", typ: "JWT" },
    { role: "service_role", sub: ruth.id },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signed = (secret: string, seconds: number): Promise<string> =>
    new SignJWT({ role: "service_role", sub: ruth.id })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(Buffer.from(secret));
  const bad = [
    `${unsigned}.`,
    "x.y.z",
    `${ruth.token.slice(0, -4)}AAAA`,
    await signed("the secret of another project, 0123456789", 60),
    await signed(app.keys.jwtSecret, -60),
  ];
  const functions: [string, object][] = [
    ["check-subscription", {}],
    ["create-checkout-session", { email: ruth.email, userId: ruth.id }],
    ["complete-sign-up", { session_id: "cs_test_1", user_id: ruth.id }],
    ["read-topic", { prompt: "rest" }],
    ["generate-sermon", { prompt: "rest", duration: "5" }],
    ["rewrite-sermon", { sermonId: sermon.id, reading: "grief.self" }],
    ["generate-voice", { text: sermon.content, voice: "John" }],
    ["generate-image", { prompt: TOPIC }],
    ["billing-overview", {}],
    ["cancel-subscription", {}],
    ["create-customer-portal-session", {}],
    ["purchase-additional-minutes", { minutes: 10 }],
    ["resume-subscription", {}],
    ["delete-account", { confirmation: ruth.email }],
    ["download-my-data", {}],
    ["export-sermon", { sermonId: sermon.id, format: "pdf" }],
    ["export-book", { sermonIds: [sermon.id] }],
    ["open-podcast-feed", {}],
    ["list-sermon-links", { sermonId: sermon.id }],
    ["make-sermon-link", { sermonId: sermon.id }],
    ["change-sermon-link", { linkId: sermon.id }],
    ["revoke-sermon-link", { linkId: sermon.id }],
    ["list-link-reports", {}],
    ["close-sermon-link", { linkId: sermon.id, reason: "harm" }],
  ];
  const closed = Object.values(ENDPOINTS).filter(({ caller }) => caller !== "visitor");
  expect(functions.map(([name]) => name).toSorted()).toEqual(closed.map(({ name }) => name).toSorted());
  for (const [name, body] of functions) {
    for (const token of bad)
      expect(await call(name, token, body), name).toMatchObject({ status: 401, body: { code: "bad_jwt" } });
    expect(await call(name, null, body), name).toMatchObject({ status: 401, body: { code: "no_authorization" } });
  }
  for (const [name, body] of functions.filter(([name]) => !/^(create-checkout|complete)/.test(name)))
    expect(await call(name, app.keys.anonKey, body), name).toMatchObject({ status: 401, body: { code: "sign_in_required" } });

  const doors = [
    "/rest/v1/sermons",
    "/auth/v1/user",
    "/auth/v1/admin/users",
    `/storage/v1/object/sermon-audio/${sermon.audio_url}`,
  ];
  for (const door of doors)
    for (const token of [...bad, app.keys.anonKey]) {
      const answer = await raw(door, { apikey: app.keys.anonKey, authorization: `Bearer ${token}` });
      expect(answer.status, door).toBeGreaterThanOrEqual(400);
      expect(answer.status, door).toBeLessThan(500);
      expect(answer.body).not.toContain(sermon.id);
    }
});

test("whatever a body holds, a function answers with a code of its own and never fails", async () => {
  const bodies = [
    "",
    "{",
    "null",
    "[]",
    '"text"',
    "1",
    '{"__proto__":{"userId":"x"}}',
    `{"prompt":${"[".repeat(100_000)}${"]".repeat(100_000)},"duration":"5"}`,
    JSON.stringify({ prompt: "x".repeat(1024 * 1024), duration: "5" }),
    JSON.stringify({ prompt: "🙏".repeat(1001), duration: "5" }),
    JSON.stringify({ prompt: " \n\t ", duration: "5" }),
    JSON.stringify({ prompt: "rest", duration: 5 }),
    JSON.stringify({ prompt: "rest", duration: "5", voice: "constructor" }),
    JSON.stringify({ prompt: "rest", duration: "5", idempotencyKey: "' or true --" }),
    JSON.stringify({ text: "x".repeat(15_001), voice: "John" }),
    JSON.stringify({ text: "x", voice: "John", generationId: "../../x" }),
  ];
  for (const name of ["generate-sermon", "generate-voice", "generate-image", "purchase-additional-minutes"])
    for (const body of bodies) {
      const { status, body: answer } = await call(name, eve.token, body);
      expect([400, 403, 413], `${name} ${body.slice(0, 60)}`).toContain(status);
      expect(answer.code).toMatch(/^[a-z_]+$/);
    }
  expect((await eve.client.from("generations").select("id")).data).toEqual([]);
});

test("text that can't be stored and malformed numbers are refused before anything starts", async () => {
  const bad: [string, object][] = [
    ["generate-sermon", { prompt: "a\0b", duration: "5" }],
    ["generate-sermon", { prompt: "\ud800", duration: "5" }],
    ["generate-sermon", { prompt: "rest", duration: "0x5" }],
    ["generate-sermon", { prompt: "rest", duration: " 5 " }],
    ["complete-sign-up", { session_id: "cs_\0", user_id: eve.id }],
    ["create-checkout-session", { email: eve.email, userId: eve.id, referralCode: "a\0b" }],
    ["purchase-additional-minutes", { minutes: 10, referralCode: "a\0b" }],
    ["purchase-additional-minutes", { minutes: "0x10" }],
  ];
  for (const [name, body] of bad)
    expect(await call(name, eve.token, body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { code: "validation_failed" },
    });
});

test("another user's ids in a body have no effect: the token decides who the caller is", async () => {
  expect(await call("check-subscription", eve.token, { userId: ruth.id })).toMatchObject({
    status: 403,
    body: { code: "user_mismatch" },
  });
  const { data: customer } = await ruth.client.from("customers").select("stripe_customer_id").single();
  const own = await call("check-subscription", eve.token, {});
  expect(await call("check-subscription", eve.token, { stripeCustomerId: customer?.stripe_customer_id })).toEqual(own);
  const refused: [string, object][] = [
    ["generate-sermon", { prompt: "rest", duration: "5", userId: ruth.id }],
    ["generate-voice", { text: sermon.content, voice: "John", generationId: sermon.id }],
    ["generate-voice", { text: sermon.content, voice: "John" }],
    ["generate-image", { prompt: TOPIC, generationId: sermon.id }],
    ["generate-image", { prompt: TOPIC }],
    ["create-checkout-session", { email: ruth.email, userId: ruth.id }],
  ];
  for (const [name, body] of refused) expect((await call(name, eve.token, body)).status, name).toBe(403);
});

test("nobody can take over another user's sermon by its id, nor store another's file or a URL in an own row", async () => {
  const own = { user_id: eve.id, title: "t", content: "c" };
  const taken = await eve.client.from("sermons").upsert({ ...own, id: sermon.id });
  expect(taken.error?.code).toBe("42501");
  expect((await eve.client.from("sermons").insert({ ...own, user_id: ruth.id })).error?.code).toBe("42501");
  await eve.client.from("sermons").update({ user_id: eve.id }).eq("id", sermon.id);

  const { data: mine } = await eve.client.from("sermons").insert(own).select("id").single();
  const strange = [
    sermon.audio_url,
    `${eve.id}/../${sermon.audio_url}`,
    `${eve.id}/${sermon.id}/${"0".repeat(32)}.mp3\n`,
    "https://example.com/a.mp3",
    `${eve.id}/${sermon.id}/a.mp3`,
    "",
  ];
  for (const path of strange) {
    expect((await eve.client.from("sermons").update({ audio_url: path }).eq("id", mine?.id)).error?.code, path).toBe("23514");
    const image = path.replace(".mp3", ".webp");
    expect((await eve.client.from("sermons").update({ image_url: image }).eq("id", mine?.id)).error?.code, image).toBe("23514");
  }
  await eve.client.from("sermons").delete().eq("id", mine?.id);
  expect((await ruth.client.from("sermons").select("id, content, audio_url, image_url")).data).toEqual([sermon]);
});

test("every storage operation on another user's files is refused, and nobody writes into the sermons' buckets", async () => {
  const { audio_url: audio, image_url: image } = sermon;
  for (const thief of [eve.client, app.visitor()]) {
    const files = thief.storage.from("sermon-audio");
    expect((await files.download(audio)).error).not.toBeNull();
    expect((await files.info(audio)).error).not.toBeNull();
    expect((await files.createSignedUrl(audio, 60)).error).not.toBeNull();
    expect((await files.createSignedUrls([audio], 60)).data).toEqual([expect.objectContaining({ path: audio, signedUrl: null })]);
    expect((await files.copy(audio, `${eve.id}/${sermon.id}/${"0".repeat(32)}.mp3`)).error).not.toBeNull();
    expect((await files.copy(audio, `${eve.id}.mp3`, { destinationBucket: "avatars" })).error).not.toBeNull();
    expect((await files.move(audio, `${eve.id}/a.mp3`)).error).not.toBeNull();
    expect((await files.remove([audio])).data ?? []).toEqual([]);
    for (const folder of [ruth.id, `${ruth.id}/${sermon.id}`, ""])
      expect((await thief.storage.from("sermon-images").list(folder)).data ?? [], folder).toEqual([]);
    expect((await thief.storage.from("sermon-images").remove([image])).data ?? []).toEqual([]);
  }
  for (const [client, folder] of [[eve.client, ruth.id] as const, [ruth.client, ruth.id] as const]) {
    const name = `${folder}/${sermon.id}/${"0".repeat(32)}.mp3`;
    const options = { contentType: "audio/mpeg", upsert: true };
    expect((await client.storage.from("sermon-audio").upload(name, new Uint8Array(1), options)).error).not.toBeNull();
    expect((await client.storage.from("sermon-audio").update(audio, new Uint8Array(1), options)).error).not.toBeNull();
    expect((await client.storage.from("sermon-audio").createSignedUploadUrl(name)).error).not.toBeNull();
  }
  expect((await ruth.client.storage.from("sermon-audio").exists(audio)).data).toBe(true);
  // A picture can be read with its full name only.
  expect((await fetch(`${app.url}/storage/v1/object/public/sermon-images/${image}`)).status).toBe(200);
  expect(
    (await fetch(`${app.url}/storage/v1/object/public/sermon-images/${image.replace(/[0-9a-f]{4}\.webp$/, "0000.webp")}`)).status,
  ).toBe(400);
  expect((await fetch(`${app.url}/storage/v1/object/public/sermon-audio/${audio}`)).status).toBe(400);
});

test("the same-origin address of a recording accepts only the token of exactly this file", async () => {
  const linkTo = async (path: string): Promise<string> => {
    const { data } = await ruth.client.storage.from("sermon-audio").createSignedUrl(path, 60);
    return new URL(data?.signedUrl ?? "").searchParams.get("token") ?? "";
  };
  const token = await linkTo(sermon.audio_url);
  const play = (query: Record<string, string>, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    raw(`/audio-cors-proxy?${new URLSearchParams({ bucket: "sermon-audio", path: sermon.audio_url, token, ...query })}`, headers);
  const timings = sermon.audio_url.replace(".mp3", ".json");
  expect((await play({ path: timings })).status).toBe(403);
  expect((await play({ token: await linkTo(timings) })).status).toBe(403);
  expect((await play({ token: ruth.token })).status).toBe(403);
  expect((await play({ token: app.keys.serviceRoleKey })).status).toBe(403);
  expect((await play({ bucket: "sermon-images", path: sermon.image_url })).status).toBe(403);
  for (const path of [
    `../sermon-audio/${sermon.audio_url}`,
    `${sermon.audio_url}/../x`,
    "../../keys.json",
    "https://example.com/a.mp3",
    "\0",
    "",
  ])
    expect([400, 403], path).toContain((await play({ path })).status);

  const size = Number((await play({}, { range: "bytes=0-0" })).headers["content-range"]?.toString().split("/")[1]);
  const ranges: [string, number, number | null][] = [
    ["bytes=-1", 206, 1],
    [`bytes=${size - 2}-999999999999`, 206, 2],
    ["bytes=-999999999999", 206, size],
    ["bytes=5-2", 200, size],
    ["bytes=0-0,5-9", 200, size],
    ["lines=1-2", 200, size],
    [`bytes=${size}-`, 416, null],
    ["bytes=-0", 416, null],
    ["bytes=99999999999999999999-", 416, null],
  ];
  for (const [range, status, length] of ranges) {
    // The proxy answers 416 with the file's size.
    const answer = await play({}, { range });
    expect(answer.status, range).toBe(status);
    if (length !== null) expect(Number(answer.headers["content-length"]), range).toBe(length);
    else expect(answer.headers["content-range"], range).toBe(`bytes */${size}`);
  }
});

test("a visitor can't learn about an account, nor pay for, complete or see another's sign-up", async () => {
  const visitor = app.keys.anonKey;
  const pending = app.visitor();
  const { data } = await pending.auth.signUp({ email: "naomi@example.com", password: "a long enough password" });
  const naomi = data.user?.id ?? "";
  const nobody = "00000000-0000-4000-8000-000000000000";
  const strangers = [
    { email: ruth.email, userId: ruth.id },
    { email: ruth.email, userId: naomi },
    { email: "naomi@example.com", userId: ruth.id },
    { email: "naomi@example.com", userId: nobody },
    { email: "unknown@example.com", userId: naomi },
    { email: "unknown@example.com", userId: nobody },
  ];
  const answers = await Promise.all(strangers.map((body) => call("create-checkout-session", visitor, body)));
  // The same answer for all of them, so that it reveals nothing.
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 403, body: { code: "sign_up_not_pending" } });

  const opened = await pending.functions.invoke<{ url: string }>("create-checkout-session", {
    body: { email: "naomi@example.com", userId: naomi },
  });
  const session_id = opened.data?.url.split("/").at(-1);
  expect(session_id).toMatch(/^cs_test_\w{20,}$/);
  const complete = (body: object): Promise<Answer> => call("complete-sign-up", visitor, body);
  expect(await complete({ session_id, user_id: naomi })).toMatchObject({ status: 409, body: { code: "checkout_incomplete" } });
  expect(await complete({ session_id, user_id: ruth.id })).toMatchObject({ status: 403, body: { code: "checkout_mismatch" } });
  for (const id of ["cs_test_unknown", "../customers", "?limit=1#"])
    expect(await complete({ session_id: id, user_id: naomi }), id).toMatchObject({
      status: 404,
      body: { code: "checkout_not_found" },
    });
  const { rows } = await database.query("select from public.subscriptions where user_id = $1", [naomi]);
  expect(rows).toEqual([]);
});

test("a webhook is accepted only with a recent signature of its exact bytes, and processed once", async () => {
  const secret = `whsec_${createHmac("sha256", app.keys.jwtSecret).update("lampstand:payments-sandbox").digest("hex")}`;
  const now = Math.floor(Date.now() / 1000);
  const event = (id: string): string =>
    JSON.stringify({
      id,
      object: "event",
      type: "customer.subscription.updated",
      created: now,
      data: { object: { id: "sub_1", object: "subscription", customer: "cus_1" } },
    });
  const sign = (body: string, time = now): string =>
    `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
  const send = async (body: string, signature: string): Promise<number> =>
    (await raw("/webhooks/stripe", { "content-type": "application/json", "stripe-signature": signature }, body)).status;

  const body = event("evt_bad_input");
  expect(await send(body, "")).toBe(400);
  expect(await send(body, `t=${now},v1=${"0".repeat(64)}`)).toBe(400);
  expect(await send(body, sign(event("evt_other")))).toBe(400);
  expect(await send(body, sign(body, now - 3600))).toBe(400);
  expect(await send("x".repeat(1024 * 1024 + 1), sign(body))).toBe(413);
  const stored = async (): Promise<number> =>
    (await database.query("select from billing.stripe_events where id like 'evt_bad_input%'")).rows.length;
  expect(await stored()).toBe(0);
  expect([await send(body, sign(body)), await send(body, sign(body))]).toEqual([200, 200]);
  expect(await stored()).toBe(1);
});

test("a read that repeats large columns is refused before it fills the memory", async () => {
  const content = "\u0001".repeat(40_000);
  const rows = Array.from({ length: 5 }, () => ({ user_id: eve.id, title: "t", content }));
  for (const row of rows) expect((await eve.client.from("sermons").insert(row)).error).toBeNull();
  const aliases = Array.from({ length: 500 }, (_, i) => `c${i}:content`).join(",");
  const answer = await raw(`/rest/v1/sermons?select=${aliases}`, { authorization: `Bearer ${eve.token}` });
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: "PGRST100" }]);
  const some = await raw("/rest/v1/sermons?select=a:content,b:content,c:content,d:content", {
    authorization: `Bearer ${eve.token}`,
  });
  expect([some.status, JSON.parse(some.body)]).toMatchObject([400, { code: "PGRSTL02" }]);
  expect((await eve.client.from("sermons").select("a:content").eq("title", "t")).data).toEqual(rows.map(() => ({ a: content })));
  expect((await eve.client.from("sermons").delete().eq("title", "t")).error).toBeNull();
});

test("a visitor's regular expression is refused before it runs", async () => {
  const answer = await raw(`/rest/v1/health_check?status=match.${"(a|bc)?".repeat(200)}`, { apikey: app.keys.anonKey });
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([400, { code: "PGRSTL02" }]);
});
