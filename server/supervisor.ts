import type { EventEmitter } from "node:events";
import { BRAND } from "../shared/brand.ts";

/** Exit code of a failure that a restart does not fix, such as a wrong setting (EX_CONFIG of sysexits.h). */
export const EX_CONFIG = 78;

/** Message from the program to the supervisor: it has started to serve requests or to run jobs. */
export const SERVING = "serving";
/** Message from the supervisor to the program: `stop` finishes what is running, `exit` does not. */
export type Request = "stop" | "exit";

/** The program's child process, as much of it as is used here. */
export interface Supervised extends EventEmitter {
  readonly pid?: number | undefined;
  send(message: Request): boolean;
}

interface SupervisorOptions {
  launch: () => Supervised;
  say: (line: string) => void;
}

export interface Supervision {
  /**
   * The first call sends `stop`. The second is ignored, since npm repeats a Ctrl-C. The third sends `exit`. During the wait before a
   * restart, any call ends the supervision.
   */
  stop(): void;
  /** Resolves to the exit code of this process, once the program has ended and is not restarted. */
  ended: Promise<number>;
}

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
/** A program that has served for so long starts again with the first delay. */
const HEALTHY_AFTER_MS = 60_000;

/** Runs the program and restarts it after crashes, with growing delays. */
export function supervise({ launch, say }: SupervisorOptions): Supervision {
  const { promise: ended, resolve } = Promise.withResolvers<number>();
  let program: Supervised;
  let requests = 0;
  let delay = FIRST_DELAY_MS;
  let waiting: NodeJS.Timeout | undefined;
  let hasServed = false;

  const restart = (reason: string): void => {
    say(`${BRAND.product} ${reason}. Starting again in ${delay / 1000} s.`);
    waiting = setTimeout(start, delay);
    delay = Math.min(delay * 2, LONGEST_DELAY_MS);
  };
  const start = (): void => {
    waiting = undefined;
    let servingSince = Number.POSITIVE_INFINITY;
    program = launch();
    program.on("message", (message) => {
      if (message !== SERVING) return;
      hasServed = true;
      servingSince = performance.now();
    });
    program.on("error", (error: Error) => {
      // Without a pid the process never started, and no `exit` follows. Otherwise sending a message failed, and `exit` does follow.
      if (program.pid === undefined) restart(`could not be started (${error.message})`);
    });
    program.once("exit", (code: number | null, signal: string | null) => {
      if (requests > 0) return resolve(code ?? 1);
      if (code === 0 || code === EX_CONFIG) return resolve(code);
      // A program that fails before it ever served is not restarted: the user who started it can read the error.
      if (code !== null && !hasServed) return resolve(code);
      if (performance.now() - servingSince >= HEALTHY_AFTER_MS) delay = FIRST_DELAY_MS;
      restart(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
    });
  };
  start();

  return {
    ended,
    stop() {
      requests++;
      if (waiting !== undefined) {
        clearTimeout(waiting);
        resolve(0);
      } else if (requests === 1) program.send("stop");
      else if (requests === 3) program.send("exit");
    },
  };
}
