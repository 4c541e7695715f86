import Fastify from "fastify";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { tellFullDisk } from "./full-disk.ts";

const error = vi.fn<(fields: object, message: string) => void>();
beforeEach(() => void error.mockClear());

test("a full disk is told once in a minute, with its code and without what the error says", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = Fastify();
  tellFullDisk(server, { error });
  let code = "ENOSPC";
  server.get("/", async () => Promise.reject(Object.assign(new Error("no space left, write '/secret/path'"), { code })));

  await server.inject("/");
  code = "53100";
  await server.inject("/");
  expect(error.mock.calls).toEqual([[{ code: "ENOSPC" }, "the disk is full: nothing can be stored until there is room"]]);
  vi.advanceTimersByTime(60_000);
  await server.inject("/");
  expect(error.mock.calls[1]).toEqual([{ code: "53100" }, expect.any(String)]);
});

test("other errors are not a full disk's", async () => {
  const server = Fastify();
  tellFullDisk(server, { error });
  server.get("/", async () => Promise.reject(Object.assign(new Error("no"), { code: "23505" })));
  await server.inject("/");
  expect(error).not.toHaveBeenCalled();
});
