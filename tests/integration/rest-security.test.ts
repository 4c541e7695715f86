import { afterAll, beforeAll, expect, test } from "vitest";
import { signToken } from "../../packages/supabase-server/gateway/tokens.ts";
import { startRest, type Client, type Rest } from "./rest-fixture.ts";

let rest: Rest;
let ann: Client;
let ben: Client;
beforeAll(async () => {
  rest = await startRest();
  [ann, ben] = [rest.ann.client, rest.ben.client];
});
afterAll(() => rest.stop());

test("users see, change and delete only their own rows", async () => {
  await ann.from("notes").insert([{ body: "mine", n: 1 }]);
  await ben.from("notes").insert([{ body: "his", n: 1 }]);
  expect((await ann.from("notes").select("body")).data).toEqual([{ body: "mine" }]);
  expect((await ann.from("notes").select("body", { count: "exact" })).count).toBe(1);
  expect((await ann.from("notes").select("body").eq("owner", rest.ben.id)).data).toEqual([]);
  expect((await ann.from("notes").select("body").or(`owner.eq.${rest.ben.id},n.eq.1`)).data).toEqual([{ body: "mine" }]);
  expect((await ann.from("notes").update({ n: 2 }).eq("n", 1).select("body")).data).toEqual([{ body: "mine" }]);
  expect((await ann.from("notes").delete({ count: "exact" }).neq("body", "")).count).toBe(1);
  expect((await rest.sql("select body, n from notes order by body")).rows).toEqual([
    { body: "THE-SECRET-OF-A-STRANGER", n: null },
    { body: "his", n: 1 },
  ]);
});

test("simultaneous requests never see another user's rows", async () => {
  const marks = [rest.ann, rest.ben].map((person) => ({ person, mark: `of ${person.id}` }));
  for (const { person, mark } of marks) await person.client.from("notes").insert({ body: mark, n: 77 });
  const rounds = Array.from({ length: 150 }, async (_, round) => {
    const { person, mark } = marks[round % 2 === 0 ? 0 : 1] ?? { person: rest.ann, mark: "" };
    // With failing requests in between: a pooled connection must not keep any state of a failed request.
    if (round % 5 === 0) await person.client.from("notes").select("body").eq("n", "x");
    if (round % 7 === 0) await rest.anyone.from("notes").select("body");
    const { data } = await person.client.from("notes").select("body").eq("n", 77);
    return [mark, data];
  });
  for (const [mark, data] of await Promise.all(rounds)) expect(data).toEqual([{ body: mark }]);
});

test("nobody writes rows of another user", async () => {
  const { id } = (await ben.from("notes").insert({ body: "his" }).select("id").single()).data ?? {};
  expect(await ann.from("notes").insert({ body: "x", owner: rest.ben.id })).toMatchObject({
    status: 403,
    error: { code: "42501" },
  });
  expect(await ann.from("notes").upsert({ id, body: "taken" })).toMatchObject({ status: 403, error: { code: "42501" } });
  await ann.from("notes").insert({ body: "given away" });
  expect(await ann.from("notes").update({ owner: rest.ben.id }).eq("body", "given away")).toMatchObject({
    status: 403,
    error: { code: "42501" },
  });
  expect((await ben.from("notes").select("body").eq("id", id)).data).toEqual([{ body: "his" }]);
});

test("without permission visitors get 401, signed-in users 403", async () => {
  const refused = await rest.raw("/notes");
  expect([refused.status, refused.headers.get("www-authenticate"), await refused.json()]).toEqual([
    401,
    "Bearer",
    { code: "42501", details: null, hint: null, message: "permission denied for table notes" },
  ]);
  for (const verb of [
    rest.anyone.from("notes").insert({ body: "x" }),
    rest.anyone.from("notes").update({ body: "x" }).eq("n", 1),
    rest.anyone.from("notes").delete().eq("n", 1),
    rest.anyone.from("books").insert({ title: "x" }),
  ]) {
    expect(await verb).toMatchObject({ status: 401, error: { code: "42501" } });
  }
  expect(await ann.from("vault").select()).toMatchObject({ status: 403, error: { code: "42501" } });
  expect(await rest.service.from("vault").select()).toMatchObject({ status: 403, error: { code: "42501" } });
});

test("the service role bypasses row level security", async () => {
  expect((await rest.service.from("notes").select("body").eq("body", "THE-SECRET-OF-A-STRANGER")).data).toHaveLength(1);
});

test("other schemas can't be reached", async () => {
  for (const schema of ["auth", "storage", "pg_catalog", "lampstand"]) {
    const { error, status } = await rest.service.schema(schema).from("users").select();
    expect([status, error]).toMatchObject([
      406,
      { code: "PGRST106", message: `Invalid schema: ${schema}`, hint: "Only the following schemas are exposed: public" },
    ]);
  }
  expect(await rest.service.from("auth.users").select()).toMatchObject({ status: 404, error: { code: "PGRST205" } });
  expect(await rest.service.from("pg_authid").select()).toMatchObject({ status: 404, error: { code: "PGRST205" } });
  const own = await rest.raw("/books?select=id&limit=1", { headers: { "accept-profile": "public" } });
  expect([own.status, own.headers.get("content-profile")]).toEqual([200, "public"]);
});

test("a bad token is refused, not treated as a visitor", async () => {
  const withToken = (token: string) => rest.raw("/books?select=id", { headers: { authorization: `Bearer ${token}` } });
  const expired = await signToken({ role: "authenticated", sub: rest.ann.id, exp: 1 }, rest.keys);
  const foreign = await signToken(
    { role: "authenticated", sub: rest.ann.id },
    { jwtSecret: "another secret that is long enough for it" },
  );
  const unknownRole = await signToken({ role: "postgres" } as never, rest.keys);
  const unsigned = `${Buffer.from(`{"alg":"none"}`).toString("base64url")}.${Buffer.from(`{"role":"service_role"}`).toString("base64url")}.`;
  const old = await withToken(expired);
  expect([old.status, await old.json()]).toEqual([401, { code: "PGRST303", details: null, hint: null, message: "JWT expired" }]);
  expect(old.headers.get("www-authenticate")).toBe('Bearer error="invalid_token", error_description="JWT expired"');
  for (const token of [foreign, unknownRole, unsigned, "x", "x.y.z"]) {
    const refused = await withToken(token);
    expect([refused.status, await refused.json()]).toMatchObject([401, { code: "PGRST301" }]);
  }
});

const REFUSALS: [method: string, path: string, status: number, code: string][] = [
  ["GET", "/", 404, "PGRST126"],
  ["GET", "/books/1", 404, "PGRST125"],
  ["GET", "/rpc/add/more", 404, "PGRST125"],
  ["PUT", "/books?id=eq.1", 405, "PGRST117"],
  ["GET", "/books?id=5", 400, "PGRST100"],
  ["GET", "/books?id=almost.5", 400, "PGRST100"],
  ["GET", "/books?id=eq.five", 400, "22P02"],
  ["GET", "/books?nothing=eq.5", 400, "42703"],
  ["GET", "/books?reviews.stars=eq.5", 400, "PGRST108"],
  ["GET", "/books?id=like.5", 404, "42883"],
  ["GET", "/books?title=match.(", 400, "PGRSTL02"],
  ["GET", "/books?order=id.up", 400, "PGRST100"],
  ["GET", "/books?or=(id.eq.1", 400, "PGRST100"],
  ["GET", `/books?or=${"(or".repeat(40)}(id.eq.1)${")".repeat(40)}`, 400, "PGRST100"],
  ["GET", `/books?select=${"id,".repeat(2000)}id`, 400, "PGRST100"],
  ["GET", `/books?select=data${"->a".repeat(1000)}`, 400, "PGRST100"],
  ["GET", `/books?select=${"a".repeat(64)}:id`, 400, "PGRST100"],
  ["GET", "/books?id=eq.%00", 400, "PGRST100"],
  ["GET", "/books?select=%22a%00b%22:id", 400, "PGRST100"],
  ["GET", "/books?title=eq.%ff", 400, "PGRST100"],
  ["GET", "/books?title=eq.%zz", 400, "PGRST100"],
  ["GET", "/books?offset=99999999999999999999", 400, "22003"],
  ["GET", "/books?data->99999999999=eq.1", 400, "22003"],
];
test.each(
  REFUSALS.map(([method, path, status, code]) => ({ name: `${method} ${path.slice(0, 60)}`, method, path, status, code })),
)("$name is refused", async ({ method, path, status, code }) => {
  const sent = await rest.raw(path, { method });
  const body = await sent.json();
  expect([sent.status, body.code]).toEqual([status, code]);
  expect(Object.keys(body)).toEqual(["code", "details", "hint", "message"]);
});

test("a limit larger than any integer is no limit", async () => {
  expect((await rest.raw("/books?limit=99999999999999999999")).status).toBe(200);
});

test("a long list of values is sent as one parameter", async () => {
  const ids = Array.from({ length: 1500 }, (_, i) => i + 1);
  expect((await rest.anyone.from("books").select("id").in("id", ids).order("id")).data).toHaveLength(4);
});

test("parse errors contain the column and what was expected", async () => {
  const { error } = await rest.anyone.from("books").select("id").order("id").filter("id", "equals", 5);
  expect(error).toMatchObject({
    code: "PGRST100",
    message: '"failed to parse filter (equals.5)" (line 1, column 1)',
    details: 'unexpected "e" expecting operator (eq, gt, ...)',
  });
});

test("unusual names of columns are quoted", async () => {
  const { data, error } = await rest.service
    .from("reviews")
    .update({ 'odd "name': `'; drop table books; --` })
    .eq("id", 1)
    .select('"odd \\"name"')
    .single();
  expect(error).toBeNull();
  expect(data).toEqual({ 'odd "name': `'; drop table books; --` });
  expect(
    (await rest.anyone.from("reviews").select('x:"odd \\"name"').eq('"odd \\"name"', `'; drop table books; --`)).data,
  ).toHaveLength(1);
});
