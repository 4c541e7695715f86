import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";
import type { Readable } from "node:stream";

/** The user that PostgreSQL runs as. It refuses to run as root. */
export interface Identity {
  /** Completes "PostgreSQL runs ..". */
  label: string;
  /** The owner that its files must have, as this process sees it; undefined on Windows. */
  owner: { uid: number; gid: number } | undefined;
  /** Command (with arguments) that starts the program, such as `unshare`. */
  prefix: readonly string[];
  /** uid and gid for the child process. */
  become: { uid: number; gid: number } | undefined;
}

/** The identities to try, best first. No system user is ever created. */
export function identitiesToTry(): Identity[] {
  if (process.getuid?.() === 0) return [namespaceIdentity(), nobodyIdentity()];
  // initdb looks up its user's name, which an arbitrary uid in a container (docker run --user) does not have.
  return hasName() ? [ownIdentity()] : [namespaceIdentity(), ownIdentity()];
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

/** The identity of this process. */
export function ownIdentity(): Identity {
  return { label: "as this user", owner: ownIds(), prefix: [], become: undefined };
}

/** This process's user, mapped to `nobody` in a user namespace: PostgreSQL sees an ordinary user, and the files keep their owner. */
export function namespaceIdentity(): Identity {
  const { uid, gid } = nobody();
  return {
    label: "in a user namespace, where this process has an ordinary user's number",
    owner: ownIds(),
    prefix: ["unshare", "--user", `--map-user=${uid}`, `--map-group=${gid}`],
    become: undefined,
  };
}

/** The system's `nobody`, for when user namespaces are forbidden. All files that PostgreSQL needs must be accessible to that user. */
export function nobodyIdentity(): Identity {
  return {
    label: "as the user nobody, since it refuses to run as root and user namespaces are not available",
    owner: nobody(),
    prefix: [],
    become: nobody(),
  };
}

function ownIds(): { uid: number; gid: number } | undefined {
  const uid = process.getuid?.();
  const gid = process.getgid?.();
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** uid and gid of `nobody`, which exists on every system; initdb needs a user with a name. */
function nobody(): { uid: number; gid: number } {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  return { uid: Number(entry?.[1] ?? 65_534), gid: Number(entry?.[2] ?? 65_534) };
}

/**
 * Starts a program under the identity, with an empty environment: PG* variables or a LANG with a missing locale would break it. `ownGroup`
 * gives it a process group of its own, so that Ctrl-C in the terminal reaches only this process, which closes its connections first.
 */
export function spawnAs(
  identity: Identity,
  program: string,
  args: readonly string[],
  { ownGroup }: { ownGroup: boolean },
): ChildProcessByStdio<null, Readable, Readable> {
  const [command = program, ...rest] = [...identity.prefix, program, ...args];
  return spawn(command, rest, {
    ...identity.become,
    // A folder that the identity can certainly enter.
    cwd: dirname(program),
    detached: ownGroup,
    env: { LC_ALL: "C", TZ: "UTC", PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin" },
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
}

/** Runs a program to its end; resolves to its exit code (-1 if it could not start) and its output. */
export function runAs(identity: Identity, program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawnAs(identity, program, args, { ownGroup: false });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.once("error", (error) => resolve({ code: -1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? -1, output }));
  });
}
