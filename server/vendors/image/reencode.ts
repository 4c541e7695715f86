import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createTurns } from "@lampstand/turns";
import type { Refusal } from "./raster.ts";
import type { Drawn, DrawRequest } from "./reencode.worker.ts";

const PROGRAM = fileURLToPath(new URL("./reencode.worker.ts", import.meta.url));

/** A picture is given up by then, and its process ended. It takes a second where the machine has little else to do. */
const DEADLINE_MS = 30_000;
/** After so long without a picture the process ends, and its memory is free. */
const IDLE_MS = 60_000;
/** What a person or a vendor sends at most. */
const MAX_BYTES = 20 * 1024 * 1024;

// libvips takes as much memory as a picture needs, so that one at a time is drawn, however many are sent.
const turns = createTurns(1);

let worker: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

function startWorker(): ChildProcess {
  const child = fork(PROGRAM, {
    // It knows none of our secrets.
    env: { UV_THREADPOOL_SIZE: "1" },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // Told by `exit` as well.
  child.on("error", () => {});
  child.once("exit", () => {
    if (worker === child) worker = null;
  });
  child.unref();
  child.channel?.unref();
  return child;
}

function endWorker(child: ChildProcess): void {
  if (worker === child) worker = null;
  child.kill("SIGKILL");
}

async function ask(child: ChildProcess, request: DrawRequest): Promise<Drawn | "out_of_time"> {
  const over = new AbortController();
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([over.signal, deadline]);
  child.channel?.ref();
  try {
    const answered = once(child, "message", { signal }) as Promise<[Drawn]>;
    // A picture that ends its reader is none.
    const ended = once(child, "exit", { signal }).then((): [Drawn] => ["no_picture"]);
    child.send(request, () => {});
    const [drawn] = await Promise.race([answered, ended]);
    return drawn;
  } catch {
    endWorker(child);
    return "out_of_time";
  } finally {
    over.abort();
    child.channel?.unref();
  }
}

/**
 * Draws in a process of its own: a picture takes neither a thread of this process's pool, where passwords are hashed and files are written,
 * nor memory that stays, and one that takes too long is ended.
 */
async function reencode(name: DrawRequest["name"], body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> {
  if (body.byteLength > MAX_BYTES) return "too_large";
  return turns.take(async () => {
    clearTimeout(idle);
    const child = (worker ??= startWorker());
    const drawn = await ask(child, { name, body });
    idle = setTimeout(() => endWorker(child), IDLE_MS);
    idle.unref();
    return drawn;
  });
}

/** A person's picture, drawn anew as WebP: see `RASTER` in raster.ts. */
export const reencodeAvatar = (body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> => reencode("avatar", body);

/** A sermon's picture, drawn anew as WebP: see `RASTER` in raster.ts. */
export const reencodePicture = (body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> => reencode("picture", body);
