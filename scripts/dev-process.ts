import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Order, Serving } from "./dev-server.ts";

export interface DevServer {
  /** Waits while the server starts, then resolves to whether it did. */
  answers(): Promise<boolean>;
  /** Replaces the process by one with the code as it is now. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Node's cache of compiled modules, without which every start would compile them all. */
const COMPILED = join(import.meta.dirname, "../.cache/dev/compiled");

const PAGE_LOADS_MS = 1500;

/** Runs the server in a child process, with a second one preloaded for the next restart. */
export function runDevServer(order: Extract<Order, { do: "start" }>, onServing: (milliseconds: number) => void): DevServer {
  let packages: readonly string[] = [];
  let answers = false;
  /** While it starts. */
  let starting: PromiseWithResolvers<boolean> | undefined;
  let running: ChildProcess | undefined;
  let next: ChildProcess | undefined;
  let ending: Promise<void> | undefined;
  let stopped = false;

  const settle = (isUp: boolean): void => {
    answers = isUp;
    starting?.resolve(isUp);
    starting = undefined;
  };
  const prepare = (): ChildProcess => {
    const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED };
    const child = fork(join(import.meta.dirname, "dev-server.ts"), { env, execArgv: ["--disable-warning=ExperimentalWarning"] });
    child.send({ do: "load", packages } satisfies Order);
    return child;
  };
  const start = (): void => {
    starting ??= Promise.withResolvers();
    const started = performance.now();
    const child = next?.connected ? next : prepare();
    running = child;
    next = undefined;
    child.once("message", (serving: Serving) => {
      if (running !== child) return;
      packages = serving.packages;
      settle(true);
      // Delayed, because the page that reloads needs the processor first.
      setTimeout(() => {
        if (running === child) next = prepare();
      }, PAGE_LOADS_MS);
      onServing(performance.now() - started);
    });
    child.once("exit", () => {
      if (running !== child) return;
      settle(false);
      console.log("  The server has ended. It starts again when a file of it changes.");
    });
    child.send(order);
  };
  /** Kills with SIGKILL, since the server survives crashes without losing data, and a clean stop takes longer. */
  const end = async (child: ChildProcess | undefined): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };

  start();
  return {
    answers: async () => (starting ? starting.promise : answers),
    restart: () =>
      (ending ??= (async () => {
        const before = running;
        running = undefined;
        starting ??= Promise.withResolvers();
        await end(before);
        ending = undefined;
        // This start includes files that changed meanwhile.
        if (!stopped) start();
      })()),
    stop: async () => {
      stopped = true;
      const both = [running, next];
      running = undefined;
      await Promise.all([...both.map(end), ending]);
    },
  };
}
