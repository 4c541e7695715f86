import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { TEST_JWT_SECRET } from "./cluster.ts";
import { WIDE_API_LIMITS } from "./start-app.ts";

const SERVER = join(import.meta.dirname, "../../server");
/** The compile cache that `npm start` uses too: the tests start the program some forty times. */
export const NODE_COMPILE_CACHE = join(import.meta.dirname, "../../.cache/compiled");

export interface Program {
  process: ChildProcess;
  /** Its output (stdout and stderr) so far. */
  said(): string;
  /** `SIGKILL` is a crash. Resolves once it has ended. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/** The program itself; the supervisor that `npm start` runs, as leader of a process group; or what `npm run dev` runs. */
type Entry = "main.ts" | "supervise.ts" | "../scripts/dev.ts";

/** The real program in a process of its own. */
export function launchProgram(env: Record<string, string>, entry: Entry = "main.ts"): Program {
  let output = "";
  const launched = spawn(process.execPath, [join(SERVER, entry)], {
    // Not the project's folder, whose `.env` it would read.
    cwd: tmpdir(),
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE,
      LOG_LEVEL: "debug",
      JWT_SECRET: TEST_JWT_SECRET,
      API_LIMITS: WIDE_API_LIMITS,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: entry === "supervise.ts",
  });
  for (const stream of [launched.stdout, launched.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  return {
    process: launched,
    said: () => output,
    async end(signal) {
      if (launched.exitCode !== null || launched.signalCode !== null) return;
      const ended = once(launched, "exit");
      launched.kill(signal);
      await ended;
    },
  };
}

/** Resolves once the program serves; throws its output if it ended instead. */
export async function startProgram(env: Record<string, string>, entry: Entry = "main.ts"): Promise<Program> {
  const program = launchProgram(env, entry);
  const settled = (): boolean => program.process.exitCode !== null || program.said().includes("is ready after");
  await expect
    .poll(settled)
    .toBe(true)
    .catch(async (error: unknown) => {
      await program.end("SIGKILL");
      throw error;
    });
  if (program.process.exitCode !== null) throw new Error(`the program did not start: ${program.said()}`);
  return program;
}
