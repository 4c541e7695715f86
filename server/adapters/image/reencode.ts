import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { buffer } from "node:stream/consumers";
import { createTurns } from "../../../shared/turns.ts";
import { EXIT_CODES, type Refusal } from "./raster.ts";

const PROGRAM = fileURLToPath(new URL("./reencode.worker.ts", import.meta.url));

/** A process for one picture ends by then, whatever it does. It takes a second where the machine has little else to do. */
const DEADLINE_MS = 30_000;
/** What a person or a vendor sends at most. */
const MAX_BYTES = 20 * 1024 * 1024;

// libvips takes as much memory as a picture needs, so that one at a time is drawn, however many are sent.
const turns = createTurns(1);

/**
 * Draws in a process of its own: a picture takes neither a thread of this process's pool, where passwords are hashed and files are written,
 * nor memory that stays, and one that takes too long is ended. The process knows none of our secrets.
 */
async function reencode(name: "avatar" | "picture", body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> {
  if (body.byteLength > MAX_BYTES) return "too_large";
  return turns.take(async () => {
    const child = spawn(process.execPath, [PROGRAM, name], {
      env: { UV_THREADPOOL_SIZE: "1" },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: DEADLINE_MS,
      killSignal: "SIGKILL",
    });
    const closed = once(child, "close") as Promise<[code: number | null, signal: NodeJS.Signals | null]>;
    yieldTo(child.pid);
    // It may end without having read everything: then its exit code says why.
    child.stdin.on("error", () => {});
    child.stdin.end(body);
    const [drawn, [code, signal]] = await Promise.all([buffer(child.stdout), closed]);
    if (code === 0) return drawn;
    if (signal) return "out_of_time";
    return code === EXIT_CODES.too_large ? "too_large" : "no_picture";
  });
}

/** Who is signing in goes first. */
function yieldTo(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us.
  }
}

/** A person's picture, drawn anew as WebP: see `RASTER` in raster.ts. */
export const reencodeAvatar = (body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> => reencode("avatar", body);

/** A sermon's picture, drawn anew as WebP: see `RASTER` in raster.ts. */
export const reencodePicture = (body: Uint8Array): Promise<Uint8Array | Refusal | "out_of_time"> => reencode("picture", body);
