import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { programEnvironment, programFlags } from "./program-environment.ts";

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

test("Node knows the flags that the program starts with, and new objects take 12 MB at most", () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...programFlags({ execArgv: [], env: {} }),
      "-p",
      "v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size",
    ],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(Number(stdout)).toBeLessThanOrEqual(12 * 2 ** 20);
});

test("flags that the operator has set come after the program's own, and those of NODE_OPTIONS are left alone", () => {
  expect(programFlags({ execArgv: ["--heap-growing-percent=50"], env: { NODE_OPTIONS: "--max-semi-space-size=32" } })).toEqual([
    "--heap-growing-percent=100",
    "--heap-growing-percent=50",
  ]);
});
