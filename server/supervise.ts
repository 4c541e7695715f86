import { fork } from "node:child_process";
import { join } from "node:path";
import { programEnvironment, programFlags } from "./program-environment.ts";
import { supervise } from "./supervisor.ts";

// Runs main.ts in a child process and restarts it after a crash (docs/decisions/023).
const supervision = supervise({
  launch: () =>
    fork(join(import.meta.dirname, "main.ts"), { env: programEnvironment(process.env), execArgv: programFlags(process) }),
  say: (line) => console.error(`\n${line}\n`),
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => supervision.stop());
process.exitCode = await supervision.ended;
