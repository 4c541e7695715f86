import { join } from "node:path";

/** Node's cache of compiled modules (https://nodejs.org/api/module.html#module-compile-cache): a start takes half the time with it. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, "../.cache/compiled");

/**
 * Settings of glibc's allocator (mallopt(3)), which reads them when a program starts; no other C library knows them. One arena in place of
 * eight for each processor, because an arena keeps what it once had. The thresholds are glibc's own: naming them ends their growth to 32 MB, so that what
 * is large goes back to the system when it is freed.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", MALLOC_TRIM_THRESHOLD_: "131072" };

/** The environment of the program, in which the operator's own settings come first (docs/decisions/075). */
export const programEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ NODE_COMPILE_CACHE, ...ALLOCATOR, ...env });

/**
 * Limits of V8's garbage collector (`node --v8-options`): new objects take 12 MB at most in place of 48, and old ones are collected when they
 * have doubled, in place of up to four times.
 */
const COLLECTOR = ["--max-semi-space-size=4", "--heap-growing-percent=100"];

/** Flags of the program's process. What the operator gives to the supervisor, or in NODE_OPTIONS, comes first (docs/decisions/083). */
export function programFlags({ execArgv, env }: Pick<NodeJS.Process, "execArgv" | "env">): string[] {
  const isGiven = (flag: string): boolean => (env["NODE_OPTIONS"] ?? "").includes(flag.split("=")[0] ?? flag);
  return [...COLLECTOR.filter((flag) => !isGiven(flag)), ...execArgv];
}
