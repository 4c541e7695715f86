import { afterAll, beforeAll, expect, test } from "vitest";
import { startRest, type Rest } from "./rest-fixture.ts";

let rest: Rest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.stop());

const call = (name: string, args?: Record<string, unknown>, options?: { get?: boolean; head?: boolean; count?: "exact" }) =>
  rest.anyone.rpc(name, args, options);

test("scalars are returned bare, with arguments by name and optional ones omitted", async () => {
  expect(await call("add", { a: 1, b: 2 })).toMatchObject({ status: 200, data: 3 });
  expect(await call("add", { a: 1 })).toMatchObject({ data: 11 });
  expect(await call("add", { a: null })).toMatchObject({ data: null });
  expect(await call("greet", { person: `O'Neil"; drop table books; --` })).toMatchObject({
    data: `Hello, O'Neil"; drop table books; --`,
  });
});

test("sets are returned as arrays, a composite as an object, void as an empty body", async () => {
  expect((await call("words", { line: "a b", more: [] })).data).toEqual(["a", "b"]);
  expect((await call("words", { line: "a", more: ["b", "c d"] })).data).toEqual(["a", "b", "c d"]);
  expect((await call("squares", { up_to: 3 })).data).toEqual([
    { n: 1, square: 1 },
    { n: 2, square: 4 },
    { n: 3, square: 9 },
  ]);
  expect((await call("divide", { a: 7, b: 2 })).data).toEqual({ quotient: 3, remainder: 1 });
  expect((await call("book", { wanted: 4 })).data).toMatchObject({ id: 4, title: "Orphan" });
  expect(await rest.ann.client.rpc("write_note", { body: "by rpc" })).toMatchObject({ status: 204, data: null, error: null });
  expect((await rest.ann.client.from("notes").select("body, owner")).data).toEqual([{ body: "by rpc", owner: rest.ann.id }]);
});

test("a function's rows can be selected, filtered, ordered, paged, counted and embedded like a table's", async () => {
  expect(
    (await call("squares", { up_to: 9 }).select("square").gt("n", 2).order("n", { ascending: false }).limit(2)).data,
  ).toEqual([{ square: 81 }, { square: 64 }]);
  expect(await call("squares", { up_to: 9 }, { count: "exact" }).range(2, 3)).toMatchObject({
    status: 206,
    count: 9,
    data: [{ n: 3 }, { n: 4 }],
  });
  expect(
    (await call("books_of", { author: 1 }).select("title, author:authors!author_id(name), reviews(stars)").eq("genre", "essay"))
      .data,
  ).toEqual([{ title: 'Dogs, or "not"', author: { name: "Ada" }, reviews: [{ stars: 2 }] }]);
  expect((await call("books_of", { author: 1 }).select("id").eq("id", 2).single()).data).toEqual({ id: 2 });
  expect(await call("books_of", { author: 1 }).select("id").single()).toMatchObject({ status: 406, error: { code: "PGRST116" } });
});

test("GET and HEAD call functions that do not write", async () => {
  expect(await call("add", { a: 1, b: 5 }, { get: true })).toMatchObject({ status: 200, data: 6 });
  expect((await call("words", { line: "a", more: ["x", "y"] }, { get: true })).data).toEqual(["a", "x", "y"]);
  expect(await call("squares", { up_to: 4 }, { head: true, count: "exact" })).toMatchObject({
    status: 200,
    data: null,
    count: 4,
  });
  expect(await rest.ann.client.rpc("write_note", { body: "by get" }, { get: true })).toMatchObject({
    status: 405,
    error: { code: "25006" },
  });
});

test("a function runs as its caller and can read the request's headers, without keys and tokens", async () => {
  const { data } = await rest.ann.client.rpc("whoami");
  expect(data).toMatchObject({ uid: rest.ann.id, role: "authenticated", method: "POST", path: "/rpc/whoami" });
  expect(Object.keys(data.headers)).toContain("content-type");
  expect(JSON.stringify(data)).not.toContain(rest.ann.token);
  expect((await rest.anyone.rpc("whoami")).data).toMatchObject({ uid: null, role: "anon" });
});

test("an unknown or ambiguous function is refused with a hint", async () => {
  expect(await call("addd", { a: 1 })).toMatchObject({
    status: 404,
    error: {
      code: "PGRST202",
      message: "Could not find the function public.addd(a) in the schema cache",
      details: "Searched for the function public.addd with parameter a, but no matches were found in the schema cache.",
      hint: "Perhaps you meant to call the function public.add",
    },
  });
  expect((await call("add", { a: 1, c: 2 })).error).toMatchObject({
    code: "PGRST202",
    hint: "Perhaps you meant to call the function public.add(a, b)",
  });
  expect((await call("greet")).error).toMatchObject({
    message: "Could not find the function public.greet without parameters in the schema cache",
  });
  expect(await call("twin", { a: 1 })).toMatchObject({ status: 300, error: { code: "PGRST203" } });
  expect((await call("hiden")).error).toMatchObject({ code: "PGRST202", hint: null });
  expect(await call("hidden")).toMatchObject({ status: 401, error: { code: "42501" } });
});

test("functions can set the status, headers and body of an error", async () => {
  expect(await call("teapot")).toMatchObject({
    status: 418,
    error: { code: "PT418", message: "short", details: "stout", hint: "pour" },
  });
  const custom = await rest.raw("/rpc/custom", { method: "POST" });
  expect([custom.status, custom.headers.get("x-mine"), await custom.json()]).toEqual([
    402,
    "yes",
    { code: "123", message: "mine", details: null, hint: "try" },
  ]);
  expect(await call("divide", { a: 1, b: 0 })).toMatchObject({ status: 400, error: { code: "22012" } });
  expect(await call("add", { a: "x" })).toMatchObject({ status: 400, error: { code: "22P02" } });
});

test("functions can set the status and headers of an answer", async () => {
  const shaped = await rest.raw("/rpc/shaped", { method: "POST" });
  expect([shaped.status, shaped.headers.get("x-made-by"), await shaped.json()]).toEqual([202, "sql", "ok"]);
  const next = await rest.raw("/rpc/add?a=1");
  expect([next.status, next.headers.get("x-made-by")]).toEqual([200, null]);
});

test("a writing function's rows beyond max-affected are undone", async () => {
  const before = Number((await rest.sql("select count(*) as n from notes")).rows[0].n);
  const write = (rows: number) =>
    rest.ann.client
      .rpc("write_notes", { bodies: ["1", "2"] })
      .select("body")
      .setHeader("Prefer", `handling=strict, max-affected=${rows}`);
  expect(await write(1)).toMatchObject({ status: 400, error: { code: "PGRST124" } });
  expect(Number((await rest.sql("select count(*) as n from notes")).rows[0].n)).toBe(before);
  expect((await write(2)).data).toEqual([{ body: "1" }, { body: "2" }]);
  expect((await call("add", { a: 1 }).setHeader("Prefer", "handling=strict, max-affected=1")).error).toMatchObject({
    code: "PGRST128",
  });
});

test("other verbs and bodies are refused", async () => {
  const patched = await rest.raw("/rpc/add", { method: "PATCH", body: "{}" });
  expect([patched.status, await patched.json()]).toMatchObject([
    405,
    { code: "PGRST101", message: "Cannot use the PATCH method on RPC" },
  ]);
  expect(
    await (await rest.raw("/rpc/add", { method: "POST", body: "[1]", headers: { "content-type": "application/json" } })).json(),
  ).toMatchObject({ code: "PGRST102" });
});
