import { mkdtemp, readFile, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openLog } from "./log-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "log-"));
  return () => rm(folder, { recursive: true });
});

test("a log goes on where the last run ended", async () => {
  const path = join(folder, "postgres.log");
  for (const run of ["first", "second"]) {
    const log = openLog(path);
    log.add(`${run}\n`);
    log.close();
  }
  expect(await readFile(path, "utf8")).toBe("first\nsecond\n");
});

test("a log never takes more than two files of its size, and the newest lines are in it", async () => {
  const path = join(folder, "postgres.log");
  const log = openLog(path, 1_000);
  for (let line = 0; line < 500; line += 1) log.add(`line ${line}\n`);
  expect(log.tail()).toContain("line 499\n");
  log.close();
  expect((await readdir(folder)).toSorted()).toEqual(["postgres.log", "postgres.log.1"]);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(1_000);
  expect(await readFile(path, "utf8")).toContain("line 499\n");
});
