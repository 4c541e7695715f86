import type { EventEmitter } from "node:events";
import { BRAND } from "../shared/brand.ts";

/** The exit code of a start that would fail in the same way again, such as a wrong setting (EX_CONFIG of sysexits.h). */
export const EX_CONFIG = 78;

/** What the program tells the supervisor: it serves, or works on jobs. */
export const SERVING = "serving";
/** What the supervisor asks of the program: to finish what is running and end, or to end at once. */
export type Request = "stop" | "exit";

/** The process of the program, with a channel to it. */
export interface Supervised extends EventEmitter {
  readonly pid?: number | undefined;
  send(message: Request): boolean;
}

interface SupervisorOptions {
  launch: () => Supervised;
  say: (line: string) => void;
}

export interface Supervision {
  /** Asks the program to stop and passes that on once: npm sends Ctrl-C a second time. Somebody who insists is not kept waiting. */
  stop(): void;
  /** The exit code for our own process, once the program has ended for good. */
  ended: Promise<number>;
}

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;
/** Having served for so long, it is not what ended it the last time. */
const HEALTHY_AFTER_MS = 60_000;

/** Keeps the program running: starts it again after a crash, each time later. */
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
      // Without a number it never ran, so that no exit follows; otherwise a message could not be sent, and an exit does.
      if (program.pid === undefined) restart(`could not be started (${error.message})`);
    });
    program.once("exit", (code: number | null, signal: string | null) => {
      if (requests > 0) return resolve(code ?? 1);
      if (code === 0 || code === EX_CONFIG) return resolve(code);
      // Whoever started it is there to read why.
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
