import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Facts about a process of this machine. */
export interface ProcessFacts {
  /** Ended, but not yet reaped by its parent. */
  zombie: boolean;
  /** The command line; empty if unknown. */
  command: string;
  /** Path of the program; undefined if not readable. */
  executable: string | undefined;
}

/** Facts about `pid`, or undefined if no such process exists. */
export async function inspectProcess(pid: number): Promise<ProcessFacts | undefined> {
  if (!exists(pid)) return undefined;
  if (process.platform === "linux") return inspectOnLinux(pid);
  if (process.platform === "win32") return inspectOnWindows(pid);
  const { stdout } = await run("/bin/ps", ["-ww", "-o", "state=,command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  const [, state, command] = /^(\S+)\s+(.*)$/s.exec(stdout.trim()) ?? [];
  if (state === undefined || command === undefined) return undefined;
  return { zombie: state.startsWith("Z"), command, executable: undefined };
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function inspectOnLinux(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // proc(5): "pid (comm) state ..."; comm may hold parentheses itself.
    const zombie = stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
    const command = (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0").join(" ").trim();
    // For another user's process this needs CAP_SYS_PTRACE, which containers don't have. The command line is public.
    const executable = await readlink(`/proc/${pid}/exe`).catch(() => undefined);
    return { zombie, command, executable };
  } catch {
    return undefined;
  }
}

async function inspectOnWindows(pid: number): Promise<ProcessFacts> {
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  const { stdout } = await run("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", query]);
  return { zombie: false, command: stdout.trim(), executable: undefined };
}
