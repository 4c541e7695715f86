import { isFullDisk } from "@lampstand/database";
import type { FastifyInstance } from "fastify";

interface ErrorLog {
  error(fields: object, message: string): void;
}

const PAUSE_MS = 60_000;

/** Logs, once in a minute, that requests fail because a disk is full. They are answered 503 as while another service is away (`retryAfterOf`). */
export function tellFullDisk(server: FastifyInstance, log: ErrorLog): void {
  let toldAt = -Infinity;
  server.addHook("onError", async (_request, _reply, error) => {
    if (!isFullDisk(error) || performance.now() - toldAt < PAUSE_MS) return;
    toldAt = performance.now();
    log.error({ code: error.code }, "the disk is full: nothing can be stored until there is room");
  });
}
