import { fork } from "node:child_process";
import { join } from "node:path";
import { supervise } from "./supervisor.ts";

/** Node's cache of compiled modules (https://nodejs.org/api/module.html#module-compile-cache): a start takes half the time with it. */
const NODE_COMPILE_CACHE = process.env["NODE_COMPILE_CACHE"] ?? join(import.meta.dirname, "../.cache/compiled");

// Runs main.ts in a child process and restarts it after a crash (docs/decisions/023).
const supervision = supervise({
  launch: () => fork(join(import.meta.dirname, "main.ts"), { env: { ...process.env, NODE_COMPILE_CACHE } }),
  say: (line) => console.error(`\n${line}\n`),
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => supervision.stop());
process.exitCode = await supervision.ended;
