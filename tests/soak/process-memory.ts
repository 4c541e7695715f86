import { readdir, readFile } from "node:fs/promises";

/** Bytes in memory; pages that processes share are counted once. */
export interface Memory {
  node: number;
  postgres: number;
}

/** Bytes in memory of each process that the supervisor started, shared pages included in each. */
export interface Resident {
  supervisor: number;
  program: number;
  /** What the program started beside PostgreSQL: voices, pictures. */
  helpers: number;
  postgres: number;
}

interface Process {
  pid: number;
  parent: number;
  name: string;
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  const found = await Promise.all(
    pids.map(async (pid) => {
      // "pid (name) state parent ...", proc(5); the name may hold anything but ends with the last bracket.
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+)/s.exec(stat) ?? [];
      return name === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), name }];
    }),
  );
  return found.flat();
}

/** The proportional set size: shared memory is divided among those that share it. */
async function sizeOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/** Resident set size (proc(5)). */
async function residentSize(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/** A process and all that it has started. */
async function familyOf(root: number): Promise<Process[]> {
  const all = await processes();
  const family = new Set([root]);
  // Repeated until nothing is added: after pids wrap around, a child may come before its parent.
  for (let before = 0; before < family.size;) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
}

const isPostgres = ({ name }: Process): boolean => name.startsWith("postgres");

export async function memoryOf(root: number): Promise<Memory | null> {
  if (process.platform !== "linux") return null;
  const memory: Memory = { node: 0, postgres: 0 };
  for (const one of await familyOf(root)) memory[isPostgres(one) ? "postgres" : "node"] += await sizeOf(one.pid);
  return memory;
}

/** @param supervisor the process that runs server/supervise.ts */
export async function residentOf(supervisor: number): Promise<Resident | null> {
  if (process.platform !== "linux") return null;
  const resident: Resident = { supervisor: 0, program: 0, helpers: 0, postgres: 0 };
  for (const one of await familyOf(supervisor)) {
    const role = one.pid === supervisor ? "supervisor" : one.parent === supervisor ? "program" : "helpers";
    // Its buffers are shared, and would be counted once for each connection.
    if (isPostgres(one)) resident.postgres += await sizeOf(one.pid);
    else resident[role] += await residentSize(one.pid);
  }
  return resident;
}
