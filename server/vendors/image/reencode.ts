import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createSemaphore } from "@lampstand/semaphore";
import type { Refusal } from "./raster.ts";
import type { Reencoded, ReencodeRequest } from "./reencode.worker.ts";

const PROGRAM = fileURLToPath(new URL("./reencode.worker.ts", import.meta.url));

/** Timeout of one picture, after which the process is killed. It normally takes a second. */
const DEADLINE_MS = 30_000;
/** The process ends after this long without work, which frees its memory. */
const IDLE_MS = 60_000;
/** Largest file accepted from a person or a vendor. */
const MAX_BYTES = 20 * 1024 * 1024;

// One picture at a time, because libvips takes as much memory as a picture needs.
const semaphore = createSemaphore(1);

let worker: ChildProcess | null = null;
let idle: NodeJS.Timeout | undefined;

function startWorker(): ChildProcess {
  const child = fork(PROGRAM, {
    // No secrets in its environment.
    env: { UV_THREADPOOL_SIZE: "1" },
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  // `exit` handles this too.
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

async function ask(child: ChildProcess, request: ReencodeRequest): Promise<Reencoded | "out_of_time"> {
  const over = new AbortController();
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([over.signal, deadline]);
  child.channel?.ref();
  try {
    const answered = once(child, "message", { signal }) as Promise<[Reencoded]>;
    // A picture that crashes the decoder is rejected.
    const ended = once(child, "exit", { signal }).then((): [Reencoded] => ["no_picture"]);
    child.send(request, () => {});
    const [result] = await Promise.race([answered, ended]);
    return result;
  } catch {
    endWorker(child);
    return "out_of_time";
  } finally {
    over.abort();
    child.channel?.unref();
  }
}

/**
 * Re-encodes in a separate process: it uses neither a thread of this process's pool, where passwords are hashed and files are
 * written, nor its memory, and it can be killed after a timeout.
 */
async function reencode(name: ReencodeRequest["name"], body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> {
  if (body.byteLength > MAX_BYTES) return "too_large";
  return semaphore.run(async () => {
    clearTimeout(idle);
    const child = (worker ??= startWorker());
    const result = await ask(child, { name, body });
    idle = setTimeout(() => endWorker(child), IDLE_MS);
    idle.unref();
    return result;
  });
}

/** Re-encodes a person's picture as WebP: see `RASTER` in raster.ts. */
export const reencodeAvatar = (body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> => reencode("avatar", body);

/** Re-encodes a sermon's picture as WebP: see `RASTER` in raster.ts. */
export const reencodePicture = (body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> => reencode("picture", body);
