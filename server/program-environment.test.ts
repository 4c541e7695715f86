import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { programEnvironment } from "./program-environment.ts";

const ARENAS = "process.stdout.write(process.env.MALLOC_ARENA_MAX ?? '')";

test("the program starts with one arena of the C allocator, and gives large blocks back", () => {
  const env = programEnvironment({ PATH: process.env["PATH"] });
  expect(env).toMatchObject({ MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" });
  expect(spawnSync(process.execPath, ["-e", ARENAS], { env, encoding: "utf8" }).stdout).toBe("1");
});

test("what the operator has set stays", () => {
  const env = { MALLOC_ARENA_MAX: "4", NODE_COMPILE_CACHE: "/var/cache/lampstand", PORT: "80" };
  expect(programEnvironment(env)).toMatchObject(env);
});
