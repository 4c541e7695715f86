import { Piscina } from "piscina";
import type { RenderTask } from "./render.worker.ts";

/** More that wait are refused; each takes about a quarter of a second. */
const MAX_WAITING = 40;

// One thread, which ends after a minute without work and so gives its memory back.
const pool = new Piscina<RenderTask, Uint8Array>({
  filename: new URL("./render.worker.ts", import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  maxQueue: MAX_WAITING,
  idleTimeout: 60_000,
});

/** The file of a document; null when too many wait already. */
export async function render(task: RenderTask): Promise<Uint8Array | null> {
  if (pool.queueSize >= MAX_WAITING) return null;
  return pool.run(task);
}
