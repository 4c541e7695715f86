import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { PoolBusyError } from "@lampstand/database";
import { fromPostgres, statusOf } from "./postgres-error.ts";

function thrown(code: string, message = "m", detail?: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 1, "error"), { code, ...(detail !== undefined && { detail }) });
}

test.each([
  ["08006", 503],
  ["0LP01", 403],
  ["22P02", 400],
  ["23502", 400],
  ["23503", 409],
  ["23505", 409],
  ["25006", 405],
  ["25P02", 500],
  ["28000", 403],
  ["40001", 500],
  ["42703", 400],
  ["42883", 404],
  ["42P01", 404],
  ["42P17", 500],
  ["53300", 503],
  ["53400", 500],
  ["54001", 500],
  ["57014", 500],
  ["57P01", 503],
  ["57P02", 503],
  ["57P03", 503],
  ["P0001", 400],
  ["P0002", 500],
  ["XX000", 500],
  ["PT404", 404],
  ["PT099", 500],
  ["PTabc", 500],
])("SQLSTATE %s is HTTP %i", (code, status) => {
  expect(statusOf(code, "m", false)).toBe(status);
});

test("a missing right is 401 for visitors, who are asked to sign in, and 403 for others", () => {
  expect(fromPostgres(thrown("42501"), true)).toMatchObject({ status: 401, headers: { "www-authenticate": "Bearer" } });
  expect(fromPostgres(thrown("42501"), false)).toMatchObject({ status: 403, headers: {} });
});

test("raise PGRST needs JSON in both parts", () => {
  const message = '{"code":"C","message":"M"}';
  expect(fromPostgres(thrown("PGRST", message, '{"status":402,"headers":{"X-A":"b"}}'), false)).toMatchObject({
    status: 402,
    code: "C",
    message: "M",
    headers: { "X-A": "b" },
  });
  expect(fromPostgres(thrown("PGRST", "no json", "{}"), false)).toMatchObject({
    status: 500,
    code: "PGRST121",
    details: "Invalid JSON value for MESSAGE: 'no json'",
  });
  expect(fromPostgres(thrown("PGRST", message), false)).toMatchObject({
    code: "PGRST121",
    details: "DETAIL is missing in the RAISE statement",
  });
  expect(fromPostgres(thrown("PGRST", message, '{"status":42,"headers":{}}'), false)).toMatchObject({ code: "PGRST121" });
});

test("a lost or unavailable connection is 503, a full pool 503 with a time to wait, an answer that is too large 413, anything else not the database's", () => {
  expect(fromPostgres(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), false)).toMatchObject({
    status: 503,
    code: "PGRST000",
    headers: { "retry-after": "5" },
  });
  expect(fromPostgres(Object.assign(new Error("write"), { code: "EPIPE" }), false)).toMatchObject({ status: 503 });
  for (const code of ["57P01", "57P02", "57P03"])
    expect(fromPostgres(thrown(code), false)).toMatchObject({ status: 503, code, headers: { "retry-after": "5" } });
  expect(fromPostgres(new Error("Connection terminated unexpectedly"), false)).toMatchObject({ status: 503 });
  expect(fromPostgres(new PoolBusyError(5), false)).toMatchObject({
    status: 503,
    code: "PGRST003",
    headers: { "retry-after": "5" },
  });
  expect(fromPostgres(thrown("54RST"), false)).toMatchObject({ status: 413, code: "PGRSTL01" });
  expect(fromPostgres(new TypeError("x"), false)).toBeNull();
});
