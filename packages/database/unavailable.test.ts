import { connect, createServer } from "node:net";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { DatabaseError } from "pg";
import { expect, it } from "vitest";
import { PoolBusyError } from "./pool.ts";
import { retryAfterOf } from "./unavailable.ts";

const databaseError = (code: string): DatabaseError => Object.assign(new DatabaseError("", 0, "error"), { code });

async function connectError(options: { port: number } | { path: string }): Promise<unknown> {
  const socket = connect({ host: "127.0.0.1", ...options });
  return (await once(socket, "error").catch((error: unknown) => [error]))[0];
}

it("is the pool's own time when no connection became free", () => {
  expect(retryAfterOf(new PoolBusyError(7))).toBe(7);
});

it.each(["57P01", "57P02", "57P03", "53300", "08006"])("is some seconds for SQLSTATE %s", (code) => {
  expect(retryAfterOf(databaseError(code))).toBe(5);
});

it("is a minute while a disk is full", () => {
  expect(retryAfterOf(databaseError("53100"))).toBe(60);
  expect(retryAfterOf(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }))).toBe(60);
});

it("is some seconds when nothing listens, at a port or at a socket that is gone", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  expect(retryAfterOf(await connectError({ port }))).toBe(5);
  expect(retryAfterOf(await connectError({ path: "/nowhere/.s.PGSQL.5432" }))).toBe(5);
});

it("is some seconds when the connection ended under a query, or is used after it has ended", () => {
  expect(retryAfterOf(new Error("Connection terminated unexpectedly"))).toBe(5);
  expect(retryAfterOf(new Error("Client was closed and is not queryable"))).toBe(5);
  expect(retryAfterOf(new Error("Query read timeout"))).toBe(5);
});

it("is null for what the request itself caused, for a missing file, and for anything else", async () => {
  expect(retryAfterOf(databaseError("23505"))).toBeNull();
  expect(retryAfterOf(databaseError("57014"))).toBeNull();
  expect(retryAfterOf(await readFile("/nowhere").catch((error: unknown) => error))).toBeNull();
  expect(retryAfterOf(new Error("no"))).toBeNull();
  expect(retryAfterOf("ECONNREFUSED")).toBeNull();
});
